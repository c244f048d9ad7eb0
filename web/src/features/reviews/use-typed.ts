import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds of silence after a key before the list is asked. */
const typingPause = 300;

/**
 * The text of a field whose value the address keeps. It goes there after a pause in typing and comes back as `value`:
 * that echo must not replace what was typed meanwhile. Any other `value` (back button, "clear filters") does.
 * @param keep what the address keeps of a text, which is then what the field shows: it refuses a day that does not exist.
 * @param send gets what is kept.
 */
export function useTyped(value: string, keep: (typed: string) => string, send: (value: string) => void) {
  const [text, setText] = useState(value);
  // Sent, and not yet back as `value`; the oldest first.
  const underWay = useRef<string[]>([]);
  const settle = useDebouncedCallback((typed: string) => {
    const next = keep(typed.trim());
    if (next !== typed.trim()) setText(next);
    if (next === (underWay.current.at(-1) ?? value)) return;
    underWay.current.push(next);
    send(next);
  }, typingPause);
  useEffect(() => {
    const echo = underWay.current.indexOf(value);
    underWay.current = underWay.current.slice(echo + 1);
    if (echo >= 0) return;
    underWay.current = [];
    settle.cancel();
    setText(value);
  }, [value, settle]);
  return {
    text,
    type(typed: string) {
      setText(typed);
      settle(typed);
    },
  };
}
