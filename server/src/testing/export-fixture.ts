/** For tests only: a finished export and a finished archive of an account. */
import { Buffer } from 'node:buffer';
import { languages } from '@kindling/contract/constants';
import { inTenant } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import type { TestApp, TestUser } from './test-app.ts';

export interface ExportIds {
  /** A finished export of the tenant's user. */
  exportId: string;
}

/** Adds one row to each table of exports; `mark` is in the filter and in the bytes. */
export async function addExports(app: TestApp, user: TestUser, mark: string): Promise<ExportIds> {
  const [exportId, archiveId] = [newId(), newId()];
  const { accountId: account_id, userId: user_id } = user;
  const [language] = languages;
  const bytes = Buffer.from(`${mark} archive`);
  await inTenant(app.services.db, account_id, async (trx) => {
    const request = { format: 'csv', language, filter: { search: mark }, sort: 'newest' };
    await trx
      .insertInto('review_exports')
      .values({ account_id, id: exportId, user_id, request: JSON.stringify(request), state: 'done' })
      .execute();
    await trx
      .insertInto('account_archives')
      .values({
        account_id,
        id: archiveId,
        user_id,
        language: 'en',
        state: 'ready',
        bytes: bytes.length,
        parts: 1,
        ready_at: new Date(),
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
    await trx
      .insertInto('account_archive_parts')
      .values({ account_id, archive_id: archiveId, number: 0, bytes })
      .execute();
  });
  return { exportId };
}
