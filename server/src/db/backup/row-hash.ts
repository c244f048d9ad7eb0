import { createHash } from 'node:crypto';

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
      // In the text format of COPY, a line end within a value is escaped.
      for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) rows += 1;
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}
