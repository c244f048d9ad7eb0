/** Rows to what administrators see. */
import type {
  ActivityEntry,
  AdminAccount,
  ListedPerson,
  OperatorEntry,
  Person,
  PublicItem,
} from '@kindling/contract/admin-users';
import { asLanguage } from '@kindling/contract/constants';
import { embedKinds } from '@kindling/contract/embed-settings';
import { planStateAt } from '@kindling/contract/plans';
import type { SubscriptionRow } from '../billing/index.ts';
import { presentTakedown } from '../pipelines/index.ts';
import type {
  AccountRow,
  BusinessRow,
  ConnectionRow,
  Counted,
  EmbedItemRow,
  ListingRow,
  MemberRow,
  PageItemRow,
  PaymentSumRow,
  PublicItemRow,
} from './account-queries.ts';
import type { PersonRow, SummaryRow } from './list-queries.ts';
import type { ActivityRow, OperatorEntryRow } from './trail-queries.ts';

/** What presenting needs besides the rows. */
export interface Presenting {
  plansEnabled: boolean;
  now: Date;
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentListed(
  row: PersonRow,
  accounts: readonly SummaryRow[],
  presenting: Presenting,
): ListedPerson {
  return {
    ...presentPersonFields(row),
    accounts: accounts.map((one) => presentSummary(one, presenting)),
    accountCount: accounts[0]?.count ?? 0,
  };
}

export function presentPerson(
  row: PersonRow,
  {
    adminId,
    accounts,
    entries,
  }: { adminId: string; accounts: readonly SummaryRow[]; entries: readonly OperatorEntryRow[] },
  presenting: Presenting,
): Person {
  return {
    ...presentPersonFields(row),
    firstName: row.first_name,
    lastName: row.last_name,
    locale: asLanguage(row.locale),
    you: row.id === adminId,
    accounts: accounts.map((one) => presentSummary(one, presenting)),
    operatorEntries: entries.map(presentOperatorEntry),
  };
}

function presentPersonFields(row: PersonRow) {
  return {
    id: row.id,
    email: row.email,
    displayName: row.display_name,
    role: row.role === 'Super Admin' ? ('Super Admin' as const) : ('Regular' as const),
    registeredAt: row.registered_at.toISOString(),
    lastLoginAt: timeOf(row.last_login_at),
    blockedAt: timeOf(row.blocked_at),
  };
}

function presentSummary(
  row: SummaryRow,
  { plansEnabled, now }: Presenting,
): ListedPerson['accounts'][number] {
  const plan = { state: row.plan_state, endsAt: row.plan_ends_at };
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    plan: plansEnabled ? planStateAt(plan, now) : null,
    planEndsAt: plansEnabled ? timeOf(row.plan_ends_at) : null,
    deletionScheduledFor: timeOf(row.deletion_scheduled_for),
  };
}

function presentOperatorEntry(row: OperatorEntryRow): OperatorEntry {
  const { id, at, action, admin_name: adminName, details } = row;
  return { id, at: at.toISOString(), action, adminName, details };
}

export function presentActivity(row: ActivityRow): ActivityEntry {
  const { id, at, action, actor, person_name: personName, admin_name: adminName, target } = row;
  return { id, at: at.toISOString(), action, actor, personName, adminName, target };
}

/** Everything that is read of an account. */
export interface AccountParts {
  account: AccountRow;
  subscription: SubscriptionRow | null;
  payments: readonly PaymentSumRow[];
  members: Counted<MemberRow>;
  businesses: Counted<BusinessRow>;
  connections: Counted<ConnectionRow>;
  listings: Counted<ListingRow>;
  embeds: Counted<EmbedItemRow>;
  pages: Counted<PageItemRow>;
}

export function presentAccount(parts: AccountParts, presenting: Presenting): AdminAccount {
  const { account, members, businesses, connections, listings, embeds, pages } = parts;
  return {
    id: account.id,
    name: account.name,
    createdAt: account.created_at.toISOString(),
    timeZone: account.time_zone,
    market: account.market,
    deletion:
      account.deletion_scheduled_for === null
        ? null
        : {
            scheduledFor: account.deletion_scheduled_for.toISOString(),
            begun: account.erasing_since !== null,
          },
    plan: presenting.plansEnabled ? presentPlan(parts, presenting.now) : null,
    members: mapRows(members, (row) => ({
      userId: row.user_id,
      email: row.email,
      displayName: row.display_name,
      role: row.role,
      joinedAt: row.created_at.toISOString(),
      blocked: row.blocked_at !== null,
      actable: row.blocked_at === null && row.person_role === 'Regular' && account.erasing_since === null,
    })),
    businesses: mapRows(businesses, ({ id, name, locations, archived_at }) => ({
      id,
      name,
      locations,
      archived: archived_at !== null,
    })),
    connections: mapRows(connections, (row) => ({
      id: row.id,
      platform: row.platform,
      name: row.display_name,
      status: row.status,
      since: row.status_since.toISOString(),
      listings: row.listings,
    })),
    listings: mapRows(listings, ({ id, platform, name, state, paused, last_success_at }) => ({
      id,
      platform,
      name,
      state,
      paused,
      lastSuccessAt: timeOf(last_success_at),
    })),
    embeds: mapRows(embeds, (row) => ({
      id: row.id,
      kind: embedKinds.find((kind) => kind === row.kind) ?? 'widget',
      name: row.name,
      code: row.code,
      publishedAt: timeOf(row.published_at),
      takenDown: presentTakedown(row),
    })),
    pages: mapRows(pages, (row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      codes: row.codes,
      takenDown: presentTakedown(row),
    })),
  };
}

function mapRows<Row, Shown>({ count, rows }: Counted<Row>, present: (row: Row) => Shown) {
  return { count, rows: rows.map(present) };
}

function presentPlan({ account, subscription, payments }: AccountParts, now: Date): AdminAccount['plan'] {
  const gift = subscription?.free_since;
  return {
    state: planStateAt({ state: account.plan_state, endsAt: account.plan_ends_at }, now),
    endsAt: timeOf(account.plan_ends_at),
    trialEndsAt: account.trial_ends_at.toISOString(),
    gift: gift ? { since: gift.toISOString(), until: timeOf(subscription.free_until) } : null,
    subscription: presentSubscription(subscription),
    payments: payments.map(({ last_paid_at, ...sums }) => ({ ...sums, lastPaidAt: timeOf(last_paid_at) })),
  };
}

function presentSubscription(row: SubscriptionRow | null): NonNullable<AdminAccount['plan']>['subscription'] {
  if (row === null || row.status === null) return null;
  return {
    status: row.status,
    interval: row.billing_interval,
    price:
      row.amount === null || row.currency === null ? null : { amount: row.amount, currency: row.currency },
    startedAt: timeOf(row.started_at),
    periodEndsAt: timeOf(row.period_ends_at),
    cancelAt: timeOf(row.cancel_at),
  };
}

export function presentPublicItem(row: PublicItemRow): PublicItem {
  return {
    kind: row.kind,
    id: row.id,
    name: row.name,
    account: { id: row.account_id, name: row.account_name },
    ownerId: row.owner_id,
    takenDown: presentTakedown(row),
  };
}
