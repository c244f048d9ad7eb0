import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** Changes as JSON lines, which a simulator reads again when it restarts. */
export type Journal = { read(): JsonObject[]; add(entry: JsonObject): void; clear(): void };

/** A journal in `folder`/`name`; without a folder nothing is stored. A last line that a crash cut off is ignored. */
export function openJournal(folder: string | undefined, name: string): Journal {
  if (!folder) return { read: () => [], add: () => undefined, clear: () => undefined };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  return {
    read: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : []),
    add: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
    clear: () => rmSync(file, { force: true }),
  };
}

function parseLine(line: string): JsonObject[] {
  if (line === '') return [];
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? [value] : [];
  } catch {
    return [];
  }
}
