import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds after the last keystroke before the value is committed to the URL. */
const debounceMs = 300;

/**
 * A text field whose value lives in the URL. The text is committed after a pause in typing and comes back as `value`;
 * that echo must not overwrite what was typed in the meantime. Any other `value` (back button, "clear filters") does.
 * @param normalize returns what the URL can hold of a text, which the field then shows; it drops a day that does not
 * exist
 * @param commit receives the normalized text
 */
export function useDebouncedField(
  value: string,
  normalize: (typed: string) => string,
  commit: (value: string) => void,
) {
  const [text, setText] = useState(value);
  // Committed values that have not come back as `value` yet, oldest first.
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
    change(typed: string) {
      setText(typed);
      commitDebounced(typed);
    },
  };
}
