/** Rules for the database schema, checked on a migrated database. Exceptions are listed here with the reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slices } from '../app.ts';
import { tables as eventTables } from '../events/tables.ts';
import { bulkTablesOf } from '../slices/slice-tables.ts';
import { createTestDatabase, databaseModes, queryAsOwner, type TestDatabase } from './database.ts';

/**
 * Tables of the product without a tenant: they contain no customer data. Error events, sent drafts, maintenance and the counts of the installation belong to the
 * operator; row-level security gives only the system role access. A person and their picture belong to no account: an
 * account reads those of its members. A tenant reads the names of subscribers and the operator's sync settings, and writes none. What is left of deleted codes
 * has no account any more.
 */
const withoutTenant = [
  'account_erasures',
  'accounts',
  'acting_sessions',
  'backups',
  'deletion_requests',
  'ended_sessions',
  'erasure_journal',
  'error_changes',
  'error_counts',
  'error_events',
  'error_rules',
  'error_samples',
  'event_subscribers',
  'former_administrators',
  'help_messages',
  'installation',
  'installation_counts',
  'installation_figures',
  'kindling_migrations',
  'mailing_recipients',
  'mailings',
  'maintenance_mode',
  'maintenance_notices',
  'operator_entries',
  'operator_seals',
  'operator_unsealed',
  'payment_events',
  'payment_reconciliations',
  'plan_activation',
  'platform_rate_limits',
  'rate_limits',
  'recent_changes',
  'restores',
  'retired_codes',
  'sync_settings',
  'user_pictures',
  'users',
];
/**
 * Unique over all tenants: random values that nobody chooses, also those of the payment provider, and a user's id at the identity service. A mail may be
 * sent before its account exists, too. Plain links have their ends for the whole installation.
 */
const uniqueOverTenants = [
  'account_archives_ticket',
  'codes_code',
  'emails_pkey',
  'embeds_code',
  'former_slugs_slug',
  'invitations_id',
  'invitations_token',
  'invoices_provider_id_key',
  'oauth_states_hash',
  'payment_customers_customer_id_key',
  'pipelines_slug',
  'preview_links_token',
  'review_exports_ticket',
  'snapshots_code',
  'subscriptions_customer_id_key',
  'subscriptions_subscription_id_key',
];

/** Tables that concern a location, although neither a column nor a foreign key of theirs leads to one. */
const limitedByAnother = ['bulk_actions', 'businesses', 'connections', 'embeds'];

/** Row-level security would keep the planner from its index; it asks for the tenant by itself (decision 0084). */
const ownersViews = ['review_matches'];

/** Locations are not deleted one by one, and the shown reviews have an index by location. */
const keysWithoutIndex = ['reviews reviews_account_id_location_id_fkey'];

/**
 * Tables in which one account has few rows, so that they may go with the account in one statement: the limits of the plan and of the
 * contract bound them. The trail has no bound; its entries belong together until its end is kept (`closeChain`), and the statement that
 * deletes the account has the time for it.
 */
const fewRowsOfAccount = [
  'account_archives',
  'assignment_mails',
  'assistant_days',
  'assistant_settings',
  'audit_entries',
  'audit_personal',
  'audit_seals',
  'audit_unsealed',
  'bulk_actions',
  'business_logos',
  'businesses',
  'code_logos',
  'codes',
  'connections',
  'destinations',
  'digest_days',
  'embeds',
  'event_cursors',
  'event_streams',
  'former_slugs',
  'imports',
  'invitation_locations',
  'invitations',
  'invoices',
  'listings',
  'locations',
  'membership_locations',
  'memberships',
  'news_visits',
  'oauth_states',
  'ownership_offers',
  'payment_customers',
  'pipelines',
  'plan_notices',
  'plan_orders',
  'platform_requests',
  'preview_links',
  'processing_acceptances',
  'reply_templates',
  'review_exports',
  'review_request_days',
  'review_requests',
  'saved_views',
  'snapshots',
  'subscriptions',
  'tags',
  'webhook_subscriptions',
];

describe.each(databaseModes)('the schema, %s', (mode) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());

  async function names(query: string): Promise<string[]> {
    const { rows } = await database.db.pool.query<{ name: string }>(query);
    return rows.map((row) => row.name).sort();
  }

  const tenantTables = `select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'account_id' and not a.attisdropped`;

  test('the queries below find rows', async () => {
    expect(
      (await names(`select oid::regclass::text as name from (${tenantTables}) t`)).length,
    ).toBeGreaterThanOrEqual(13);
  });

  test('TEN-01: every tenant table has forced row-level security, with a condition for reading and for writing', async () => {
    expect(
      await names(`select c.oid::regclass::text as name from pg_class c
        where (c.oid in (${tenantTables}) or c.relname = 'accounts')
          and not (c.relrowsecurity and c.relforcerowsecurity
            and exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
                and p.roles = '{kindling_app}' and p.cmd = 'ALL' and p.permissive = 'PERMISSIVE'
                and p.qual like '%app.account%' and p.with_check like '%app.account%')
            and (select count(*) from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
                and ('kindling_app' = any (p.roles) or 'public' = any (p.roles))) = 1)`),
    ).toEqual([]);
  });

  test('the erasure of an account deletes the rows of every large table page by page', async () => {
    const bulk = bulkTablesOf([{ tables: eventTables }, ...slices]);
    expect([...bulk.map(({ table }) => table), ...fewRowsOfAccount].sort()).toEqual(
      await names(`select oid::regclass::text as name from (${tenantTables}) t`),
    );
  });

  test('no page of a large table takes rows of another one along', async () => {
    const order = bulkTablesOf([{ tables: eventTables }, ...slices]).map(({ table }): string => table);
    const keys =
      await names(`select conrelid::regclass || ' ' || confrelid::regclass as name from pg_constraint
      where contype = 'f' and conrelid <> confrelid and confdeltype = 'c'`);
    const large = keys.map((key) => key.split(' ')).filter(([, parent = '']) => order.includes(parent));
    expect(large.length).toBeGreaterThan(5);
    expect(
      large.filter(([child = '', parent = '']) => !order.slice(0, order.indexOf(parent)).includes(child)),
    ).toEqual([]);
  });

  test('TEN-02: the tables without a tenant are the known ones', async () => {
    expect(
      await names(`select relname as name from pg_class c where relkind in ('r', 'p', 'f')
        and relnamespace = 'public'::regnamespace and c.oid not in (${tenantTables})`),
    ).toEqual(withoutTenant);
  });

  test('TEN-03: every foreign key between tenant tables contains the tenant, in the same position', async () => {
    expect(
      await names(`select conname as name from pg_constraint f where contype = 'f' and conrelid in (${tenantTables})
        and not exists (
          select from unnest(f.conkey, f.confkey) as k(own, other)
            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
            join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other
           where a.attname = 'account_id'
             and b.attname = case when f.confrelid = 'accounts'::regclass then 'id' else 'account_id' end)`),
    ).toEqual(['memberships_user_id_fkey']);
  });

  test('TEN-04: every unique index of a tenant table begins with the tenant, except for the known ones', async () => {
    expect(
      await names(`select i.indexrelid::regclass::text as name from pg_index i
        where i.indisunique and i.indrelid in (${tenantTables})
          and (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]) is distinct from 'account_id'`),
    ).toEqual(uniqueOverTenants);
  });

  test('TEN-05: views run with the rights of their caller, and there is no materialized view', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and (relkind = 'm' or (relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false)))`),
    ).toEqual(ownersViews);
  });

  test('TEN-05: a view with the rights of its owner can only be read, and has nothing that somebody wrote', async () => {
    for (const view of ownersViews) {
      expect(
        await names(`select r.rolname || ' ' || p.privilege as name
          from pg_roles r cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p (privilege)
          where r.rolname in ('kindling_app', 'kindling_limited') and has_table_privilege(r.rolname, '${view}', p.privilege)`),
      ).toEqual([]);
      expect(
        await names(`select column_name as name from information_schema.columns
          where table_name = '${view}' and data_type in ('text', 'jsonb', 'bytea') and column_name <> 'source'`),
      ).toEqual([]);
    }
  });

  test('TEN-06: no function runs with the rights of its owner', async () => {
    expect(
      await names(
        `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
      ),
    ).toEqual([]);
  });

  test('TEN-07: the roles that statements run as have few rights', async () => {
    const roles = `('kindling_app', 'kindling_limited', 'kindling_system')`;
    expect(
      await names(`select rolname as name from pg_roles where rolname in ${roles}
        and (rolsuper or rolbypassrls or rolcanlogin or rolcreatedb or rolcreaterole or rolreplication)`),
    ).toEqual([]);
    expect(
      await names(
        `select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ${roles}`,
      ),
    ).toEqual(ownersViews);
    expect(
      await names(`select r.rolname || ' ' || c.relname as name from pg_class c cross join pg_roles r
        where r.rolname in ${roles} and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and (has_table_privilege(r.rolname, c.oid, 'TRUNCATE') or has_table_privilege(r.rolname, c.oid, 'REFERENCES')
            or has_table_privilege(r.rolname, c.oid, 'TRIGGER'))`),
    ).toEqual([]);
    expect(
      await names(`select rolname as name from pg_roles where rolname in ${roles}
        and (has_schema_privilege(rolname, 'public', 'CREATE') or has_database_privilege(rolname, current_database(), 'CREATE'))`),
    ).toEqual([]);
  });

  test('TEN-08: the columns of every foreign key begin an index, except for the known ones', async () => {
    expect(
      await names(`select f.conrelid::regclass || ' ' || f.conname as name from pg_constraint f
        where f.contype = 'f' and f.connamespace = 'public'::regnamespace and not exists (
          select from pg_index i where i.indrelid = f.conrelid and i.indpred is null
            and (select array_agg(k order by k) from unnest((i.indkey::int2[])[0:cardinality(f.conkey) - 1]) k)
              = (select array_agg(k order by k) from unnest(f.conkey) k))`),
    ).toEqual(keysWithoutIndex);
  });

  test('TEN-10: every table that concerns a location has the policy for limited members, and what hangs on one has it too', async () => {
    // A limited member stores events without a location and may not read them, so that table has two conditions.
    const limited = `select c.relname as name from pg_class c
      where exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
        and p.policyname = 'location_limit' and p.roles = '{kindling_limited}' and p.cmd = 'ALL'
        and p.permissive = 'RESTRICTIVE' and (p.with_check = p.qual or p.tablename = 'domain_events'))`;
    const named =
      await names(`select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.oid in (${tenantTables}) and a.attname in ('location_id', 'listing_id') and not a.attisdropped`);
    const children = await names(`select distinct f.conrelid::regclass::text as name from pg_constraint f
      where f.contype = 'f' and f.conrelid in (${tenantTables})
        and f.confrelid::regclass::text in (${limited})`);
    const expected = new Set([...named, ...children, ...limitedByAnother]);
    expect(await names(limited)).toEqual([...expected].sort());
  });

  test('TEN-11: the role of limited members has the rights and policies of all members, and no other policy', async () => {
    expect(
      await names(`select m.roleid::regrole::text as name from pg_auth_members m
        where m.member = 'kindling_limited'::regrole`),
    ).toEqual(['kindling_app']);
    expect(
      await names(`select tablename || ' ' || policyname as name from pg_policies
        where 'kindling_limited' = any (roles) and policyname <> 'location_limit'`),
    ).toEqual([]);
  });

  test('TEN-12: the owner of the tables may become a limited member and inherits none of their policies', async () => {
    const { rows } = await queryAsOwner(
      database.db,
      `select pg_has_role('kindling_limited', 'member') as sets,
        pg_has_role('kindling_limited', 'usage') and not rolsuper as inherits
        from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([{ sets: true, inherits: false }]);
  });

  test('TEN-09: the most frequent queries use an index that begins with the tenant', async () => {
    const account = "'00000000-0000-0000-0000-000000000001'::uuid";
    const hot: [query: string, index: string][] = [
      [
        `select id from reviews where account_id = ${account} and removed_at is null order by written_at desc, id desc limit 25`,
        'reviews_newest',
      ],
      [
        `select id from reviews where account_id = ${account} and removed_at is null and not answered and wiped_at is null and listing_id is not null order by written_at desc, id desc limit 25`,
        'reviews_unanswered',
      ],
      [
        `select id from reviews where account_id = ${account} and location_id = ${account} and removed_at is null order by written_at desc, id desc limit 25`,
        'reviews_newest_by_location',
      ],
      [
        `select id from reviews where account_id = ${account} and rating = 5 and removed_at is null order by written_at desc, id desc limit 25`,
        'reviews_newest_by_rating',
      ],
      [
        `select id from reviews where account_id = ${account} and source = 'google' and external_id = 'x'`,
        'reviews',
      ],
      [
        `select id from embeds where account_id = ${account} and kind = 'widget' order by created_at desc`,
        'embeds_list',
      ],
      [
        `select id from sync_runs where account_id = ${account} and listing_id = ${account} order by started_at desc limit 20`,
        'sync_runs_listing',
      ],
      [
        `select total from review_days where account_id = ${account} and day > current_date - 60`,
        'review_days',
      ],
      [`select id from listings where account_id = ${account} and connection_id = ${account}`, 'listings'],
      [`select content from snapshots where code = 'aaaaaaaaaa'`, 'snapshots_code'],
    ];
    await database.db.withOwnerConnection(async (client) => {
      // On empty tables the planner prefers a full scan, so full scans are disabled here: the test is about which index
      // exists.
      await client.query('set enable_seqscan = off');
      await client.query('set enable_bitmapscan = off');
      await client.query('set enable_sort = off');
      for (const [query, index] of hot) {
        const { rows } = await client.query<Record<string, string>>(`explain ${query}`);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect.soft(plan, query).toContain(`using ${index}`);
        if (index !== 'snapshots_code') expect.soft(plan, query).toMatch(/Index Cond: \(+account_id =/);
      }
    });
  });
});
