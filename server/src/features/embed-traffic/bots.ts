import { isbot } from 'isbot';

/** Judging a name takes longer than all else about a view; a browser's is the same for millions of people. */
const cache = new Map<string, boolean>();
const maxCached = 1_000;
const maxCachedLength = 300;

/** Whether a `user-agent` names itself a program that nobody looks through. Honest ones do, and so does none at all. */
export function isBot(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === '') return true;
  const known = cache.get(userAgent);
  if (known !== undefined) return known;
  const verdict = isbot(userAgent);
  if (userAgent.length > maxCachedLength) return verdict;
  if (cache.size >= maxCached) cache.clear();
  cache.set(userAgent, verdict);
  return verdict;
}
