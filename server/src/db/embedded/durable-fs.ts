/**
 * The file system of the embedded database, made durable. As shipped, PGlite never syncs a file: an
 * acknowledged row would not survive a power cut. This hook relies on internals of an exactly pinned
 * package; the self-test at start (see serve.ts) refuses to run when it is no longer called.
 */
import fs from 'node:fs';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Start parameters that turn PostgreSQL's own syncing on. `wal_sync_method=fsync`: fdatasync is a no-op in the WASM libc. */
export const DURABLE_PARAMETERS = ['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB'];

/**
 * PGlite takes 160 MB for pages by itself, which all get used in time. The operating system keeps the same files in its own
 * cache, so that a page that is not here costs a copy and no disk.
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

/** NodeFS that passes every fsync of PostgreSQL on to the operating system and reports each one. */
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
      // The place moved between patch releases; whichever holds it is the one in use.
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

/** Syncs one file or folder. A folder's sync makes the names in it durable. */
export function syncPath(target: string): void {
  // Windows cannot sync a folder; NTFS journals names by itself.
  if (process.platform === 'win32' && fs.statSync(target).isDirectory()) return;
  const descriptor = fs.openSync(target, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Syncs a folder with everything below it (about 1,000 entries, 0.15 s, after creation). */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(target);
    else if (entry.isFile()) syncPath(target);
  }
  syncPath(folder);
}
