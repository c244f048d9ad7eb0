-- When the account's plan ended; null while it runs, and where nobody pays for one. Two weeks later its embeds show
-- plain links to the platforms (slice: embeds, lapse.ts).

alter table accounts add column plan_ended_at timestamptz;
create index accounts_plan_ended on accounts (plan_ended_at) where plan_ended_at is not null;
