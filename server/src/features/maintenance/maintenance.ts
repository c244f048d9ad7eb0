/** The read-only mode and the notices, as administrators change them. */
import {
  type Maintenance,
  maxNoticeDays,
  maxOpenNotices,
  type NoticeInput,
} from '@kindling/contract/maintenance';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { ReadOnlyMode } from '../../db/read-only-mode.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { auditOperator } from '../identity/index.ts';
import { presentMaintenance } from './present.ts';
import {
  countOpenNotices,
  deleteNotice,
  getMode,
  insertNotice,
  isNoticePresent,
  listOpenNotices,
  lockMode,
  setMode,
  updateNotice,
} from './queries.ts';

export interface MaintenanceDeps {
  db: Pick<Database, 'pool'>;
  readOnly: Pick<ReadOnlyMode, 'refresh'>;
}

export function getMaintenance({ db }: Pick<MaintenanceDeps, 'db'>, now = new Date()): Promise<Maintenance> {
  return inSystem(db, (system) => readMaintenance(system, now));
}

async function readMaintenance(system: Transaction<DB>, now: Date): Promise<Maintenance> {
  return presentMaintenance(await getMode(system), await listOpenNotices(system, now, maxOpenNotices));
}

/**
 * Switches the read-only mode; every process follows within a second.
 * @param adminId null for a command of the terminal, which gives no version
 * @throws AppError `conflict` when it was switched since `version` was read
 */
export async function setReadOnly(
  { db, readOnly }: MaintenanceDeps,
  adminId: string | null,
  { on, version }: { on: boolean; version: number | null },
  now = new Date(),
): Promise<Maintenance> {
  const after = await inSystem(db, async (system) => {
    const mode = await lockMode(system);
    if (version !== null && version !== mode.version) throw new AppError('conflict');
    if ((mode.read_only_since !== null) !== on) {
      await setMode(system, { readOnlySince: on ? now : null, changedBy: adminId, at: now });
      const action = on ? 'maintenance.read-only-on' : 'maintenance.read-only-off';
      await auditOperator(system, { adminId, action });
    }
    return readMaintenance(system, now);
  });
  // This process does not wait for its own notification.
  await readOnly.refresh();
  return after;
}

/** @throws AppError `limit-reached`; `invalid-input` for a notice that has ended or ends too late */
export function createNotice(
  { db }: Pick<MaintenanceDeps, 'db'>,
  adminId: string,
  notice: NoticeInput,
  now = new Date(),
): Promise<Maintenance> {
  checkEnd(notice, now);
  return inSystem(db, async (system) => {
    // The lock keeps two administrators from exceeding the limit together.
    await lockMode(system);
    if ((await countOpenNotices(system, now)) >= maxOpenNotices) throw new AppError('limit-reached');
    const id = newId();
    await insertNotice(system, { id, notice, changedBy: adminId, at: now });
    await auditOperator(system, { adminId, action: 'maintenance.notice-created', target: id });
    return readMaintenance(system, now);
  });
}

/** @throws AppError `conflict` when it was changed since `version` was read; `not-found`; `invalid-input` as {@link createNotice} */
export function changeNotice(
  { db }: Pick<MaintenanceDeps, 'db'>,
  adminId: string,
  change: { id: string; version: number; notice: NoticeInput },
  now = new Date(),
): Promise<Maintenance> {
  checkEnd(change.notice, now);
  return inSystem(db, async (system) => {
    const { id } = change;
    if (!(await updateNotice(system, { ...change, changedBy: adminId, at: now }))) await refuse(system, id);
    await auditOperator(system, { adminId, action: 'maintenance.notice-changed', target: id });
    return readMaintenance(system, now);
  });
}

/** @throws AppError `conflict` when it was changed since `version` was read; `not-found` */
export function removeNotice(
  { db }: Pick<MaintenanceDeps, 'db'>,
  adminId: string,
  { id, version }: { id: string; version: number },
  now = new Date(),
): Promise<Maintenance> {
  return inSystem(db, async (system) => {
    if (!(await deleteNotice(system, id, version))) await refuse(system, id);
    await auditOperator(system, { adminId, action: 'maintenance.notice-removed', target: id });
    return readMaintenance(system, now);
  });
}

async function refuse(system: Transaction<DB>, id: string): Promise<never> {
  throw (await isNoticePresent(system, id)) ? new AppError('conflict') : notFound();
}

function checkEnd({ shownUntil }: NoticeInput, now: Date): void {
  const end = Date.parse(shownUntil);
  if (end > now.getTime() && end <= now.getTime() + maxNoticeDays * 86_400_000) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'shownUntil', message: 'The end is not ahead, or more than a year away.' }],
  });
}
