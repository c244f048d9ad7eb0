/** The actions of an owner on an import, from the upload of its files to the undo. */
import { importLimits } from '@kindling/contract/import-files';
import type { Import, ImportDetail, ImportPreview, ImportSettings } from '@kindling/contract/imports';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { withoutLocationLimit } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit, lockAccount } from '../identity/index.ts';
import type { ImportsDeps } from './deps.ts';
import { enqueueImport } from './enqueue-import.ts';
import { deleteFaults } from './fault-queries.ts';
import { deleteParts, readParts, readWrittenBytes, storePart } from './parts.ts';
import { presentDetail, presentImport, presentPreview } from './present.ts';
import {
  changeImport,
  findImportRow,
  findTimeZone,
  type ImportChange,
  type ImportFile,
  type ImportRow,
  insertImport,
  listImportRows,
  listOwnImportIdsInStates,
  lockUploadingImport,
} from './queries.ts';
import { getImportUsage } from './quota-queries.ts';
import { importQuotas, requireQuota } from './quotas.ts';
import { type ReviewRow, readReviewRows } from './rows.ts';
import { assertComplete, assertSettings, guessSettings } from './settings.ts';
import { deleteStagedChanges } from './staged-change-queries.ts';

export interface ImportOwner {
  accountId: string;
  userId: string;
}

const listLimit = 100;
/** States in which an import waits for its owner. Its files are still stored and can be read again. */
export const readableStates = ['uploading', 'read', 'checked'] as const;
/** States in which an import has no reviews yet and can be discarded. */
const unpublishedStates = [...readableStates, 'checking'] as const;
/** Seconds after which a caller above a quota should try again. */
const retryAfterSeconds = { tooManyBytes: 60, tooManyImports: 3_600 } as const;

export async function listImports(deps: ImportsDeps, accountId: string): Promise<Import[]> {
  const rows = await inTenant(deps.db, accountId, (trx) =>
    listImportRows(trx, accountId, { recent: false, limit: listLimit }),
  );
  return rows.map(presentImport);
}

/**
 * Creates an import. When too many imports of the caller are waiting, it replaces the oldest of them.
 * @throws AppError `too-large` when the files are too large together; `rate-limited` when the account already stores too
 *   much or has created too many imports in a day, `import-share-used` when the caller has.
 */
export async function createImport(
  deps: ImportsDeps,
  owner: ImportOwner,
  files: ImportFile[],
): Promise<Import> {
  const { accountId, userId } = owner;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > importLimits.bytes) throw new AppError('too-large');
  const id = newId();
  const storableFiles = files.map((file) => ({ ...file, name: toStorableText(file.name, 255) }));
  const create = async (trx: Transaction<DB>) => {
    // Two imports at once must not both pass the quotas.
    await lockAccount(trx, accountId);
    const waiting = await listOwnImportIdsInStates(trx, accountId, userId, unpublishedStates);
    for (const oldest of waiting.slice(importQuotas.maxWaiting - 1))
      await discardImport(deps, trx, accountId, oldest, 'replaced');
    const { unfinishedBytes, createdToday } = await getImportUsage(trx, accountId, userId);
    requireQuota('maxBegunPerDay', createdToday, 1, retryAfterSeconds.tooManyImports);
    requireQuota('maxHeldBytes', unfinishedBytes, bytes, retryAfterSeconds.tooManyBytes);
    await insertImport(trx, accountId, { id, userId, files: storableFiles });
    return presentImport(await requireImport(trx, accountId, id));
  };
  // The quotas are the account's, whichever of its imports the caller sees.
  return withoutLocationLimit(() => inTenant(deps.db, accountId, create));
}

/** Discards an import that has no reviews yet. @returns false when it is already past these states */
export async function discardImport(
  deps: Pick<ImportsDeps, 'db'>,
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  state: 'canceled' | 'replaced' = 'canceled',
): Promise<boolean> {
  const change = { state, finished: true, releaseLease: true } satisfies ImportChange;
  if (!(await changeImport(trx, accountId, id, unpublishedStates, change))) return false;
  await deleteParts(deps.db, trx, accountId, id);
  await deleteFaults(trx, accountId, id);
  await deleteStagedChanges(trx, accountId, id);
  return true;
}

async function requireImport(trx: Transaction<DB>, accountId: string, id: string): Promise<ImportRow> {
  const row = await findImportRow(trx, accountId, id);
  if (row === null) throw notFound();
  return row;
}

/**
 * Stores one part of a file. Every part but the last has exactly 1 MiB and is written once, so an import can never store
 * more than it announced. Sending the same part again changes nothing.
 * @throws AppError `not-found`; `invalid-input`; `conflict` when the upload is over or the part has other bytes;
 *   `rate-limited` when the account has sent too much in a day, `import-share-used` when whoever began the import has.
 */
export async function receivePart(
  deps: ImportsDeps,
  accountId: string,
  place: { importId: string; file: number; part: number },
  bytes: Buffer,
): Promise<void> {
  const written = await readWrittenBytes(deps.db, accountId, place.importId);
  await inTenant(deps.db, accountId, async (trx) => {
    const row = await requireImport(trx, accountId, place.importId);
    const announced = row.files[place.file]?.bytes ?? 0;
    const from = place.part * importLimits.partBytes;
    const wanted = Math.min(importLimits.partBytes, announced - from);
    if (wanted <= 0 || bytes.length !== wanted)
      throw new AppError('invalid-input', undefined, {
        fields: [{ path: 'part', message: 'This part was not announced, or not in this length.' }],
      });
    if (!(await lockUploadingImport(trx, accountId, place.importId))) throw new AppError('conflict');
    await storePart(trx, accountId, place, bytes, written);
  });
}

export async function getImport(deps: ImportsDeps, accountId: string, id: string): Promise<ImportDetail> {
  return inTenant(deps.db, accountId, (trx) => loadImportDetail(trx, accountId, id));
}

/** Loads an import with the layout of its files and its settings, or guessed settings if the owner has not set any. */
export async function loadImportDetail(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<ImportDetail> {
  const row = await requireImport(trx, accountId, id);
  const settings = row.settings ?? (await guessSettings(trx, accountId, row));
  return presentDetail(row, settings, await findTimeZone(trx, accountId), Date.now());
}

/** Shows how the first rows would be imported. */
export async function previewImport(
  deps: ImportsDeps,
  accountId: string,
  id: string,
  settings: ImportSettings,
): Promise<ImportPreview[]> {
  const { layout, files, zone } = await inTenant(deps.db, accountId, async (trx) => {
    const row = await requireImport(trx, accountId, id);
    if (row.layout === null || !readableStates.some((state) => state === row.state))
      throw new AppError('conflict');
    await assertSettings(trx, accountId, row.layout, settings);
    return {
      layout: row.layout,
      files: row.files.length,
      zone: await findTimeZone(trx, accountId),
    };
  });
  const shown: ReviewRow[] = [];
  for await (const page of readReviewRows({
    open: (file) => readParts(deps.db, accountId, id, file),
    files,
    layout,
    settings,
    zone,
    archives: deps.archives,
    now: Date.now(),
  })) {
    shown.push(...page.slice(0, importLimits.previewRows - shown.length));
    if (shown.length >= importLimits.previewRows) break;
  }
  return shown.map((row) => presentPreview(row, layout));
}

/**
 * Starts the dry run. It replaces a running one, for example with other settings.
 * @throws AppError `not-found`, `invalid-input`, `conflict`.
 */
export async function checkImport(
  deps: ImportsDeps,
  accountId: string,
  id: string,
  settings: ImportSettings,
): Promise<Import> {
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const { layout } = await requireImport(trx, accountId, id);
    if (layout === null) throw new AppError('conflict');
    await assertSettings(trx, accountId, layout, settings);
    assertComplete(layout, settings);
    const changed = await changeImport(trx, accountId, id, ['read', 'checking', 'checked'], {
      state: 'checking',
      settings,
      problem: null,
      locationId: settings.locationId,
      source: settings.source,
      resetCounts: true,
      releaseLease: true,
    });
    if (!changed) throw new AppError('conflict');
    await deleteFaults(trx, accountId, id);
    return requireImport(trx, accountId, id);
  });
  await enqueueImport(deps, accountId, id);
  return presentImport(row);
}

/** Starts to publish after the dry run; a second call changes nothing. @throws AppError `not-found`, `conflict`. */
export async function publishImport(deps: ImportsDeps, owner: ImportOwner, id: string): Promise<Import> {
  const { accountId } = owner;
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const before = await requireImport(trx, accountId, id);
    const change = {
      state: 'publishing',
      hidden: true,
      resetCounts: true,
      releaseLease: true,
    } satisfies ImportChange;
    if (await changeImport(trx, accountId, id, ['checked'], change))
      await audit(trx, { accountId, userId: owner.userId, action: 'import.published', target: id });
    else if (before.state !== 'publishing' && before.state !== 'finished') throw new AppError('conflict');
    return requireImport(trx, accountId, id);
  });
  if (row.state === 'publishing') await enqueueImport(deps, accountId, id);
  return presentImport(row);
}

/** @throws AppError `not-found`; `conflict` when it is finished or its reviews are already visible. */
export async function cancelImport(deps: ImportsDeps, accountId: string, id: string): Promise<Import> {
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const before = await requireImport(trx, accountId, id);
    const stopping =
      before.hidden &&
      (await changeImport(trx, accountId, id, ['publishing'], {
        state: 'undoing',
        resetCounts: true,
        releaseLease: true,
      }));
    if (!stopping && !(await discardImport(deps, trx, accountId, id)) && !isUndoneOrDiscarded(before))
      throw new AppError('conflict');
    return requireImport(trx, accountId, id);
  });
  if (row.state === 'undoing') await enqueueImport(deps, accountId, id);
  return presentImport(row);
}

function isUndoneOrDiscarded({ state }: ImportRow): boolean {
  return state === 'undoing' || state === 'undone' || state === 'canceled' || state === 'replaced';
}

/** Starts to undo a finished import. Its reviews disappear from all screens immediately. */
export async function undoImport(deps: ImportsDeps, owner: ImportOwner, id: string): Promise<Import> {
  const { accountId } = owner;
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const before = await requireImport(trx, accountId, id);
    const change = { state: 'undoing', hidden: true, releaseLease: true } satisfies ImportChange;
    if (await changeImport(trx, accountId, id, ['finished'], change))
      await audit(trx, { accountId, userId: owner.userId, action: 'import.undone', target: id });
    else if (!isUndoneOrDiscarded(before)) throw new AppError('conflict');
    return requireImport(trx, accountId, id);
  });
  if (row.state === 'undoing') await enqueueImport(deps, accountId, id);
  return presentImport(row);
}
