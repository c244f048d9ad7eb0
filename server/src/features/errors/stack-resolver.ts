/**
 * Names the places of a browser's stack in our source. The source maps are in a folder that is not served, and are read
 * by a child process, because a large one keeps a processor busy. A stack is untrusted: anybody can report one.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StackLine } from '@kindling/contract/error-log';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import type { PlaceRequest, SourcePlace } from './stack-child.ts';

interface ResolvedStack {
  lines: StackLine[];
  isEarlierBuild: boolean;
}

export interface StackResolver {
  /** Never rejects: lines without a known place have no source. */
  resolve(stack: string): Promise<ResolvedStack>;
  close(): void;
}

const maxLines = 100;
/** Frames that are looked up, and files that they may name. */
const maxFrames = 50;
const maxFiles = 8;
/** Resolved stacks that are kept. */
const maxCached = 50;

/** `https://host/assets/<name>.js:<line>:<column>`, and the script of collection pages. */
const framePattern = /\/((?:[\w.-]{1,100}\/){0,3}[\w.-]{1,100}\.js):([1-9]\d{0,6}):([1-9]\d{0,6})\)?\s*$/;

interface Frame {
  index: number;
  map: string;
  line: number;
  column: number;
}

export function createStackResolver(options: { folder: string; log: Pick<Log, 'warn'> }): StackResolver {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'stack-child',
    heapMegabytes: 256,
    cpuLimitMs: 5_000,
    log: options.log,
  });
  const cache = new Map<string, ResolvedStack>();

  async function find(requests: PlaceRequest[]): Promise<(SourcePlace | null)[][]> {
    if (requests.length === 0) return [];
    return worker.run(requests).then(
      (answer) => answer as (SourcePlace | null)[][],
      (error: unknown) => {
        if (!(error instanceof ChildWorkerError)) throw error;
        return [];
      },
    );
  }

  async function resolveNew(stack: string): Promise<ResolvedStack> {
    const lines: StackLine[] = stack
      .split('\n')
      .slice(0, maxLines)
      .map((text) => ({ text, source: null }));
    const maps = mapsIn(options.folder);
    const { frames, isEarlierBuild } = framesOf(lines, maps);
    const byMap = [...Map.groupBy(frames, ({ map }) => map)].slice(0, maxFiles);
    const found = await find(
      byMap.map(([map, places]) => ({
        map: join(options.folder, map),
        places: places.map(({ line, column }) => ({ line, column })),
      })),
    );
    for (const [place, [, own]] of byMap.entries())
      for (const [number, { index }] of own.entries()) {
        const line = lines[index];
        if (line !== undefined) line.source = found[place]?.[number] ?? null;
      }
    return { lines, isEarlierBuild };
  }

  return {
    async resolve(stack) {
      const known = cache.get(stack);
      if (known !== undefined) return known;
      const resolved = await resolveNew(stack);
      const [oldest] = cache.keys();
      if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
      cache.set(stack, resolved);
      return resolved;
    },
    close: () => worker.close(),
  };
}

/** Folders of addresses whose scripts are ours; the folder of the maps has one for each. */
const scriptFolders = ['assets', 'collect'];

/** The source maps. A file of a stack is looked up among them and never made into a path. */
function mapsIn(folder: string): ReadonlySet<string> {
  const present = scriptFolders.filter((name) => existsSync(join(folder, name)));
  return new Set(present.flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`)));
}

function framesOf(lines: readonly StackLine[], maps: ReadonlySet<string>) {
  const frames: Frame[] = [];
  let isEarlierBuild = false;
  for (const [index, { text }] of lines.entries()) {
    const [, path, line, column] = framePattern.exec(text.slice(-400)) ?? [];
    if (path === undefined || frames.length >= maxFrames) continue;
    const [folder = '', name] = path.split('/').slice(-2);
    const map = `${folder}/${name}.map`;
    if (maps.has(map)) frames.push({ index, map, line: Number(line), column: Number(column) });
    else if (scriptFolders.includes(folder)) isEarlierBuild = true;
  }
  return { frames, isEarlierBuild };
}
