-- The slice `payments`: what accounts ordered, their invoices, and the messages of the payment provider. Ids of the provider
-- are random and belong to one account each.

create table payment_customers (
  account_id uuid not null references accounts (id) on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null default now(),
  primary key (account_id, customer_id)
);
select wall_off('payment_customers');

-- What an owner ordered with an obligation to pay, as it was shown.
create table plan_orders (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('purchase', 'change')),
  -- `open` until it is paid; `replaced` by a later one; `withdrawing` until the money is on its way back.
  state text not null check (state in ('open', 'replaced', 'completed', 'withdrawing', 'withdrawn')),
  billing_interval text not null check (billing_interval in ('month', 'year')),
  amount integer not null,
  currency text not null,
  ordered_by uuid not null,
  ordered_at timestamptz not null,
  terms_version text not null,
  customer_id text,
  price_id text,
  session_id text,
  completed_at timestamptz,
  withdrawn_at timestamptz,
  refund integer,
  primary key (account_id, id)
);
create index plan_orders_latest on plan_orders (account_id, ordered_at desc);
create unique index plan_orders_open on plan_orders (account_id) where state = 'open';
select wall_off('plan_orders');

create table invoices (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  provider_id text not null unique,
  number text not null,
  status text not null check (status in ('open', 'paid', 'uncollectible', 'void')),
  subscription_id text,
  -- In the smallest unit of the currency.
  total integer not null,
  paid integer not null,
  refunded integer not null,
  currency text not null,
  disputed boolean not null,
  attempts integer not null,
  payment_intent text,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (account_id, id)
);
create index invoices_latest on invoices (account_id, created_at desc, id desc);
select wall_off('invoices');

-- Each message of the provider once, by its id. `handled_at` null: what it says was not read yet.
create table payment_events (
  id text primary key,
  kind text not null,
  customer_id text,
  received_at timestamptz not null default now(),
  handled_at timestamptz
);
create index payment_events_waiting on payment_events (customer_id) where handled_at is null;
create index payment_events_received on payment_events (received_at);
alter table payment_events enable row level security;
alter table payment_events force row level security;
create policy system on payment_events for all to kindling_system using (true) with check (true);

-- What the nightly comparison with the provider found.
create table payment_reconciliations (
  started_at timestamptz primary key,
  finished_at timestamptz,
  subscriptions integer not null default 0,
  missed_events integer not null default 0,
  repaired integer not null default 0,
  -- Subscriptions of no account here.
  unknown integer not null default 0
);
alter table payment_reconciliations enable row level security;
alter table payment_reconciliations force row level security;
create policy system on payment_reconciliations for all to kindling_system using (true) with check (true);

-- Who accepted the contract on processing of personal data, and in which version.
create table processing_acceptances (
  account_id uuid not null references accounts (id) on delete cascade,
  version text not null,
  user_id uuid not null,
  accepted_at timestamptz not null default now(),
  primary key (account_id, version)
);
select wall_off('processing_acceptances');
