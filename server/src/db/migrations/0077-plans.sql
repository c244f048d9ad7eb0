-- What an account may use is decided by its plan (slice: billing): the state, and when it ends or ended. `plan_ends_at` is null
-- while no end is known. Nothing writes at the end itself: the state "ended" is an end in the past.
alter table accounts rename column plan_ended_at to plan_ends_at;
alter index accounts_plan_ended rename to accounts_plan_ends;
alter table accounts add column plan_state text not null default 'trial'
  check (plan_state in ('trial', 'active', 'past_due', 'canceled', 'free'));

create or replace function record_changed_account() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, data)
  select new.id, 'account.changed', new.id, jsonb_build_object('fields', array_remove(array[
    case when old.name <> new.name then 'name' end,
    case when old.time_zone <> new.time_zone then 'timeZone' end,
    case when old.locale <> new.locale then 'locale' end,
    case when old.market <> new.market then 'market' end,
    case when (old.plan_state, old.plan_ends_at) is distinct from (new.plan_state, new.plan_ends_at) then 'plan' end], null));
  return null;
end $$;
drop trigger accounts_record_changed on accounts;
create trigger accounts_record_changed after update on accounts for each row
  when ((old.name, old.time_zone, old.locale, old.market, old.plan_state, old.plan_ends_at)
    is distinct from (new.name, new.time_zone, new.locale, new.market, new.plan_state, new.plan_ends_at))
  execute function record_changed_account();

-- Present while the installation has plans. Until it is, no account stops because of a date.
create table plan_activation (
  one boolean primary key default true check (one),
  on_since timestamptz not null
);
alter table plan_activation enable row level security;
alter table plan_activation force row level security;
create policy system on plan_activation for all to kindling_system using (true) with check (true);
create policy readable on plan_activation for select to kindling_app using (true);

-- What the operator gave for free, and what the payment provider holds about an account, as it was read last.
create table subscriptions (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Given by the operator; `free_until` null has no end.
  free_since timestamptz,
  free_until timestamptz,
  -- The provider's ids.
  customer_id text unique,
  subscription_id text unique,
  status text check (status in
    ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  billing_interval text check (billing_interval in ('month', 'year')),
  -- Of one period, in the smallest unit of the currency.
  amount integer,
  currency text,
  started_at timestamptz,
  period_ends_at timestamptz,
  cancel_at timestamptz,
  ended_at timestamptz,
  -- When the provider gave up on a payment and kept the subscription.
  stopped_at timestamptz,
  card_brand text,
  card_last4 text,
  card_expires text,
  -- While a payment has failed: when the provider tries again.
  next_attempt_at timestamptz,
  -- A change that waits for its payment: the interval, the provider's page on which to pay, and until when.
  pending_interval text check (pending_interval in ('month', 'year')),
  pending_url text,
  pending_until timestamptz,
  -- When the reading began, by the database's clock. An earlier reading never replaces a later one.
  read_at timestamptz
);
select wall_off('subscriptions');
