/** Texts of the example page around a preview, and of the page that shows it to others. */
import { previewTexts } from '@kindling/locales/preview.ts';
import { textsByLanguage } from './localized-texts.ts';

export const previewTextsOf = textsByLanguage<keyof (typeof previewTexts)['en']>(previewTexts);
export type PreviewTexts = ReturnType<typeof previewTextsOf>;
