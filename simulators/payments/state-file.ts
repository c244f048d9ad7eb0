import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../kit/json-object.ts';

/** One JSON file with everything, written a moment after a change; without a folder nothing is stored. */
export interface StateFile {
  read(): JsonObject | null;
  /** Writes soon. */
  changed(): void;
  /** Writes now what has changed. */
  flush(): void;
}

/** Long enough to collect the changes of one call. */
const writeAfterMs = 200;

/** The file `payments.json` in `folder`; `dump` gives what is written. */
export function openStateFile(folder: string | undefined, dump: () => JsonObject): StateFile {
  if (!folder) return { read: () => null, changed: () => undefined, flush: () => undefined };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'payments.json');
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    // A rename replaces the file as a whole, so a crash leaves the earlier one.
    writeFileSync(`${file}.new`, JSON.stringify(dump()), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    read: () => (existsSync(file) ? readObject(file) : null),
    changed() {
      timer ??= setTimeout(write, writeAfterMs).unref();
    },
    flush() {
      if (timer) write();
    },
  };
}

function readObject(file: string): JsonObject {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isJsonObject(value)) throw new Error(`${file} is not a JSON object.`);
  return value;
}
