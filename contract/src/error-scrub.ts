/**
 * Takes out of error texts what must not be kept: addresses' queries, tokens, e-mail addresses, quoted content. The
 * browser does it before it sends, the server again because anybody may send. No schema library: it is in every page.
 */
export const reportLimits = {
  /** Characters. */
  message: 500,
  stack: 8000,
  route: 300,
  /** Bytes of the whole request. */
  body: 16 * 1024,
  /** Reports of one loaded page. */
  perPage: 10,
} as const;

/**
 * In the order in which they are used. Anybody may send the text, so no rule looks at the same character more than a
 * bounded number of times: one that began again at every letter would keep the server busy for it.
 */
const rules: readonly ((text: string) => string)[] = [
  // Engines quote what they could not read: that may be anybody's text.
  (text) => text.replace(/"[^"\n]*"(?:\.\.\.)? is not valid JSON/g, '[text] is not valid JSON'),
  (text) => text.replace(/(["“'`])[^"“”'`\n]{40,}(["”'`])/g, '$1[text]$2'),
  (text) => text.replace(/\bBearer\s+\S+/gi, '[token]'),
  (text) => text.replace(/(^|[^\w-])[\w-]+\.[\w-]{8,}\.[\w-]{16,}/g, '$1[token]'),
  // Lengths of RFC 5321.
  (text) => text.replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}\.[a-z]{2,63}/gi, '[e-mail]'),
  (text) => text.replace(/[^\s)]+/g, withoutQuery),
  (text) => text.replace(/[\w-]{32,}/g, (run) => (looksLikeSecret(run) ? '[token]' : run)),
];

/** An address or path without its query, and an address without its fragment; the line and column behind them stay. */
function withoutQuery(word: string): string {
  const slash = word.indexOf('/');
  if (slash < 0) return word;
  const path = word.slice(slash);
  const end = path.search(word.includes('://') ? /[?#]/ : /\?/);
  if (end < 0) return word;
  return word.slice(0, slash + end) + (/(?::\d+){1,2}$/.exec(path.slice(end))?.[0] ?? '');
}

/** Long and mixed: a secret rather than a name. */
function looksLikeSecret(run: string): boolean {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** @returns the text without secrets and quoted content, at most `limit` characters. */
export function scrubText(text: string, limit: number): string {
  // Cut first: the rules are for texts of a bounded length.
  let clean = text.slice(0, limit * 2);
  for (const rule of rules) clean = rule(clean);
  return clean.slice(0, limit);
}

/** A path without query, with `{id}` in the place of ids and codes. */
export function scrubRoute(path: string): string {
  const [bare = '/'] = path.split(/[?#]/);
  return bare
    .split('/')
    .map((part) => (/^\d+$|^[0-9a-f-]{32,}$|^(?=.*\d)[\w-]{10,}$/i.test(part) ? '{id}' : part))
    .join('/')
    .slice(0, reportLimits.route);
}
