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

const rules: readonly [RegExp, string][] = [
  // Engines quote what they could not read: that may be anybody's text.
  [/"[^"\n]*"(?:\.\.\.)? is not valid JSON/g, '[text] is not valid JSON'],
  [/(["“'`])[^"“”'`\n]{40,}(["”'`])/g, '$1[text]$2'],
  [/\bBearer\s+\S+/gi, '[token]'],
  [/\b[\w-]+\.[\w-]{8,}\.[\w-]{16,}\b/g, '[token]'],
  [/[^\s@"'<>()]+@[^\s@"'<>()]+\.[a-z]{2,}/gi, '[e-mail]'],
  // Queries and fragments of addresses; the line and column behind them stay.
  [/([a-z][a-z0-9+.-]*:\/\/[^\s?#)]*)[?#][^\s)]*?((?::\d+){0,2})(?=[\s)]|$)/gi, '$1$2'],
  [/(\/[^\s?#)]*)\?[^\s)]*?((?::\d+){0,2})(?=[\s)]|$)/g, '$1$2'],
  // Long and mixed: a secret rather than a name.
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}\b/g, '[token]'],
];

/** @returns the text without secrets and quoted content, at most `limit` characters. */
export function scrubText(text: string, limit: number): string {
  // Cut first: the rules are for texts of a bounded length.
  let clean = text.slice(0, limit * 2);
  for (const [pattern, replacement] of rules) clean = clean.replace(pattern, replacement);
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
