import { useState } from 'react';
import { saveFile } from '../save-file.ts';

interface Part {
  part: string;
  nextCursor: string | null;
}

/** Reads a CSV file of the API part by part and lets the browser save it. @param read one part, from the cursor on */
export function useFileInParts(
  name: string,
  read: (cursor: { cursor?: string }) => Promise<Part>,
): { isBusy: boolean; error: unknown; run: () => void } {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      const parts: string[] = [];
      let next: Part = { part: '', nextCursor: null };
      do {
        next = await read(next.nextCursor === null ? {} : { cursor: next.nextCursor });
        parts.push(next.part);
      } while (next.nextCursor !== null);
      saveFile(new Blob(parts, { type: 'text/csv' }), name);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run: () => void run() };
}
