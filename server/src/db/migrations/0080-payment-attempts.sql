-- A change of the interval is an order as well, which is open until the provider has made the change (slice: payments). An account
-- has at most one open order of each kind.
drop index plan_orders_open;
create unique index plan_orders_open on plan_orders (account_id, kind) where state = 'open';

-- When the page for the payment of a replaced order was closed; before that somebody may pay there.
alter table plan_orders add column page_closed_at timestamptz;
-- While money is on its way back: when the next attempt is due; null for at once.
alter table plan_orders add column next_attempt_at timestamptz;
create index plan_orders_withdrawing on plan_orders (next_attempt_at) where state = 'withdrawing';

-- Null until the first attempt to read the customer failed.
alter table payment_events add column next_attempt_at timestamptz;

-- Customers that could not be read in the comparison.
alter table payment_reconciliations add column failed integer not null default 0;

-- What the next charge takes, after discounts and credit; null when the provider did not say.
alter table subscriptions add column next_amount integer;
-- What the customer has at the provider from a cheaper plan, which the next charges use.
alter table subscriptions add column credit integer not null default 0;
-- Of an invoice: what the card pays, after credit.
alter table invoices add column due integer;
