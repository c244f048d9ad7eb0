/** What an owner does with an import, from its first file to its undoing. */
import { importLimits } from '@kindling/contract/import-files';
import type { Import, ImportDetail, ImportPreview, ImportSettings } from '@kindling/contract/imports';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { plainText } from '../../lib/plain-text.ts';
import { audit } from '../identity/index.ts';
import { deleteChanges } from './change-queries.ts';
import type { ImportsDeps } from './deps.ts';
import { deleteFaults } from './fault-queries.ts';
import { deleteParts, partsOf, putPart } from './parts.ts';
import { presentDetail, presentImport, presentPreview } from './present.ts';
import {
  changeImport,
  findImportRow,
  findTimeZone,
  holdUploading,
  type ImportFile,
  type ImportRow,
  insertImport,
  listImportRows,
  listInStates,
  measureImports,
} from './queries.ts';
import { importQuotas } from './quotas.ts';
import { requestWork } from './request-work.ts';
import { type ReadRow, readRows } from './rows.ts';
import { assertComplete, assertSettings, guessSettings } from './settings.ts';

export interface Owner {
  accountId: string;
  userId: string;
}

const importsShown = 100;
/** States in which an import waits for its owner, its files with it, so that they may be read again. */
export const readable = ['uploading', 'read', 'checked'] as const;
/** States in which an import has no reviews yet and can be given up. */
const unpublished = [...readable, 'checking'] as const;
/** Seconds after which an account that holds too much, or has begun too many, asks again. */
const retries = { held: 60, begun: 3_600 } as const;

export async function listImports(deps: ImportsDeps, accountId: string): Promise<Import[]> {
  const rows = await inTenant(deps.db, accountId, (trx) =>
    listImportRows(trx, accountId, { recent: false, limit: importsShown }),
  );
  return rows.map(presentImport);
}

/**
 * Begins an import; the oldest of those that wait is replaced by it when there are too many.
 * @throws AppError `too-large` when the files are together, `rate-limited` when the account holds too much already or has
 *   begun too many in a day.
 */
export async function createImport(deps: ImportsDeps, owner: Owner, files: ImportFile[]): Promise<Import> {
  const { accountId, userId } = owner;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > importLimits.bytes) throw new AppError('too-large');
  const id = newId();
  const named = files.map((file) => ({ ...file, name: plainText(file.name, 255) }));
  return inTenant(deps.db, accountId, async (trx) => {
    const waiting = await listInStates(trx, accountId, unpublished);
    for (const left of waiting.slice(importQuotas.waiting - 1))
      await giveUp(deps, trx, accountId, left, 'replaced');
    const { held, begun } = await measureImports(trx, accountId);
    const retryAfter =
      begun >= importQuotas.begunPerDay ? retries.begun : held + bytes > importQuotas.held ? retries.held : 0;
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
    await insertImport(trx, accountId, { id, userId, files: named });
    return presentImport(await get(trx, accountId, id));
  });
}

/** Ends an import of which nothing is stored yet; false when it is further than that. */
export async function giveUp(
  deps: Pick<ImportsDeps, 'db'>,
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  state: 'cancelled' | 'replaced' = 'cancelled',
): Promise<boolean> {
  const change = { state, finished: true, released: true } as const;
  if (!(await changeImport(trx, accountId, id, unpublished, change))) return false;
  await deleteParts(deps.db, trx, accountId, id);
  await deleteFaults(trx, accountId, id);
  await deleteChanges(trx, accountId, id);
  return true;
}

async function get(trx: Transaction<DB>, accountId: string, id: string): Promise<ImportRow> {
  const row = await findImportRow(trx, accountId, id);
  if (row === null) throw notFound();
  return row;
}

/**
 * Keeps one part of a file. Parts are whole (1 MiB) but for the last, and each is written once, so what is kept can never
 * be more than was announced. The same part sent again changes nothing.
 * @throws AppError `not-found`, `invalid-input`, `conflict` when no file is awaited any more or other bytes are there,
 *   `rate-limited` when the account has sent too much in a day.
 */
export async function receivePart(
  deps: ImportsDeps,
  accountId: string,
  place: { importId: string; file: number; part: number },
  bytes: Buffer,
): Promise<void> {
  await inTenant(deps.db, accountId, async (trx) => {
    const row = await get(trx, accountId, place.importId);
    const announced = row.files[place.file]?.bytes ?? 0;
    const from = place.part * importLimits.partBytes;
    const wanted = Math.min(importLimits.partBytes, announced - from);
    if (wanted <= 0 || bytes.length !== wanted)
      throw new AppError('invalid-input', undefined, {
        fields: [{ path: 'part', message: 'This part was not announced, or not in this length.' }],
      });
    if (!(await holdUploading(trx, accountId, place.importId))) throw new AppError('conflict');
    await putPart(trx, accountId, place, bytes);
  });
}

export async function getImport(deps: ImportsDeps, accountId: string, id: string): Promise<ImportDetail> {
  return inTenant(deps.db, accountId, (trx) => detail(trx, accountId, id));
}

/** An import with what its files hold and what was, or would be, said about them. */
export async function detail(trx: Transaction<DB>, accountId: string, id: string): Promise<ImportDetail> {
  const row = await get(trx, accountId, id);
  const settings = row.settings ?? (await guessSettings(trx, accountId, row));
  return presentDetail(row, settings, await findTimeZone(trx, accountId), Date.now());
}

/** The first rows as they would be imported. */
export async function previewImport(
  deps: ImportsDeps,
  accountId: string,
  id: string,
  settings: ImportSettings,
): Promise<ImportPreview[]> {
  const { layout, files, zone } = await inTenant(deps.db, accountId, async (trx) => {
    const row = await get(trx, accountId, id);
    if (row.layout === null || !readable.some((state) => state === row.state)) throw new AppError('conflict');
    await assertSettings(trx, accountId, row.layout, settings);
    return {
      layout: row.layout,
      files: row.files.length,
      zone: await findTimeZone(trx, accountId),
    };
  });
  const shown: ReadRow[] = [];
  for await (const page of readRows({
    open: (file) => partsOf(deps.db, accountId, id, file),
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

/** Begins the dry run, also over one that runs with other settings. @throws AppError as above, and `conflict`. */
export async function checkImport(
  deps: ImportsDeps,
  accountId: string,
  id: string,
  settings: ImportSettings,
): Promise<Import> {
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const { layout } = await get(trx, accountId, id);
    if (layout === null) throw new AppError('conflict');
    await assertSettings(trx, accountId, layout, settings);
    assertComplete(layout, settings);
    const changed = await changeImport(trx, accountId, id, ['read', 'checking', 'checked'], {
      state: 'checking',
      settings,
      problem: null,
      locationId: settings.locationId,
      source: settings.source,
      fresh: true,
      released: true,
    });
    if (!changed) throw new AppError('conflict');
    await deleteFaults(trx, accountId, id);
    return get(trx, accountId, id);
  });
  await requestWork(deps, accountId, id);
  return presentImport(row);
}

/** Begins what the dry run has shown; asked again it changes nothing. @throws AppError `not-found`, `conflict`. */
export async function publishImport(deps: ImportsDeps, owner: Owner, id: string): Promise<Import> {
  const { accountId } = owner;
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const before = await get(trx, accountId, id);
    const change = { state: 'publishing', hidden: true, fresh: true, released: true } as const;
    if (await changeImport(trx, accountId, id, ['checked'], change))
      await audit(trx, { accountId, userId: owner.userId, action: 'import.published', target: id });
    else if (before.state !== 'publishing' && before.state !== 'finished') throw new AppError('conflict');
    return get(trx, accountId, id);
  });
  if (row.state === 'publishing') await requestWork(deps, accountId, id);
  return presentImport(row);
}

/** @throws AppError `not-found`; `conflict` when it is finished, or so far that its reviews are shown already. */
export async function cancelImport(deps: ImportsDeps, accountId: string, id: string): Promise<Import> {
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const before = await get(trx, accountId, id);
    const stopping =
      before.hidden &&
      (await changeImport(trx, accountId, id, ['publishing'], {
        state: 'undoing',
        fresh: true,
        released: true,
      }));
    if (!stopping && !(await giveUp(deps, trx, accountId, id)) && !ending(before))
      throw new AppError('conflict');
    return get(trx, accountId, id);
  });
  if (row.state === 'undoing') await requestWork(deps, accountId, id);
  return presentImport(row);
}

function ending({ state }: ImportRow): boolean {
  return state === 'undoing' || state === 'undone' || state === 'cancelled' || state === 'replaced';
}

/** Begins to take a finished import back; its reviews are gone from every screen at once. */
export async function undoImport(deps: ImportsDeps, owner: Owner, id: string): Promise<Import> {
  const { accountId } = owner;
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const before = await get(trx, accountId, id);
    const change = { state: 'undoing', hidden: true, released: true } as const;
    if (await changeImport(trx, accountId, id, ['finished'], change))
      await audit(trx, { accountId, userId: owner.userId, action: 'import.undone', target: id });
    else if (!ending(before)) throw new AppError('conflict');
    return get(trx, accountId, id);
  });
  if (row.state === 'undoing') await requestWork(deps, accountId, id);
  return presentImport(row);
}
