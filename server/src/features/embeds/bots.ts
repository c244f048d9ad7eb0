import { isbot } from 'isbot';

/** Judging a name takes longer than all else about a view; a browser's is the same for millions of people. */
const judged = new Map<string, boolean>();
const mostJudged = 1_000;
const longestRemembered = 300;

/** Whether a `user-agent` names itself a program that nobody looks through. Honest ones do, and so does none at all. */
export function isProgram(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === '') return true;
  const known = judged.get(userAgent);
  if (known !== undefined) return known;
  const verdict = isbot(userAgent);
  if (userAgent.length > longestRemembered) return verdict;
  if (judged.size >= mostJudged) judged.clear();
  judged.set(userAgent, verdict);
  return verdict;
}
