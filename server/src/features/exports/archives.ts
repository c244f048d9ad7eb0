/** Archives of whole accounts: who may ask for one and get it, and its bytes. */
import type { Readable } from 'node:stream';
import { asLanguage, type Language } from '@kindling/contract/constants';
import {
  type Archive,
  archiveFailures,
  downloadAddressSeconds,
  maxArchivesPerDay,
} from '@kindling/contract/exports';
import { exportFileTexts } from '@kindling/locales/export-file.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { Bearer, SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { audit, lockAccount, mayMemberDo, requireRecentSignIn } from '../identity/index.ts';
import {
  type ArchiveRow,
  countBegunArchives,
  expireArchives,
  findArchive,
  findArchivePart,
  insertArchive,
  setArchiveTicket,
  sumArchiveBytes,
  takeArchiveTicket,
} from './archive/archive-queries.ts';
import { archiveSources } from './archive/sources.ts';
import type { ExportsDeps } from './deps.ts';
import { archiveJob } from './jobs.ts';
import { streamPieces } from './stream-pieces.ts';
import { newTicket } from './tickets.ts';

/** Bytes of all archives of the installation; above that no new one is begun. */
const maxStoredBytes = 20 * 1024 ** 3;
const dayMs = 86_400_000;

export async function getArchive(
  { db }: Pick<ExportsDeps, 'db'>,
  accountId: string,
): Promise<Archive | null> {
  const row = await inTenant(db, accountId, (trx) => findArchive(trx, accountId));
  return row === null ? null : presentArchive(row);
}

/**
 * Begins an archive; the one before is deleted. While one is made, a second request changes nothing.
 * @throws AppError `sign-in-again` when the last sign-in is too long ago, `limit-reached` when the account has begun as many
 *   in a day as it may, `unavailable` when the installation stores as much as it may
 */
export async function beginArchive(
  deps: ExportsDeps,
  { accountId, userId }: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
  language: Language,
): Promise<Archive | null> {
  requireRecentSignIn(bearer);
  if ((await inSystem(deps.db, sumArchiveBytes)) >= maxStoredBytes) throw new AppError('unavailable');
  const archive = await inTenant(deps.db, accountId, async (trx) => {
    // So that two at once cannot both pass the count.
    if ((await lockAccount(trx, accountId)) === null) throw notFound();
    const present = await findArchive(trx, accountId);
    if (present?.state === 'running') return present;
    const now = new Date();
    if ((await countBegunArchives(trx, accountId, new Date(now.getTime() - dayMs))) >= maxArchivesPerDay)
      throw new AppError('limit-reached');
    await expireArchives(trx, accountId);
    const id = newId();
    const sources = archiveSources(deps, { account_id: accountId, created_at: now, language });
    // One that is not finished within a day is given up.
    const expiresAt = new Date(now.getTime() + dayMs);
    await insertArchive(trx, accountId, { id, userId, language, filesTotal: sources.length, expiresAt });
    await audit(trx, { accountId, userId, action: 'account.archived' });
    return findArchive(trx, accountId);
  });
  if (archive === null) return null;
  await deps.queue.enqueue(archiveJob, { accountId, archiveId: archive.id }, { key: archive.id });
  return presentArchive(archive);
}

/** Deletes the archive, or stops making it. Without one nothing happens. */
export async function removeArchive(
  { db }: Pick<ExportsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
): Promise<void> {
  await inTenant(db, accountId, async (trx) => {
    if (await expireArchives(trx, accountId))
      await audit(trx, { accountId, userId, action: 'account.archive-removed' });
  });
}

/**
 * An address from which the archive is downloaded, once.
 * @throws AppError `sign-in-again` when the last sign-in is too long ago, `not-found` without a finished archive
 */
export async function addressOfArchive(
  { db }: Pick<ExportsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
): Promise<string> {
  requireRecentSignIn(bearer);
  const ticket = newTicket();
  await inTenant(db, accountId, async (trx) => {
    const archive = await findArchive(trx, accountId);
    if (archive?.state !== 'ready') throw notFound();
    const expiresAt = new Date(Date.now() + downloadAddressSeconds * 1000);
    await setArchiveTicket(trx, accountId, archive.id, { hash: ticket.hash, userId, expiresAt });
    await audit(trx, { accountId, userId, action: 'account.archive-downloaded' });
  });
  return ticket.address;
}

function presentArchive(row: ArchiveRow): Archive {
  const state = (['running', 'ready'] as const).find((one) => one === row.state) ?? 'failed';
  return {
    id: row.id,
    state,
    failure: archiveFailures.find((failure) => failure === row.failure) ?? null,
    files: { done: row.files_done, total: row.files_total },
    bytes: row.bytes,
    createdAt: row.created_at.toISOString(),
    expiresAt: state === 'ready' ? row.expires_at.toISOString() : null,
  };
}

export interface OpenArchive {
  accountId: string;
  id: string;
  bytes: number;
  parts: number;
  fileName: string;
}

/**
 * The archive of an address, which then works no more. Whoever got the address must still be an owner.
 * @returns null for an address that is used, too old or unknown
 */
export async function openArchive(
  { db }: Pick<ExportsDeps, 'db'>,
  hash: Buffer,
): Promise<OpenArchive | null> {
  const row = await inSystem(db, (trx) => takeArchiveTicket(trx, hash));
  if (row === null || row.ticket_user_id === null) return null;
  const { account_id: accountId, id, bytes, parts, ticket_user_id: userId } = row;
  const isOwner = await inTenant(db, accountId, (trx) =>
    mayMemberDo(trx, { accountId, userId }, 'account.manage'),
  );
  if (!isOwner) return null;
  const name = exportFileTexts[asLanguage(row.language)].readme.archiveName;
  const day = row.created_at.toISOString().slice(0, 10);
  return { accountId, id, bytes, parts, fileName: `${name}-${day}.zip` };
}

/** The bytes of an archive. Breaks off when it is deleted meanwhile. */
export function readArchive(
  { db, log }: Pick<ExportsDeps, 'db' | 'log'>,
  { accountId, id, parts }: OpenArchive,
): Readable {
  async function* pieces() {
    for (let number = 0; number < parts; number += 1) {
      const bytes = await inTenant(db, accountId, (trx) => findArchivePart(trx, accountId, { id, number }));
      if (bytes === null) throw new Error('The archive was deleted.');
      // A stream takes no empty piece.
      if (bytes.length > 0) yield bytes;
    }
  }
  return streamPieces(pieces(), {
    async onEnd(end) {
      if (end.error !== null) log.warn({ err: end.error, id }, 'The download of an archive broke off');
    },
  });
}
