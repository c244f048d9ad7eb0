/**
 * Makes an archive in small steps, each of which is stored with how far it is. A worker that dies loses the last step, and
 * the next worker goes on from there, with the same bytes.
 */
import { archiveDays } from '@kindling/contract/exports';
import { z } from 'zod';
import { inTenant } from '../../../db/transaction.ts';
import { runWithCooldown } from '../../../lib/cooldown.ts';
import {
  createZipWriter,
  emptyZip,
  ZipLimitError,
  type ZipState,
  zipStateSchema,
} from '../../../lib/zip-writer.ts';
import type { ExportsDeps } from '../deps.ts';
import {
  type ArchiveRow,
  endArchive,
  findArchiveById,
  readDirectory,
  resetArchive,
  storeArchivePart,
} from './archive-queries.ts';
import { mailReadyArchive } from './ready-mail.ts';
import type { ArchiveSource } from './source.ts';
import { archiveSources } from './sources.ts';

export interface ArchiveLimits {
  /** The largest archive; its parts are in the database. */
  archiveBytes: number;
  /** What is gathered before it is stored: so many bytes, or what came together in this time. */
  partBytes: number;
  partMs: number;
}
const defaultLimits: ArchiveLimits = { archiveBytes: 2 * 1024 ** 3, partBytes: 1024 * 1024, partMs: 2_000 };

/** Where the next step goes on. */
const progressSchema = z.object({
  /** Names of the sources of the version that began the archive. */
  sources: z.array(z.string()),
  source: z.int(),
  position: z.string().nullable(),
  zip: zipStateSchema,
});
type Progress = z.infer<typeof progressSchema>;

/**
 * Does all steps that are left. Nothing happens to an archive that is finished, deleted or unknown.
 * @param signal stops between two steps
 */
export async function buildArchive(
  deps: ExportsDeps,
  accountId: string,
  id: string,
  signal: AbortSignal,
  limits: ArchiveLimits = defaultLimits,
): Promise<void> {
  const inAccount = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(deps.db, accountId, work);
  for (;;) {
    signal.throwIfAborted();
    const row = await inAccount((trx) => findArchiveById(trx, accountId, id));
    if (row === null || row.state !== 'running') return;
    try {
      const step = () => takeStep(deps, row, limits);
      const isFinished = await (deps.db.mode === 'embedded' ? runWithCooldown(step, signal) : step());
      if (isFinished) return;
    } catch (error) {
      if (!(error instanceof ZipLimitError)) throw error;
      deps.log.warn({ err: error, accountId }, 'An archive would be too large');
      await inAccount((trx) => endArchive(trx, accountId, id, { state: 'failed', failure: 'too-large' }));
      return;
    }
  }
}

/** One part. Returns whether the archive is finished, or somebody else's. */
async function takeStep(deps: ExportsDeps, row: ArchiveRow, limits: ArchiveLimits): Promise<boolean> {
  const { account_id: accountId, id } = row;
  const sources = archiveSources(deps, row);
  const names = sources.map(({ name }) => name);
  const stored = progressSchema.safeParse(row.progress);
  if (stored.success && stored.data.sources.join() !== names.join()) {
    await inTenant(deps.db, accountId, (trx) => resetArchive(trx, accountId, id, names.length));
    return false;
  }
  const before: Progress = stored.success
    ? stored.data
    : { sources: names, source: 0, position: null, zip: emptyZip };
  const part = await gatherPart(sources, before, row.created_at, limits);
  if (row.bytes + part.bytes.length > limits.archiveBytes)
    throw new ZipLimitError('The archive is larger than may be stored.');
  const isLast = part.progress.source === sources.length;
  return inTenant(deps.db, accountId, async (trx) => {
    let { bytes } = part;
    if (isLast) {
      const directory = await readDirectory(trx, accountId, id);
      const zip = createZipWriter(row.created_at, part.progress.zip);
      bytes = Buffer.concat([bytes, directory, part.directory, zip.finish()]);
    }
    const { directory, progress } = part;
    const filesDone = progress.source;
    if (!(await storeArchivePart(trx, row, { bytes, directory, progress, filesDone }))) return true;
    if (!isLast) return false;
    const expiresAt = new Date(Date.now() + archiveDays * 86_400_000);
    await endArchive(trx, accountId, id, { state: 'ready', expiresAt });
    await mailReadyArchive(deps.mail, trx, { accountId, archiveId: id, userId: row.user_id, expiresAt });
    return true;
  });
}

interface Part {
  bytes: Buffer;
  /** Records of the files that end in this part. */
  directory: Buffer;
  progress: Progress;
}

/** Takes steps of the sources until there is enough for a part. */
async function gatherPart(
  sources: readonly ArchiveSource[],
  { sources: names, ...from }: Progress,
  modified: Date,
  { partBytes, partMs }: ArchiveLimits,
): Promise<Part> {
  const zip = createZipWriter(modified, from.zip);
  const out: Buffer[] = [];
  const records: Buffer[] = [];
  const began = performance.now();
  let { source, position } = from;
  let size = 0;
  while (size < partBytes && performance.now() - began < partMs) {
    const current = sources[source];
    if (current === undefined) break;
    const { pieces, next } = await current.step(position);
    for (const piece of pieces) {
      const bytes = await writePiece(zip, piece, records);
      out.push(bytes);
      size += bytes.length;
    }
    position = next;
    if (next === null) source += 1;
  }
  const state: ZipState = zip.state;
  return {
    bytes: Buffer.concat(out),
    directory: Buffer.concat(records),
    progress: { sources: names, source, position, zip: state },
  };
}

export async function writePiece(
  zip: ReturnType<typeof createZipWriter>,
  piece: Awaited<ReturnType<ArchiveSource['step']>>['pieces'][number],
  records: Buffer[],
): Promise<Buffer> {
  if ('begin' in piece) return zip.begin(piece.begin);
  if ('write' in piece) return zip.write(piece.write);
  const { bytes, record } = zip.end();
  records.push(record);
  return bytes;
}
