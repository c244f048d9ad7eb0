import { z } from 'zod';
import { clampWaitSeconds } from '../kit/retry-after.ts';

/**
 * Percentages of a limit, and minutes until a reached limit resets. A member of another type is ignored, because a
 * changed header must not stop the reading.
 */
const percentage = z.number().nonnegative().nullish().catch(null);
const usageMeasures = z
  .object({
    call_count: percentage,
    total_time: percentage,
    total_cputime: percentage,
    estimated_time_to_regain_access: percentage,
  })
  .catch({ call_count: 0, total_time: 0, total_cputime: 0, estimated_time_to_regain_access: 0 });

const appUsage = usageMeasures.transform((entry) => [entry]);
const pageUsage = z
  .record(z.string(), z.array(usageMeasures).catch([]))
  .transform((all) => Object.values(all).flat());

/** From this percentage on calls are delayed; Meta's documentation leaves the figure to the caller. */
const throttleFromPercent = 80;
/** Seconds to pause at 80 % and at 100 % of a limit; in between the pause grows linearly. */
const minPauseSeconds = 10;
const maxPauseSeconds = 300;

/**
 * Seconds to pause after an answer with these headers, 0 to a day: 0 below 80 % in every entry, then from 10 s at 80 %
 * linearly to 300 s at 100 % of the highest one, and at least the minutes of `estimated_time_to_regain_access`.
 */
export function easeOffSeconds(headers: Headers): number {
  const entries = readUsage(headers);
  const fullest = Math.max(
    0,
    ...entries.flatMap((entry) => [entry.call_count ?? 0, entry.total_time ?? 0, entry.total_cputime ?? 0]),
  );
  const beyond = Math.min(fullest, 100) - throttleFromPercent;
  const step = (maxPauseSeconds - minPauseSeconds) / (100 - throttleFromPercent);
  const pause = beyond < 0 ? 0 : Math.ceil(minPauseSeconds + beyond * step);
  return Math.max(pause, regainAccessSeconds(headers) ?? 0);
}

/** Seconds until a reached limit resets, at most a day; undefined where no header says so. */
export function regainAccessSeconds(headers: Headers): number | undefined {
  const minutes = Math.max(
    0,
    ...readUsage(headers).map((entry) => entry.estimated_time_to_regain_access ?? 0),
  );
  return minutes > 0 ? clampWaitSeconds(Math.ceil(minutes * 60)) : undefined;
}

/** `X-App-Usage` is for the app, `X-Business-Use-Case-Usage` for each page; one answer may have both. */
function readUsage(headers: Headers) {
  return [
    ...parseHeader(headers.get('x-app-usage'), appUsage),
    ...parseHeader(headers.get('x-business-use-case-usage'), pageUsage),
  ];
}

function parseHeader<Entry>(header: string | null, schema: z.ZodType<Entry[]>): Entry[] {
  if (header === null) return [];
  try {
    return schema.safeParse(JSON.parse(header)).data ?? [];
  } catch {
    return [];
  }
}
