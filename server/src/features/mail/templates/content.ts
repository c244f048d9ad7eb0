import type { RichBlock } from './rich-text.ts';

/** The content of a mail. Both the HTML and the text part are rendered from it, so they contain the same text. */
export type Block =
  | { kind: 'text'; text: string }
  /** Begins a part of a long mail. */
  | { kind: 'heading'; text: string }
  /** Smaller text: conditions, what to do when it was not you. */
  | { kind: 'note'; text: string }
  /** `withAddress` prints the URL below, for mail programs that do not show buttons. */
  | { kind: 'button'; label: string; href: string; withAddress: boolean }
  /** Addresses to read or keep, one below the other. */
  | { kind: 'links'; items: { label: string; href: string }[] }
  | { kind: 'steps'; items: { title: string; text: string }[] }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** What somebody wrote to the recipient, as plain text with line breaks. */
  | { kind: 'letter'; text: string }
  /** User input as plain text with line breaks. */
  | { kind: 'quote'; text: string }
  /** Large numbers side by side. */
  | { kind: 'figures'; items: MailFigure[] }
  /** A review as the app shows it. */
  | { kind: 'review'; review: MailReview }
  /** Formatted text of an administrator. */
  | { kind: 'rich'; blocks: RichBlock[] };

export interface MailFigure {
  label: string;
  value: string;
  /** From the figure before to this one; null without one before. */
  arrow: '↑' | '↓' | '=' | null;
  /** The figure of the period before, or what the number stands for; null for nothing. */
  note: string | null;
}

export interface MailReview {
  /** 1 to 5, or null for a review without stars. */
  stars: number | null;
  /** The rating in words; null without any. */
  verdict: string | null;
  /** What its author wrote, as plain text; null for a rating alone. */
  text: string | null;
  /** Author, place and source in one line. */
  by: string;
  /** Where it is in the app; null where a button leads there. */
  href: string | null;
}

export interface MailContent {
  /** Contains no user input, because lists show it next to our name. An invitation has the owner's, next to theirs. */
  subject: string;
  /** Mail programs show it after the subject. */
  preheader: string;
  heading: string;
  greeting: string | null;
  blocks: Block[];
  /** Why the recipient gets this mail. */
  reason: string;
}

/** Removes direction and control characters, which would garble the surrounding text. */
export function stripUnsafeCharacters(text: string): string {
  return text
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Five stars as characters, which every mail program shows. */
export function starsText(stars: number): string {
  return '★'.repeat(stars) + '☆'.repeat(5 - stars);
}
