/** The name of an embed outside of itself: the title of its page, the alt text of its picture. */
import type { Snapshot } from '@kindling/contract/embeds';
import { plainText } from '../../kit/plain-text.ts';
import { textsOf } from '../../kit/texts.ts';

/** One line of plain text in the language of the embed. */
export function embedTitle({ settings, businessName }: Pick<Snapshot, 'settings' | 'businessName'>): string {
  return textsOf(settings.language).text('region', { name: plainText(businessName) });
}
