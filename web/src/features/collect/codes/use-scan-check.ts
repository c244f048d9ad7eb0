import type { ScanResult } from '@kindling/contract/scan-problems';
import { checkInBrowser } from '@kindling/guest/qr/check-in-browser';
import { useEffect, useState } from 'react';
import type { DrawnCode } from './draw-code.ts';

/** Milliseconds without a change before a picture is checked. */
const pauseMs = 250;

const none: readonly string[] = [];

/**
 * The result for this code; null while it is being checked. A picture that the browser cannot draw is `as-drawn`.
 * @param others contents that the code may get instead, because a reader can miss the picture of certain characters; the
 * same list at every call
 */
export function useScanCheck(
  { content, design, callToAction }: DrawnCode,
  others: readonly string[] = none,
): ScanResult | null {
  const [known, setKnown] = useState<(DrawnCode & { result: ScanResult }) | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const check = async () => {
      const code = { content, design, callToAction };
      const read = (held: string) =>
        checkInBrowser({ ...code, content: held, signal: ended.signal }).catch(
          (): ScanResult => ({ ok: false, problems: ['as-drawn'] }),
        );
      let result = await read(content);
      for (const other of others) {
        if (result.ok || ended.signal.aborted) break;
        const second = await read(other);
        if (second.ok) result = second;
      }
      if (!ended.signal.aborted) setKnown({ ...code, result });
    };
    const timer = setTimeout(() => void check(), pauseMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [content, design, callToAction, others]);
  const isCurrent =
    known?.design === design && known.content === content && known.callToAction === callToAction;
  return isCurrent ? known.result : null;
}
