/** What stands below an embed before the brand: what is left out, what "invited" means, and how reviews are asked for. */
import type { Snapshot } from '@kindling/contract/embeds';
import { disclosureText } from '../../kit/disclosure.ts';
import { ownLink } from '../../kit/link.ts';
import { plainText } from '../../kit/plain-text.ts';
import type { Texts } from '../../kit/texts.ts';

export interface FooterNote {
  sentences: readonly string[];
  links: readonly { url: string; words: string }[];
}

export const noteSeparator = ' · ';

/** Null when there is nothing to say. */
export function footerNote(snapshot: Snapshot, texts: Texts): FooterNote | null {
  const { reviews, howWeAsk = [] } = snapshot;
  const disclosure = disclosureText(snapshot, texts);
  const sentences = [
    ...(disclosure === null ? [] : [disclosure]),
    ...(reviews.some(({ invited }) => invited) ? [texts.text('invitedExplain')] : []),
  ];
  const links = howWeAsk.flatMap(({ businessName, url: address }) => {
    const url = ownLink(address);
    const words =
      howWeAsk.length === 1
        ? texts.text('howWeAsk')
        : texts.text('howBusinessAsks', { name: plainText(businessName) });
    return url === null ? [] : [{ url, words }];
  });
  return sentences.length + links.length === 0 ? null : { sentences, links };
}

/** All of it as one text, to measure; null when there is nothing to say. */
export function footerNoteText(snapshot: Snapshot, texts: Texts): string | null {
  const note = footerNote(snapshot, texts);
  if (note === null) return null;
  return [...note.sentences, ...note.links.map(({ words }) => words)].join(noteSeparator);
}
