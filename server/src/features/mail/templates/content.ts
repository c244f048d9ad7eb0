/** What a mail says, before it has a form. Both parts, HTML and text, are written from this, so neither lacks a word. */
export type Block =
  | { kind: 'text'; text: string }
  /** Smaller: conditions, what to do when it was not you. */
  | { kind: 'note'; text: string }
  /** `withAddress` prints the link's address below, for where a button cannot be pressed. */
  | { kind: 'button'; label: string; href: string; withAddress: boolean }
  | { kind: 'steps'; items: { title: string; text: string }[] }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** Somebody's own words, plain text with line breaks. */
  | { kind: 'quote'; text: string };

export interface MailContent {
  /** Never holds what a person typed: it is read in lists, next to our name. */
  subject: string;
  /** What mail programs show behind the subject. */
  preheader: string;
  heading: string;
  greeting: string | null;
  blocks: Block[];
  /** Why somebody gets this. */
  reason: string;
}

/** Longest name that is printed, in characters. */
const maxNameLength = 40;

/**
 * What somebody typed as a name, if it may stand in a mail of ours, else null: nothing that mail programs turn into a
 * link, no advertisement, no characters that turn or hide what stands behind them.
 */
export function printableName(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > maxNameLength) return null;
  if (/[/@:\\<>]|www\.|\.[\p{L}\p{N}]|[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/iu.test(trimmed)) return null;
  return trimmed;
}

/** Somebody's words as they may be shown: direction and control characters would garble what stands around them. */
export function stripUnsafeCharacters(text: string): string {
  return text
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
