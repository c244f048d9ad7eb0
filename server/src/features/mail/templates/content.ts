/** The content of a mail. Both the HTML and the text part are rendered from it, so they contain the same text. */
export type Block =
  | { kind: 'text'; text: string }
  /** Smaller text: conditions, what to do when it was not you. */
  | { kind: 'note'; text: string }
  /** `withAddress` prints the URL below, for mail programs that do not show buttons. */
  | { kind: 'button'; label: string; href: string; withAddress: boolean }
  | { kind: 'steps'; items: { title: string; text: string }[] }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** What somebody wrote to the recipient, as plain text with line breaks. */
  | { kind: 'letter'; text: string }
  /** User input as plain text with line breaks. */
  | { kind: 'quote'; text: string };

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
