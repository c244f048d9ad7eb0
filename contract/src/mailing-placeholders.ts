/**
 * Placeholders in the text of a mailing: `{{first_name|there}}`, a name and what stands in for a missing value.
 *
 * This file has no imports, because the browser and the server read texts with it.
 */
export const mailingPlaceholders = [
  'first_name',
  'last_name',
  'display_name',
  'account_name',
  'plan_ends_on',
] as const;
export type MailingPlaceholder = (typeof mailingPlaceholders)[number];
export type MailingValues = Partial<Record<MailingPlaceholder, string>>;

/** Longest text that stands in for a missing value. */
export const placeholderFallbackMaxLength = 100;

export type PlaceholderProblem = 'unknown-placeholder' | 'no-fallback' | 'broken-placeholder';

/** A part of a text: words, or a placeholder. */
export type PlaceholderPart =
  | { kind: 'text'; text: string }
  | { kind: 'placeholder'; name: MailingPlaceholder; fallback: string }
  | { kind: 'problem'; problem: PlaceholderProblem; text: string };

/** Splits a text at its placeholders. A single pair of braces that does not close is a problem, so that none is sent. */
export function splitPlaceholders(text: string): PlaceholderPart[] {
  const parts: PlaceholderPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{\{([^{}\n]{0,200})\}\}/gu)) {
    parts.push(...wordsOf(text.slice(from, match.index)), placeholderOf(match[0], match[1] ?? ''));
    from = match.index + match[0].length;
  }
  return [...parts, ...wordsOf(text.slice(from))];
}

function wordsOf(text: string): PlaceholderPart[] {
  if (text === '') return [];
  const broken = /\{\{|\}\}/u.exec(text);
  if (broken === null) return [{ kind: 'text', text }];
  const around = text.slice(broken.index, broken.index + 40);
  return [{ kind: 'problem', problem: 'broken-placeholder', text: around }];
}

function placeholderOf(raw: string, inside: string): PlaceholderPart {
  const [given = '', ...rest] = inside.split('|');
  const name = mailingPlaceholders.find((one) => one === given.trim());
  const fallback = rest.join('|').trim();
  if (name === undefined) return { kind: 'problem', problem: 'unknown-placeholder', text: raw.slice(0, 100) };
  if (fallback === '' || fallback.length > placeholderFallbackMaxLength)
    return { kind: 'problem', problem: 'no-fallback', text: raw.slice(0, 100) };
  return { kind: 'placeholder', name, fallback };
}
