import { z } from 'zod';
import { believable } from '../kit/retry-after.ts';

/**
 * Shares of a limit in percent; minutes until a limit that is hit opens again. A member of another kind is as if it
 * were not there: a header that changed must not end the reading.
 */
const share = z.number().nonnegative().nullish().catch(null);
const measures = z
  .object({
    call_count: share,
    total_time: share,
    total_cputime: share,
    estimated_time_to_regain_access: share,
  })
  .catch({ call_count: 0, total_time: 0, total_cputime: 0, estimated_time_to_regain_access: 0 });

const appUsage = measures.transform((entry) => [entry]);
const pageUsage = z
  .record(z.string(), z.array(measures).catch([]))
  .transform((all) => Object.values(all).flat());

/** From here on we slow down; the platform's own documentation leaves the figure to the caller. */
const nearPercent = 80;
/** Seconds to leave the platform alone at 80 % and at 100 % of a limit; in between the pause grows evenly. */
const shortestPause = 10;
const longestPause = 300;

/**
 * Seconds to leave Facebook alone after an answer with these headers, 0 to a day: 0 below 80 % of every measure, then
 * from 10 s at 80 % evenly up to 300 s at 100 % of the fullest one, and at least the minutes that
 * `estimated_time_to_regain_access` names.
 */
export function easeOffSeconds(headers: Headers): number {
  const entries = entriesOf(headers);
  const fullest = Math.max(
    0,
    ...entries.flatMap((entry) => [entry.call_count ?? 0, entry.total_time ?? 0, entry.total_cputime ?? 0]),
  );
  const beyond = Math.min(fullest, 100) - nearPercent;
  const step = (longestPause - shortestPause) / (100 - nearPercent);
  const pause = beyond < 0 ? 0 : Math.ceil(shortestPause + beyond * step);
  return Math.max(pause, regainSeconds(headers) ?? 0);
}

/** Seconds until the limit that was hit opens again, at most a day; undefined where no header says so. */
export function regainSeconds(headers: Headers): number | undefined {
  const minutes = Math.max(
    0,
    ...entriesOf(headers).map((entry) => entry.estimated_time_to_regain_access ?? 0),
  );
  return minutes > 0 ? believable(Math.ceil(minutes * 60)) : undefined;
}

/** `X-App-Usage` counts the app, `X-Business-Use-Case-Usage` each page; both may come with one answer. */
function entriesOf(headers: Headers) {
  return [
    ...read(headers.get('x-app-usage'), appUsage),
    ...read(headers.get('x-business-use-case-usage'), pageUsage),
  ];
}

function read<Entry>(header: string | null, schema: z.ZodType<Entry[]>): Entry[] {
  if (header === null) return [];
  try {
    return schema.safeParse(JSON.parse(header)).data ?? [];
  } catch {
    return [];
  }
}
