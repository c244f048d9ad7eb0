import { isbot } from 'isbot';

/** The check takes longer than everything else about a view, and millions of people share a browser's `user-agent`. */
const cache = new Map<string, boolean>();
const maxCached = 1_000;
/** Characters. */
const maxCachedLength = 300;

/** Whether a `user-agent` names a program instead of a browser. A missing one counts as a program. */
export function isBot(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === '') return true;
  const cached = cache.get(userAgent);
  if (cached !== undefined) return cached;
  const result = isbot(userAgent);
  if (userAgent.length > maxCachedLength) return result;
  if (cache.size >= maxCached) cache.clear();
  cache.set(userAgent, result);
  return result;
}
