/** Everything of an account, in the order of its archive. */
import { asLanguage } from '@kindling/contract/constants';
import { inTenant } from '../../../db/transaction.ts';
import { listNotExportable } from '../../reviews/index.ts';
import type { ExportsDeps } from '../deps.ts';
import type { ArchiveRow } from './archive-queries.ts';
import { archivedTables } from './content.ts';
import { listArchivedRows } from './content-queries.ts';
import { codePictures, type InAccount, pictureSources } from './picture-sources.ts';
import { readmeSource } from './readme.ts';
import { reviewTableSource } from './review-table-source.ts';
import type { ArchiveSource } from './source.ts';
import { type ReadRows, tableSources } from './table-source.ts';

export function archiveSources(
  { db, connectors, publicUrl, brand }: Pick<ExportsDeps, 'db' | 'connectors' | 'publicUrl' | 'brand'>,
  {
    account_id: accountId,
    created_at: begun,
    ...row
  }: Pick<ArchiveRow, 'account_id' | 'created_at' | 'language'>,
): ArchiveSource[] {
  const language = asLanguage(row.language);
  const inAccount: InAccount = (work) => inTenant(db, accountId, work);
  const readRows: ReadRows = (table, after) =>
    inAccount(async (trx) => {
      const withoutListings = await listNotExportable(trx, accountId, connectors);
      return listArchivedRows(trx, accountId, table, { after, withoutListings });
    });
  const reviews = [false, true].map((removed) =>
    reviewTableSource(inAccount, {
      accountId,
      name: removed ? 'reviews/removed.csv' : 'reviews/shown.csv',
      removed,
      language,
      connectors,
      begun,
    }),
  );
  return [
    ...reviews,
    ...archivedTables.flatMap((table) => tableSources(table, readRows)),
    ...pictureSources(inAccount, accountId),
    codePictures(inAccount, { accountId, publicUrl, language }),
    // Last, because it says when the archive was finished.
    readmeSource(inAccount, { accountId, language, brand: brand.name, begun }),
  ];
}
