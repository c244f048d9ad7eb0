import { useEffect, useState } from 'react';

/** Timers hold 31 bits of milliseconds; what lies further off is looked at again then. */
const maxTimerMs = 2 ** 31 - 1;

/** The time (RFC 3339) as long as it lies ahead; null once it has passed, by itself. */
export function useIfFuture(time: string | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  const end = time === null ? null : Date.parse(time);
  useEffect(() => {
    if (end === null || end <= now) return;
    const left = end - Date.now();
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(left, 0), maxTimerMs));
    return () => clearTimeout(timer);
  }, [end, now]);
  return end === null || end <= now ? null : time;
}
