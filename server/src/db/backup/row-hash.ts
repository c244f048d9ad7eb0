import { createHash } from 'node:crypto';
import { countRows } from '../copy-streams.ts';

export interface RowHash {
  add(bytes: Buffer): void;
  end(): { rows: number; sha256: string };
}

/** SHA-256 over the rows of a table in the order of their key, and their number. */
export function createRowHash(): RowHash {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(bytes) {
      hash.update(bytes);
      rows += countRows(bytes);
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}
