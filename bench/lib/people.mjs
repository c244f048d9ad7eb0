/**
 * Fills an empty database with people and as many accounts: one owner per account; every tenth person belongs to a second one,
 * every thousandth to none. Accounts and people are in every state; each account has `entries` entries in its trail.
 */
export async function fillPeople(db, { accounts, entries }) {
  const steps = [
    `insert into plan_activation (on_since) values (now())`,
    `insert into accounts (id, name, trial_ends_at, plan_state, plan_ends_at, deletion_scheduled_for, created_at)
        select pg_temp.id('account ' || n),
               (array['Bakery', 'Hotel', 'Dentist', 'Garage', 'Café', 'Studio', 'Clinic', 'Gym', 'Bar', 'Florist'])[n % 10 + 1]
                 || ' number ' || n,
               now() + make_interval(days => n % 40 - 20),
               case when n % 3 = 0 then 'trial' when n % 500 = 1 then 'past_due' when n % 70 = 1 then 'free' else 'active' end,
               case when n % 3 = 0 then now() + make_interval(days => n % 40 - 20) end,
               case when n % 5000 = 1 then now() + interval '7 days' end,
               now() - make_interval(mins => ${accounts} - n)
          from generate_series(1, ${accounts}) n`,
    `insert into users (id, issuer, sub, email, first_name, last_name, display_name, role, registered_at, last_login_at, blocked_at)
        select pg_temp.id('person ' || n), 'bench', 'person ' || n,
               'person-' || n || '@shop-' || n % 1000 || '.example',
               (array['Anna', 'Ben', 'Céline', 'Đorđe', 'Eva'])[n % 5 + 1], 'Surname ' || n % 5000, 'Person ' || n,
               case when n % 20000 = 1 then 'Super Admin' else 'Regular' end,
               now() - make_interval(mins => ${accounts} - n),
               case when n % 4 > 0 then now() - make_interval(mins => (n * 7919) % 400000) end,
               case when n % 900 = 2 then now() end
          from generate_series(1, ${accounts}) n`,
    `insert into memberships (account_id, user_id, role, all_locations)
        select pg_temp.id('account ' || n), pg_temp.id('person ' || n), 'owner', true
          from generate_series(1, ${accounts}) n where n % 1000 > 0`,
    `insert into memberships (account_id, user_id, role, all_locations)
        select pg_temp.id('account ' || n + 1), pg_temp.id('person ' || n), 'manager', true
          from generate_series(1, ${accounts - 1}) n where n % 10 = 5`,
    `insert into connections (account_id, id, platform, connector, external_id, display_name, status, sealed_tokens, created_by)
        select pg_temp.id('account ' || n), gen_random_uuid(), 'google', 'google', n::text, 'Bench', 'active', 'none',
               pg_temp.id('person ' || n)
          from generate_series(1, ${accounts}) n where n % 3 > 0`,
    `insert into audit_entries (account_id, id, user_id, action, actor, at)
        select pg_temp.id('account ' || n), gen_random_uuid(), pg_temp.id('person ' || n),
               case when e = 1 and n % 3 > 0 then 'connection.created' else 'review.replied' end, 'person',
               now() - make_interval(hours => e)
          from generate_series(1, ${accounts}) n, generate_series(1, ${entries}) e`,
  ];
  await db.withOwnerConnection(async (client) => {
    // The events of new accounts are not what is measured.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0;
      create function pg_temp.id(name text) returns uuid language sql immutable as
        $$ select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$`);
    for (const step of steps) await client.query(step);
    await client.query('reset session_replication_role; reset statement_timeout');
  });
  await db.maintenance.vacuum();
}
