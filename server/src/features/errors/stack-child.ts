/** The child process of stack-resolver.ts: finds places of built scripts in our source, by their source maps. */
import { readFile } from 'node:fs/promises';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

export interface PlaceRequest {
  /** Absolute path of the source map. */
  map: string;
  /** 1-based line, 1-based column, as stacks have them. */
  places: { line: number; column: number }[];
}

export interface SourcePlace {
  file: string;
  line: number;
  /** 1-based. */
  column: number;
  name: string | null;
}

function readMap(text: string): TraceMap | null {
  try {
    return new TraceMap(text);
  } catch {
    // A file that was cut off.
    return null;
  }
}

async function findPlaces({ map, places }: PlaceRequest): Promise<(SourcePlace | null)[] | null> {
  const text = await readFile(map, 'utf8').catch(() => null);
  if (text === null) return null;
  const traced = readMap(text);
  if (traced === null) return null;
  return places.map(({ line, column }) => {
    const found = originalPositionFor(traced, { line, column: column - 1 });
    if (found.source === null) return null;
    const file = found.source.replace(/^(?:\.\.?\/)+/, '');
    return { file, line: found.line, column: found.column + 1, name: found.name };
  });
}

process.on('message', async (requests: PlaceRequest[]) => {
  const answers: (SourcePlace | null)[][] = [];
  // One map after the other is in memory.
  for (const request of requests) answers.push((await findPlaces(request)) ?? []);
  process.send?.(answers);
});
