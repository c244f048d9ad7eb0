import { describe, expect, test } from 'vitest';
import { findJoins } from './find-joins.mjs';

const places = {
  'public.own_reviews': 'own',
  'public.users': 'reference',
  'public.emails': 'local',
  'public.backups': 'local',
};
const place = (table) => places[table] ?? (table.startsWith('public.') ? 'distributed' : 'local');
const joinsOf = (text, same) => findJoins(text, place, same).join(' + ');

describe('rows of one account', () => {
  test.each([
    ['one table', 'select * from reviews where rating = $1'],
    [
      'the account in the condition of a join',
      'select 1 from reviews r join tags t on t.account_id = r.account_id and t.id = r.tag',
    ],
    [
      'an outer join',
      'select 1 from reviews r left join tags t on (t.account_id, t.id) = (r.account_id, r.tag)',
    ],
    ['using', 'select 1 from reviews join tags using (account_id)'],
    [
      'a comma, and the same parameter',
      'select 1 from reviews r, tags t where r.account_id = $1::uuid and t.account_id = $1 and t.id = r.tag',
    ],
    ['the same constant', "select 1 from reviews r, tags t where r.account_id = '7' and t.account_id = '7'"],
    [
      'the id of accounts',
      'select 1 from accounts a join reviews r on r.account_id = a.id join tags t on t.account_id = a.id',
    ],
    [
      'through a list of values',
      'select 1 from unnest($1::uuid[], $2::uuid[]) as w (account_id, id) join reviews r on r.account_id = w.account_id join tags t on t.account_id = w.account_id',
    ],
    [
      'a column of one table without its name',
      'select 1 from reviews r where exists (select from tags where account_id = r.account_id)',
    ],
    [
      'a correlated subquery',
      'select (select count(*) from tags t where t.account_id = r.account_id) from reviews r',
    ],
    [
      'a subquery under OR',
      'select 1 from reviews r where r.rating = 1 or exists (select from tags t where t.account_id = r.account_id)',
    ],
    [
      'a row in a subquery',
      'delete from reviews where (account_id, id) in (select account_id, review_id from tags)',
    ],
    [
      'no row in a subquery',
      'select 1 from reviews r where (r.account_id, r.id) not in (select t.account_id, t.id from tags t)',
    ],
    ['equal to any', 'select 1 from reviews r where r.account_id = any (select account_id from tags)'],
    [
      'equal to a subquery',
      'select 1 from reviews r where r.account_id = (select account_id from tags where id = $1)',
    ],
    [
      'a subquery in FROM',
      'select 1 from accounts a join (select account_id, count(*) from reviews group by account_id) r on r.account_id = a.id',
    ],
    [
      'renamed columns',
      'select 1 from accounts a join (select account_id from reviews) r (owner) on r.owner = a.id',
    ],
    [
      'every column of a subquery',
      'select 1 from accounts a join (select r.* from reviews r) w on w.account_id = a.id',
    ],
    [
      'lateral',
      'select 1 from reviews r cross join lateral (select * from tags t where t.account_id = r.account_id limit 1) t',
    ],
    [
      'with',
      'with w as (select account_id, id from reviews) select 1 from w join tags t on t.account_id = w.account_id',
    ],
    [
      'with, which deletes',
      'with gone as (delete from reviews returning account_id) update accounts set counted = null from gone where accounts.id = gone.account_id',
    ],
    [
      'with, repeated',
      'with recursive w (account_id, id) as (select account_id, id from tags where id = $1 union all select t.account_id, t.id from tags t join w on t.account_id = w.account_id and t.parent = w.id) select 1 from w join reviews r on r.account_id = w.account_id',
    ],
    [
      'a union by its account',
      'select 1 from accounts a join (select account_id from reviews union all select account_id from tags) w on w.account_id = a.id',
    ],
    ['a union of other rows', 'select id from reviews union all select id from tags'],
    [
      'a union of all columns',
      'select 1 from accounts a join (select * from reviews union all select * from reviews) r on r.account_id = a.id',
    ],
    [
      'subqueries of a query without tables',
      'insert into tags (account_id, id) select $1, x.id from unnest($2::uuid[]) as x (id) where x.id not in (select id from reviews where account_id = $1)',
    ],
    ['queries beside each other', 'select (select count(*) from reviews), (select count(*) from tags)'],
    [
      'update from',
      'update reviews r set tag = t.id from tags t where t.account_id = r.account_id and t.name = r.name',
    ],
    ['delete using', 'delete from reviews r using tags t where t.account_id = r.account_id'],
    ['insert from select', 'insert into tags (id, account_id) select r.id, r.account_id from reviews r'],
    [
      'insert a value from a subquery',
      'insert into tags (account_id, id) values ($1, (select max(id) from reviews where account_id = $1)) on conflict (account_id, id) do update set n = (select 1 from reviews r where r.account_id = excluded.account_id)',
    ],
    [
      'a reference table',
      'select 1 from reviews r join users u on u.id = r.assignee join tags t on t.account_id = r.account_id',
    ],
    [
      'tables of the coordinator',
      'select 1 from emails e join backups b on b.id = e.id where exists (select from pg_class)',
    ],
    ['copied to the coordinator', 'insert into emails (id) select id from reviews'],
    [
      'no rows',
      'listen changes; begin; set local lock_timeout = 1; lock table reviews; create table more (id uuid)',
    ],
  ])('%s', (_, text) => {
    expect(joinsOf(text)).toBe('');
  });

  test('parameters with the same value', () => {
    const text = 'select 1 from reviews r, tags t where r.account_id = $1 and t.account_id = $2';
    expect(joinsOf(text, [[1, 2]])).toBe('');
    expect(joinsOf(text)).toBe('public.reviews + public.tags');
  });
});

describe('rows of several accounts', () => {
  test.each([
    ['the id only', 'select 1 from reviews r join tags t on t.id = r.tag'],
    ['a comma', 'select 1 from reviews, tags'],
    [
      'a condition that may not hold',
      'select 1 from reviews r, tags t where r.account_id = t.account_id or r.id = t.id',
    ],
    [
      'accounts that are not equal',
      'select 1 from reviews r join tags t on t.account_id <> r.account_id and t.id = r.tag',
    ],
    ['two parameters', 'select 1 from reviews r, tags t where r.account_id = $1 and t.account_id = $2'],
    [
      'equal to any of a list',
      'select 1 from reviews r, tags t where r.account_id = any ($1) and t.account_id = any ($1)',
    ],
    ['a correlated EXISTS', 'select 1 from reviews r where exists (select from tags t where t.id = r.tag)'],
    [
      'the account of the inner query',
      'select 1 from reviews r where exists (select from tags where account_id = tags.account_id)',
    ],
    ['an id in a subquery', 'delete from reviews where id in (select review_id from tags)'],
    ['greater than any', 'select 1 from reviews where account_id > any (select account_id from tags)'],
    ['a figure over all', 'select 1 from reviews where at > (select min(at) from tags)'],
    [
      'a subquery in FROM',
      'select 1 from reviews r join (select id, account_id from tags) t on t.id = r.tag',
    ],
    [
      'a subquery without the account',
      'select 1 from reviews r join (select id from tags) t on t.id = r.tag where r.account_id = $1',
    ],
    ['with', 'with w as (select id, account_id from reviews) select 1 from w join tags t on t.id = w.id'],
    [
      'within one that nothing reads',
      'with w as (select 1 from reviews r join tags t on t.id = r.tag) select 1',
    ],
    [
      'a union without its account',
      'select 1 from tags t join (select id from reviews union all select id from reviews) r on r.id = t.id',
      'public.reviews + public.tags',
    ],
    ['lateral', 'select 1 from reviews r cross join lateral (select * from tags t where t.id = r.tag) t'],
    ['update from', 'update reviews r set tag = t.id from tags t where t.name = r.name'],
    [
      'a new value from a subquery',
      'update reviews r set (tag, n) = (select t.id, 1 from tags t where t.name = r.name)',
    ],
    ['delete using', 'delete from reviews r using tags t where t.id = r.tag'],
    ['insert from select', 'insert into tags (account_id, id) select $1, id from reviews'],
    [
      'insert of values',
      'insert into tags (account_id, id) values ($1, (select max(id) from reviews where account_id = $2))',
    ],
    [
      'subqueries about the same person',
      'select 1 from users u where exists (select from reviews where author = u.id) and exists (select from tags where author = u.id)',
    ],
    ['what is returned', 'delete from tags t returning (select 1 from reviews r where r.tag = t.id)'],
    ['in a copy', 'copy (select 1 from reviews r join tags t on t.id = r.tag) to stdout'],
    ['explained', 'explain select 1 from reviews r join tags t on t.id = r.tag'],
  ])('%s', (_, text) => {
    expect(joinsOf(text)).toBe('public.reviews + public.tags');
  });

  test('two references to one query of WITH, and one table twice', () => {
    expect(joinsOf('with w as (select * from tags) select 1 from w a join w b on a.id = b.id')).toBe(
      'public.tags',
    );
    expect(joinsOf('select 1 from tags a join tags b on a.id = b.id')).toBe('public.tags');
  });

  test('conditions of one subquery say nothing about another one', () => {
    const inner = 'select from tags t where t.account_id = r.account_id and t.account_id = s.account_id';
    expect(joinsOf(`select 1 from reviews r, replies s where exists (${inner})`)).toBe(
      'public.replies + public.reviews',
    );
  });
});

test('a view of one account is joined by the account of the transaction', () => {
  const text = 'select 1 from own_reviews r join tags t on t.account_id = $1 and t.id = r.tag';
  expect(joinsOf(text, [[0, 1]])).toBe('');
  expect(joinsOf(text)).toBe('public.own_reviews + public.tags');
});

test('a table of the coordinator is not joined with one of accounts', () => {
  expect(joinsOf('select 1 from emails e join reviews r on r.account_id = e.account_id')).toBe(
    'public.emails + public.reviews',
  );
  expect(joinsOf('select 1 from reviews where exists (select from backups)')).toBe(
    'public.backups + public.reviews',
  );
  expect(joinsOf('update emails set tried = 1 where account_id in (select id from accounts)')).toBe(
    'public.accounts + public.emails',
  );
});

test('refuses what it does not know', () => {
  expect(() => joinsOf('selec 1')).toThrow('syntax error');
  expect(() => joinsOf('merge into tags using reviews on true when matched then delete')).toThrow('MERGE');
});
