import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** Changes kept as JSON lines, so that a simulator started again still knows them. */
export type Journal = { read(): JsonObject[]; add(entry: JsonObject): void; clear(): void };

/** A journal in `folder`/`name`; without a folder nothing is kept. A last line cut by a crash is left out. */
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
