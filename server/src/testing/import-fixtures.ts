/** For tests only: creates a tenant's imports, one for each request that the API has for an import. */
import type { ImportSettings } from '@kindling/contract/imports';
import { inTenant } from '../db/transaction.ts';
import { insertFaults } from '../features/imports/fault-queries.ts';
import { storePart } from '../features/imports/parts.ts';
import { changeImport, insertImport } from '../features/imports/queries.ts';
import { stageChanges } from '../features/imports/staged-change-queries.ts';
import { insertImportedReviews } from '../features/reviews/index.ts';
import { newId } from '../lib/ids.ts';
import { aReview } from './fake-connector.ts';
import type { TestApp, TestUser } from './test-app.ts';

export interface ImportIds {
  readImportId: string;
  checkImportId: string;
  publishImportId: string;
  cancelImportId: string;
  /** Finished, with one review and one invalid row. */
  undoImportId: string;
}

export function exampleImportSettings(locationId: string): ImportSettings {
  const none = { title: null, replyText: null, replyDate: null, link: null, id: null };
  return {
    locationId,
    source: 'import',
    mapping: { ...none, author: 0, rating: 1, text: 2, date: 3 },
    dateOrder: null,
    asOf: null,
    oneDate: null,
    scale: 5,
  };
}

/** Every text of these imports contains `mark`, so that a test can find leaked data. */
export async function createImportFixtures(
  app: Pick<TestApp, 'services'>,
  user: TestUser,
  mark: string,
  locationId: string,
): Promise<ImportIds> {
  const { accountId } = user;
  const settings = exampleImportSettings(locationId);
  const bytes = Buffer.from(`author,rating,text,date\n${mark} author,5,${mark} text,2025-05-01\n`);
  const make = (state: string) =>
    inTenant(app.services.db, accountId, async (trx) => {
      const id = newId();
      const files = [{ name: `${mark}.csv`, bytes: bytes.length }];
      await insertImport(trx, accountId, { id, userId: user.userId, files });
      await storePart(trx, accountId, { importId: id, file: 0, part: 0 }, bytes, { account: 0, person: 0 });
      await changeImport(trx, accountId, id, ['uploading'], {
        state,
        kind: 'table',
        rows: 1,
        settings,
        locationId,
        source: settings.source,
        layout: {
          kind: 'table',
          encoding: 'utf-8',
          separator: ',',
          header: true,
          columns: ['author', 'rating', 'text', 'date'].map((name) => ({
            name: `${mark} ${name}`,
            example: mark,
            dates: null,
            relative: false,
          })),
          mapping: settings.mapping,
          scale: 5,
          rows: 1,
        },
      });
      return id;
    });
  const undoImportId = await make('finished');
  await inTenant(app.services.db, accountId, async (trx) => {
    const fault = { line: 2, column_name: mark, value: `${mark} value`, fault: 'date-old' as const };
    await insertFaults(trx, accountId, undoImportId, [fault], 10);
    const review = {
      ...aReview({ authorName: `${mark} imported`, text: `${mark} imported` }),
      writtenDay: null,
      dateBasis: null,
      dateSpan: null,
    };
    await insertImportedReviews(trx, accountId, { locationId, source: 'import', importId: undoImportId }, [
      review,
    ]);
    await stageChanges(trx, accountId, undoImportId, [{ review, storedAs: review.externalId }]);
  });
  return {
    undoImportId,
    readImportId: await make('read'),
    checkImportId: await make('read'),
    publishImportId: await make('checked'),
    cancelImportId: await make('checked'),
  };
}
