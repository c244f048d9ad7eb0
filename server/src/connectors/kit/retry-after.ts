/**
 * The longest accepted wait, in seconds. A wrong header ("Retry-After: 99999999999") must not stop a connection for
 * years.
 */
export const maxWaitSeconds = 86_400;

/** RFC 9110 section 5.6.7, the one form that senders may still produce. */
const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The wait that a `Retry-After` header asks for, in whole seconds from 0 to `longestWaitSeconds`; undefined without a
 * readable header. A date is compared with the answer's own `Date` header where there is one, so a wrong clock here
 * does not change the wait; a date in the past is 0.
 */
export function retryAfterSeconds(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return clampWaitSeconds(Number(value));
  const until = readHttpDate(value);
  if (until === undefined) return undefined;
  const from = readHttpDate(headers.get('date')?.trim() ?? '') ?? now.getTime();
  return clampWaitSeconds(Math.ceil((until - from) / 1000));
}

/** Limits a wait in seconds to the accepted range. */
export function clampWaitSeconds(seconds: number): number {
  return Math.min(Math.max(seconds, 0), maxWaitSeconds);
}

function readHttpDate(value: string): number | undefined {
  if (!httpDate.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
