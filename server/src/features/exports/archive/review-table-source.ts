/** Reviews as the export of the app writes them: with names in place of ids, in the person's language. */
import type { Language } from '@kindling/contract/constants';
import { z } from 'zod';
import { type Connectors, listExportRows, listNotExportable } from '../../reviews/index.ts';
import { readNames } from '../review-export-queries.ts';
import { createReviewFile } from '../review-files.ts';
import { exportReview } from '../review-values.ts';
import { reviewFileTexts } from '../table-cells.ts';
import type { InAccount } from './picture-sources.ts';
import type { ArchivePiece, ArchiveSource } from './source.ts';

const pageRows = 500;
const positionSchema = z.object({ time: z.string(), id: z.uuid() });

export function reviewTableSource(
  inAccount: InAccount,
  facts: {
    accountId: string;
    name: string;
    removed: boolean;
    language: Language;
    connectors: Connectors;
    begun: Date;
  },
): ArchiveSource {
  const { accountId, name, removed, language, connectors, begun } = facts;
  return {
    name,
    async step(position) {
      const after = position === null ? null : positionSchema.parse(JSON.parse(position));
      const { rows, names } = await inAccount(async (trx) => {
        const criteria = {
          filter: removed ? { removed } : {},
          connectors,
          withoutListings: await listNotExportable(trx, accountId, connectors),
          storedUntil: begun,
        };
        return {
          names: await readNames(trx, accountId),
          rows: await listExportRows(trx, accountId, criteria, {
            oldestFirst: false,
            after,
            limit: pageRows,
          }),
        };
      });
      const file = createReviewFile('csv', reviewFileTexts(language));
      const page = await file.page(rows.map((row) => exportReview(row, names, connectors)));
      const start: ArchivePiece[] = after === null ? [{ begin: name }, { write: await file.start() }] : [];
      const last = rows.length < pageRows ? undefined : rows.at(-1);
      const end: ArchivePiece[] = last === undefined ? [{ end: true }] : [];
      return {
        pieces: [...start, { write: page }, ...end],
        next: last === undefined ? null : JSON.stringify({ time: last.position, id: last.id }),
      };
    },
  };
}
