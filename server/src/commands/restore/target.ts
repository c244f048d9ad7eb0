/** Into which databases a backup may be loaded. */
import type { BackupContents } from '../../db/backup/records.ts';
import type { BackupSummary } from '../../db/backup/write-backup.ts';
import type { Database } from '../../db/client.ts';
import { CommandError } from '../command-result.ts';

/**
 * Whether the rows of this backup are in the database already, and only the end of the restore is missing. False for an empty
 * database.
 * @throws CommandError `refused` for any other database
 */
export async function inspectTarget(
  db: Pick<Database, 'withOwnerConnection' | 'mode'>,
  { header, contents }: BackupSummary & { contents: BackupContents },
): Promise<boolean> {
  return db.withOwnerConnection(async (client) => {
    const has = async (table: string) => {
      const { rows } = await client.query<{ present: boolean }>(
        'select to_regclass($1) is not null as present',
        [table],
      );
      return rows[0]?.present === true;
    };
    if (!(await has('public.kindling_migrations'))) return false;
    const query = async (text: string) => {
      await client.query('begin read only');
      try {
        await client.query('set local role kindling_system');
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.query('rollback');
      }
    };
    const restores = (await has('public.restores'))
      ? await query('select backup_id, loaded_at from restores where finished_at is null')
      : [];
    const [begun] = restores;
    if (begun !== undefined && begun.backup_id !== header.id)
      throw new CommandError(
        'refused',
        `the database is being restored from another backup (${begun.backup_id}).`,
      );
    if (begun !== undefined && begun.loaded_at !== null) return true;
    const [rows] = (await has('public.users'))
      ? await query('select exists (select from users) or exists (select from accounts) as used')
      : [];
    if (rows?.used === true) throw new CommandError('refused', notEmpty);
    const { rows: applied } = await client.query<{ name: string }>(
      `select set || '/' || name as name from public.kindling_migrations order by 1`,
    );
    const known = new Set(contents.migrations.map(({ set, name }) => `${set}/${name}`));
    const newer = applied.find(({ name }) => !known.has(name));
    if (newer === undefined) return false;
    throw new CommandError(
      'refused',
      `the database has the tables of a newer version (${newer.name}) than the backup. Give an empty database, or an empty folder KINDLING_DATA with the file "secret".`,
    );
  });
}

const notEmpty =
  'the database is not empty: a backup is only restored into an empty one, so that nothing is lost. Give another database, or an empty folder KINDLING_DATA with the file "secret".';
