/** One served call. `status` is the HTTP status, or what happened instead of a complete response. */
export type CallLogEntry = {
  time: string;
  method: string;
  path: string;
  status: number | 'no answer' | 'cut' | 'reset';
};

export type CallLog = { add(entry: CallLogEntry): void; list(match?: string): CallLogEntry[]; clear(): void };

/** Enough for several first syncs of 50,000 reviews; older entries are dropped. */
const maxEntries = 50_000;

const secretParameters = new Set([
  'access_token',
  'appsecret_proof',
  'client_secret',
  'code',
  'code_verifier',
  'fb_exchange_token',
  'id_token',
  'input_token',
  'refresh_token',
  'state',
  'token',
]);

/** The log of calls, newest last. */
export function createCallLog(): CallLog {
  let entries: CallLogEntry[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > maxEntries * 2) entries = entries.slice(-maxEntries);
    },
    list: (match) => entries.filter((entry) => !match || pathMatches(match, entry.path.split('?')[0] ?? '')),
    clear() {
      entries = [];
    },
  };
}

/** Path and query, with the values of secret parameters replaced. */
export function redactPath(path: string, query: URLSearchParams): string {
  const shown = [...query].map(
    ([name, value]) => `${name}=${secretParameters.has(name) ? 'hidden' : encodeURIComponent(value)}`,
  );
  return shown.length === 0 ? path : `${path}?${shown.join('&')}`;
}

/** Whether `match` occurs in the path; with `*` it is a pattern for the whole path. */
export function pathMatches(match: string, path: string): boolean {
  if (!match.includes('*')) return path.includes(match);
  const source = match
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`).test(path);
}
