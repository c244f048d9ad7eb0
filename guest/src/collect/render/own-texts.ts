/** What the owner wrote: texts in one language, and the name of the business. */
import type { Language } from '@kindling/contract/constants';
import type { PageTexts, PipelineSettings } from '@kindling/contract/pipeline-settings';
import { plainText } from '../../kit/plain-text.ts';

/** Cleaned; an empty text counts as absent. */
export function ownTexts(settings: Pick<PipelineSettings, 'texts'>, language: Language): PageTexts {
  const texts = Object.entries(settings.texts[language] ?? {})
    .map(([name, text]) => [name, plainText(text ?? '')] as const)
    .filter(([, text]) => text !== '');
  return Object.fromEntries(texts);
}

/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** A name inside a sentence: one in another direction stays together and does not turn the sentence around. */
export function sentenceName(name: string): string {
  const plain = plainText(name);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
