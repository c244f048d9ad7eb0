import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds of silence after a key before the list is asked. */
const debounceMs = 300;

/**
 * The text of a field whose value the address keeps. It goes there after a pause in typing and comes back as `value`:
 * that echo must not replace what was typed meanwhile. Any other `value` (back button, "clear filters") does.
 * @param normalize what the address keeps of a text, which is then what the field shows: it refuses a day that does not exist.
 * @param commit gets what is kept.
 */
export function useDebouncedField(
  value: string,
  normalize: (typed: string) => string,
  commit: (value: string) => void,
) {
  const [text, setText] = useState(value);
  // Sent, and not yet back as `value`; the oldest first.
  const pendingValues = useRef<string[]>([]);
  const commitDebounced = useDebouncedCallback((typed: string) => {
    const next = normalize(typed.trim());
    if (next !== typed.trim()) setText(next);
    if (next === (pendingValues.current.at(-1) ?? value)) return;
    pendingValues.current.push(next);
    commit(next);
  }, debounceMs);
  useEffect(() => {
    const echo = pendingValues.current.indexOf(value);
    pendingValues.current = pendingValues.current.slice(echo + 1);
    if (echo >= 0) return;
    pendingValues.current = [];
    commitDebounced.cancel();
    setText(value);
  }, [value, commitDebounced]);
  return {
    text,
    type(typed: string) {
      setText(typed);
      commitDebounced(typed);
    },
  };
}
