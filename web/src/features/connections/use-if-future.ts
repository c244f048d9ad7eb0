import { useEffect, useState } from 'react';

/** Browsers store timer delays as 31-bit milliseconds; a longer delay is split. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Returns the time (RFC 3339) while it is in the future, and null from then on; the component re-renders when it
 * passes.
 */
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
