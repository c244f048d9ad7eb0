/**
 * `rotate-keys`: encrypts every stored secret again with KINDLING_SECRET, row by row, so that KINDLING_OLD_SECRETS can be
 * removed. Safe to interrupt and to repeat: what has the newest key already is not touched.
 */
import { resealStoredKeys } from '@kindling/identity';
import pg from 'pg';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/client.ts';
import { createSecretBox, type SecretBox } from '../lib/secret-box.ts';
import { secretOf } from '../sign-in-service.ts';
import { type CommandResult, exitCodes } from './command-result.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';

/** Rows per transaction. The embedded database has one session, so transactions must be short. */
const batchSize = 200;

export interface RotatedColumn {
  column: string;
  /** Encrypted again now. */
  rotated: number;
  /** None of the given secrets opens them. */
  unreadable: number;
}

export async function rotateKeys(
  { db, settings }: { db: Database; settings: Pick<Settings, 'secret' | 'oldSecrets' | 'auth'> },
  batch: number = batchSize,
): Promise<CommandResult> {
  const secrets = [settings.secret, ...settings.oldSecrets];
  const box = createSecretBox(secrets, 'stored-secrets');
  const columns: RotatedColumn[] = [];
  for (const column of sealedColumns) columns.push(await rotateColumn(db, box, column, batch));
  if (!settings.auth.hosted) {
    const resealedOf = await resealStoredKeys(db.pool, [
      secretOf(settings.secret),
      ...settings.oldSecrets.map(secretOf),
    ]);
    for (const [name, { resealed, unreadable }] of Object.entries(resealedOf))
      columns.push({ column: `identity.${name}`, rotated: resealed, unreadable });
  }
  const left = columns.reduce((sum, { unreadable }) => sum + unreadable, 0);
  const width = Math.max(...columns.map(({ column }) => column.length));
  return {
    lines: [
      ...columns.map(
        ({ column, rotated, unreadable }) =>
          `${column.padEnd(width)}  ${String(rotated).padStart(8)} encrypted again  ${String(unreadable).padStart(6)} that no given secret opens`,
      ),
      ...conclusion(left, settings.oldSecrets.length),
    ],
    json: { columns, left, oldSecretsCanBeRemoved: left === 0 },
    exitCode: left === 0 ? exitCodes.ok : exitCodes.key,
  };
}

function conclusion(left: number, oldSecrets: number): string[] {
  if (left > 0)
    return [
      `${left} values are encrypted with a secret that was not given. Add it to KINDLING_OLD_SECRETS and run the command again.`,
    ];
  const done = 'Everything that is stored is encrypted with KINDLING_SECRET.';
  if (oldSecrets === 0) return [done];
  return [
    `${done} KINDLING_OLD_SECRETS is needed for the tables no more.`,
    'Keep it for 30 days all the same: links in mails that were sent before, and backups that were made before, need it.',
  ];
}

async function rotateColumn(
  db: Pick<Database, 'withOwnerConnection' | 'mode'>,
  box: SecretBox,
  column: SealedColumn,
  batch: number,
): Promise<RotatedColumn> {
  const counts: RotatedColumn = { column: `${column.schema}.${column.table}`, rotated: 0, unreadable: 0 };
  let after: string[] | null = null;
  do {
    const { rotated, unreadable, last } = await rotateBatch(db, box, column, after, batch);
    counts.rotated += rotated;
    counts.unreadable += unreadable;
    after = last;
  } while (after !== null);
  return counts;
}

interface Batch {
  rotated: number;
  unreadable: number;
  /** Key of the last row; null after the last batch. */
  last: string[] | null;
}

/** Each batch is a transaction of its own connection, so that others come in between. */
function rotateBatch(
  db: Pick<Database, 'withOwnerConnection' | 'mode'>,
  box: SecretBox,
  column: SealedColumn,
  after: string[] | null,
  batch: number,
): Promise<Batch> {
  return db.withOwnerConnection(async (client) => {
    await client.query('begin');
    try {
      if (column.schema === 'public') await client.query('set local role kindling_system');
      const rows = await selectOutdated(client, box, column, after, batch);
      let rotated = 0;
      for (const row of rows) {
        const sealed = resealed(box, row.sealed ?? '', column.context(row));
        if (sealed === null) continue;
        const values = column.keys.map(([name]) => row[name]);
        await client.query(
          `update ${tableOf(column)} set ${column.set} where ${keyList(column)} = (${column.keys.map(([, type], at) => `$${at + 2}::${type}`).join(', ')})`,
          [sealed, ...values],
        );
        rotated += 1;
      }
      await client.query('commit');
      const last = rows.length < batch ? null : column.keys.map(([name]) => rows.at(-1)?.[name] ?? '');
      return { rotated, unreadable: rows.length - rotated, last };
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

const tableOf = ({ schema, table }: SealedColumn) => `${schema}.${table}`;
const keyList = ({ keys }: SealedColumn) => `(${keys.map(([name]) => keyExpression(name)).join(', ')})`;
/** The context of a job is in its payload. */
const keyExpression = (name: string) =>
  name === 'context' ? `(data ->> 'context')` : pg.escapeIdentifier(name);

async function selectOutdated(
  client: pg.Client,
  box: SecretBox,
  column: SealedColumn,
  after: string[] | null,
  batch: number,
): Promise<Record<string, string>[]> {
  const { keys, value, where = 'true' } = column;
  const { rows: found } = await client.query<{ present: boolean }>(
    'select to_regclass($1) is not null as present',
    [tableOf(column)],
  );
  // The queue makes its tables when the program starts for the first time.
  if (found[0]?.present !== true) return [];
  const names = keys
    .map(([name]) => `${keyExpression(name)}::text as ${pg.escapeIdentifier(name)}`)
    .join(', ');
  const later =
    after === null
      ? ''
      : `and ${keyList(column)} > (${keys.map(([, type], at) => `$${at + 3}::${type}`).join(', ')})`;
  const { rows } = await client.query<Record<string, string>>(
    `select ${names}, ${value} as sealed from ${tableOf(column)}
      where ${where} and ${value} <> '' and not starts_with(${value}, $1) ${later}
      order by ${keys.map(([name]) => keyExpression(name)).join(', ')} limit $2 for update`,
    [box.newestMark, batch, ...(after ?? [])],
  );
  return rows;
}

function resealed(box: SecretBox, sealed: string, context: string): string | null {
  try {
    return box.seal(box.open(sealed, context), context);
  } catch {
    return null;
  }
}
