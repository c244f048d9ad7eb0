import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { newId } from '../../lib/ids.ts';
import { presentNote } from './present.ts';
import { insertNote, listNoteRows } from './queries.ts';

export function noteRoutes(routes: RouteBuilder, { db }: { db: Database }) {
  return {
    list: routes.notes.list.handler(async ({ context }) => {
      const { accountId } = signedInUser(context);
      const rows = await inTenant(db, accountId, (trx) => listNoteRows(trx, accountId));
      return { notes: rows.map(presentNote) };
    }),
    create: routes.notes.create.handler(async ({ input: { text }, context }) => {
      const { accountId } = signedInUser(context);
      const row = await inTenant(db, accountId, (trx) => insertNote(trx, accountId, { id: newId(), text }));
      return { note: presentNote(row) };
    }),
  };
}
