/**
 * Removes from error texts what must not be stored: queries of addresses, tokens, e-mail addresses, quoted content. The
 * browser scrubs before sending, and the server again, because anybody can send a report. This file is part of every page,
 * so it does not load the schema library.
 */
export const reportLimits = {
  /** Characters. */
  message: 500,
  stack: 8000,
  route: 300,
  release: 60,
  /** Bytes of the whole request. */
  body: 16 * 1024,
  /** Reports of one loaded page. */
  perPage: 10,
} as const;

/**
 * Applied in this order. Anybody can send the text, so each rule must take linear time: a pattern that backtracks at every
 * character would block the server.
 */
const rules: readonly ((text: string) => string)[] = [
  // JavaScript engines quote the text that they could not parse, which may hold personal data.
  (text) => text.replace(/"[^"\n]*"(?:\.\.\.)? is not valid JSON/g, '[text] is not valid JSON'),
  (text) => text.replace(/(["“'`])[^"“”'`\n]{40,}(["”'`])/g, '$1[text]$2'),
  (text) => text.replace(/\bBearer\s+\S+/gi, '[token]'),
  (text) => text.replace(/(^|[^\w-])[\w-]+\.[\w-]{8,}\.[\w-]{16,}/g, '$1[token]'),
  // Lengths of RFC 5321.
  (text) =>
    // Most texts have none, and looking for one is the slowest rule.
    text.includes('@')
      ? text.replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}\.[a-z]{2,63}/gi, '[e-mail]')
      : text,
  (text) => text.replace(/[^\s)]+/g, withoutQuery),
  (text) => text.replace(/[\w-]{32,}/g, (run) => (looksLikeSecret(run) ? '[token]' : run)),
];

/** Removes the query of an address or path, and the fragment of an address. A line and column at the end stay. */
function withoutQuery(word: string): string {
  const slash = word.indexOf('/');
  if (slash < 0) return word;
  const path = word.slice(slash);
  const end = path.search(word.includes('://') ? /[?#]/ : /\?/);
  if (end < 0) return word;
  return word.slice(0, slash + end) + (/(?::\d+){1,2}$/.exec(path.slice(end))?.[0] ?? '');
}

/** Contains digits, lower and upper case: probably a secret and not a name. */
function looksLikeSecret(run: string): boolean {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** @returns the text without secrets and quoted content, at most `limit` characters. */
export function scrubText(text: string, limit: number): string {
  // Cut before scrubbing, so that the rules work on a bounded length.
  let clean = text.slice(0, limit * 2);
  for (const rule of rules) clean = rule(clean);
  return clean.slice(0, limit);
}

/** A path without query, with `{id}` in place of ids and codes. */
export function scrubRoute(path: string): string {
  const [bare = '/'] = path.split(/[?#]/);
  return bare
    .split('/')
    .map((part) => (/^\d+$|^[0-9a-f-]{32,}$|^(?=.*\d)[\w-]{10,}$|^[\w-]{40,}$/i.test(part) ? '{id}' : part))
    .join('/')
    .slice(0, reportLimits.route);
}
