/**
 * Makes the file system of the embedded database durable. PGlite itself never syncs a file, so an acknowledged row would
 * not survive a power cut. This hook depends on internals of an exactly pinned package; the self-test at start
 * (database-worker.ts) refuses to run when the hook is no longer called.
 */
import fs from 'node:fs';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * Start parameters that enable PostgreSQL's syncing. It must be `wal_sync_method=fsync`, because fdatasync does nothing
 * in the WASM libc.
 */
export const DURABLE_PARAMETERS = ['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB'];

/**
 * PGlite's default of 160 MB of shared buffers fills up over time. The operating system caches the same files, so a page
 * that is not in the buffers costs a copy and no disk access.
 */
export const MEMORY_PARAMETERS = ['-c', 'shared_buffers=32MB'];

interface NodeStream {
  nfd?: number;
  node: unknown;
}

interface NodeFileSystemType {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (stream: NodeStream) => number };
}

function isNodeFileSystemType(value: unknown): value is NodeFileSystemType {
  return (
    typeof value === 'object' &&
    value !== null &&
    'realPath' in value &&
    typeof value.realPath === 'function' &&
    'stream_ops' in value &&
    typeof value.stream_ops === 'object' &&
    value.stream_ops !== null
  );
}

/** A NodeFS that passes every fsync of PostgreSQL to the operating system and reports each one. */
export class DurableFs extends NodeFS {
  readonly #onSync: () => void;

  constructor(folder: string, onSync: () => void) {
    super(folder);
    this.#onSync = onSync;
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    const onSync = this.#onSync;
    result.emscriptenOpts.preRun?.push((module) => {
      // NODEFS moved between patch releases of PGlite.
      const type: unknown = module.NODEFS ?? module.FS.filesystems.NODEFS;
      if (!isNodeFileSystemType(type)) return;
      type.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fs.fdatasyncSync(stream.nfd);
        else syncPath(type.realPath(stream.node));
        onSync();
        return 0;
      };
    });
    return result;
  }
}

/** Syncs one file or folder. Syncing a folder makes the names in it durable. */
export function syncPath(target: string): void {
  // Windows cannot sync a folder, and NTFS journals names by itself.
  if (process.platform === 'win32' && fs.statSync(target).isDirectory()) return;
  const descriptor = fs.openSync(target, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Syncs a folder and everything below it (about 1,000 entries and 0.15 s for a new database). */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(target);
    else if (entry.isFile()) syncPath(target);
  }
  syncPath(folder);
}
