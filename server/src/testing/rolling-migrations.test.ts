/**
 * Processes are replaced one after another, so the earlier version works on the newer schema for minutes: a migration only adds.
 * What takes something away says since when nothing uses it, in a line that begins with `-- contract:`; what keeps a table from
 * its writers says why that is short, in one that begins with `-- locks:`.
 */
import { identityMigrations } from '@kindling/identity';
import { describe, expect, test } from 'vitest';
import { type Migration, readMigrations } from '../db/migrate.ts';

/** The first migrations that were written for rolling upgrades: of the product, and of the sign-in service. */
const first = '0089';
const firstOfIdentity = 'identity-0006';

const breaking: readonly [RegExp, string][] = [
  [
    /\bdrop\s+(?:table|column|view|schema|type|domain|function|role)\b/,
    'drops what earlier versions may use',
  ],
  [/\brename\s+(?:to|column)\b/, 'renames what earlier versions use'],
  [/\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/, 'changes the type of a column'],
  [/\bset\s+not\s+null\b/, 'refuses rows of earlier versions'],
  [/\bdrop\s+default\b/, 'refuses rows of earlier versions'],
];
const addedColumn = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s[^;]*?(?=,\s*add\s|;|$)/g;

/** What is wrong with a migration, one sentence each. */
function faultsOf({ name, sql }: Migration): string[] {
  const text = sql.toLowerCase();
  const statements = text
    .replaceAll(/--[^\n]*/g, '')
    // Bodies of functions run later.
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .split(';');
  const created = new Set(
    [...text.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/g)].map(
      ([, table]) => table,
    ),
  );
  const contracts = /^-- contract: \S/m.test(text);
  const locks = /^-- locks: \S/m.test(text);
  const faults: string[] = [];
  for (const statement of statements) {
    const shown = statement.trim().replaceAll(/\s+/g, ' ').slice(0, 80);
    const isNew = [...created].some((table) =>
      new RegExp(`\\b(?:table|on)\\s+(?:only\\s+)?${table}\\b`).test(statement),
    );
    if (isNew) continue;
    if (!contracts) {
      for (const [pattern, what] of breaking)
        if (pattern.test(statement)) faults.push(`${name}: ${shown}: ${what}`);
      for (const [column] of statement.matchAll(addedColumn))
        if (/\bnot\s+null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column))
          faults.push(`${name}: ${shown}: refuses rows of earlier versions`);
    }
    if (locks) continue;
    if (/\bcreate\s+(?:unique\s+)?index\b/.test(statement))
      faults.push(`${name}: ${shown}: keeps writers waiting while the index is made`);
    if (
      /\badd\s+(?:constraint|check|foreign|unique|primary)\b/.test(statement) &&
      !/\bnot\s+valid\b/.test(statement)
    )
      faults.push(`${name}: ${shown}: keeps writers waiting while all rows are checked`);
  }
  return faults;
}

test('migrations since rolling upgrades only add, and keep nobody waiting', async () => {
  const all = await readMigrations(new URL('../db/migrations/', import.meta.url));
  const checked = [
    ...all.filter(({ name }) => name >= first),
    ...identityMigrations.filter(({ name }) => name >= firstOfIdentity),
  ];
  expect(checked.length).toBeGreaterThan(0);
  expect(checked.flatMap(faultsOf)).toEqual([]);
});

describe('the check', () => {
  const check = (sql: string) => faultsOf({ name: '0001-test', sql }).length;

  test.each([
    'alter table reviews drop column text;',
    'drop table reviews;',
    'alter table reviews rename column text to words;',
    'alter table reviews rename to notes;',
    'alter table reviews alter column rating type bigint;',
    'alter table reviews alter column text set not null;',
    'alter table reviews alter column text drop default;',
    'alter table reviews add column mood text not null;',
    'alter table reviews add column a text, add column b integer not null;',
    'create index reviews_mood on reviews (mood);',
    'alter table reviews add constraint short check (length(text) < 5);',
    'create table moods (id uuid primary key); drop table reviews;',
  ])('refuses %s', (sql) => {
    expect(check(sql)).toBeGreaterThan(0);
  });

  test.each([
    'create table moods (id uuid primary key, name text not null); create index moods_name on moods (name);',
    'alter table reviews add column mood text;',
    "alter table reviews add column mood text not null default '';",
    'alter table reviews add constraint short check (length(text) < 5) not valid;',
    'create or replace function f() returns void language sql as $$ drop table reviews $$;',
    '-- contract: nothing reads it since 0088\nalter table reviews drop column text;',
    '-- locks: the table has one row\ncreate index one on maintenance_mode (changed_by);',
    '-- drop table reviews;',
  ])('allows %s', (sql) => {
    expect(check(sql)).toBe(0);
  });
});
