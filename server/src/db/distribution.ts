/**
 * How the tables would be spread by account over several PostgreSQL machines (decision 0114): those with the account in their
 * key are distributed by it, `accounts` by its `id`; the others are listed here. A test compares this with the catalog.
 */

interface Placement {
  /** `reference`: a copy on each machine, for what accounts join or refer to. `local`: on the coordinator only. */
  kind: 'reference' | 'local';
  reason: string;
}

const reference = (reason: string): Placement => ({ kind: 'reference', reason });
const local = (reason: string): Placement => ({ kind: 'local', reason });

export const notDistributed: Readonly<Record<string, Placement>> = {
  'identity.account': local('the sign-in service works without accounts of the product'),
  'identity.address_change': local('of the sign-in service'),
  'identity.authenticator_app': local('of the sign-in service'),
  'identity.browser_session': local('of the sign-in service; its account is a sign-in'),
  'identity.code_attempt': local('of the sign-in service'),
  'identity.one_time_token': local('of the sign-in service'),
  'identity.passkey': local('of the sign-in service'),
  'identity.rate_limit': local('of the sign-in service'),
  'identity.record': local('of the sign-in service; its account is a sign-in'),
  'identity.recovery_code': local('of the sign-in service'),
  'identity.registration': local('of the sign-in service'),
  'identity.signing_key': local('of the sign-in service'),
  'public.account_erasures': local('the accounts are gone'),
  'public.acting_sessions': local('found by the administrator’s session'),
  'public.backups': local('of the installation'),
  'public.deletion_requests': local('found by a code, over all accounts'),
  'public.emails': local('a mail may be sent before its account exists'),
  'public.ended_sessions': local('found by the token of any caller'),
  'public.erasure_journal': local('the accounts are gone'),
  'public.error_changes': local('of the operator'),
  'public.error_counts': local('of the operator'),
  'public.error_events': local('of the operator'),
  'public.error_rules': local('of the operator'),
  'public.error_samples': local('of the operator'),
  'public.event_subscribers': reference('the subscribers of each account are read from it'),
  'public.former_administrators': reference('the trails of all accounts name them'),
  'public.help_messages': local('of the operator'),
  'public.installation': local('of the installation'),
  'public.installation_counts': local('of the operator'),
  'public.installation_figures': local('of the operator'),
  'public.kindling_migrations': local('of the program'),
  'public.maintenance_mode': local('of the installation'),
  'public.mailing_recipients': local('people, who may belong to several accounts'),
  'public.mailings': local('of the operator'),
  'public.maintenance_notices': local('of the installation'),
  'public.operator_entries': local('one chain of the operator'),
  'public.operator_seals': local('one chain of the operator'),
  'public.operator_unsealed': local('one chain of the operator'),
  'public.payment_events': local('found by the provider’s id, before its account is known'),
  'public.payment_reconciliations': local('of the installation'),
  'public.plan_activation': reference('one row, which each plan of an account is read with'),
  'public.platform_rate_limits': local('one pace for all accounts'),
  'public.rate_limits': local('one count for all accounts'),
  'public.recent_changes': local('rows of minutes'),
  'public.restores': local('of the installation'),
  'public.retired_codes': local('what is left of codes whose account is gone'),
  'public.sync_settings': reference('each account’s syncs read them'),
  'public.user_pictures': reference('as their person, with whose memberships they are read'),
  'public.users': reference('a person belongs to several accounts, whose rows refer to them'),
};

/**
 * Unique indexes of distributed tables without the account. Each stands for a look-up that knows no account yet, and must move to
 * a local table of addresses before its table is distributed.
 */
export const uniqueBeyondAccount: Readonly<Record<string, string>> = {
  account_archives_ticket: 'found by the hash of a random ticket',
  codes_code: 'public address, found by a random code',
  embeds_code: 'public address, found by a random code',
  former_slugs_slug: 'public address: ends of links are unique in the installation',
  invitations_id: 'found by a random id before the account is known',
  invitations_token: 'found by the hash of a random token',
  invoices_provider_id_key: 'found by the provider’s id',
  oauth_states_hash: 'found by the hash of a random state',
  payment_customers_customer_id_key: 'found by the provider’s id',
  pipelines_slug: 'public address: ends of links are unique in the installation',
  preview_links_token: 'found by the hash of a random token',
  review_exports_ticket: 'found by the hash of a random ticket',
  snapshots_code: 'public address, found by a random code',
  subscriptions_customer_id_key: 'found by the provider’s id',
  subscriptions_subscription_id_key: 'found by the provider’s id',
};

/** Foreign keys that must go before their tables are spread, because a local table cannot refer to a distributed one. */
export const keysAcross: readonly string[] = [
  'public.emails emails_account_id_fkey',
  'public.error_events error_events_last_account_fkey',
  'public.error_samples error_samples_account_fkey',
];

/** Views of the rows of the transaction’s account, made from tables that are distributed. */
export const viewsOfAccount: readonly string[] = ['public.review_matches'];

interface JoinAcross {
  /** The file that runs the statements, from the root of the repository. */
  file: string;
  tables: readonly string[];
  reason: string;
}

/**
 * Statements that join rows of several accounts, or rows of an account with a table of the coordinator. Citus reads one side of them
 * from every machine first, or refuses them. All others compare the accounts of the tables that they join.
 */
export const joinsAcross: readonly JoinAcross[] = [
  {
    file: 'server/src/features/activity/audit-search-queries.ts',
    tables: ['public.accounts', 'public.operator_entries', 'public.operator_seals'],
    reason: 'the names of the accounts of one page of the operator’s entries',
  },
  {
    file: 'server/src/features/admin-users/list-queries.ts',
    tables: ['public.accounts', 'public.memberships'],
    reason: 'the operator sees a person with all of their accounts',
  },
  {
    file: 'server/src/features/connections/listing-queries.ts',
    tables: ['public.connections', 'public.listings', 'public.platform_rate_limits'],
    reason: 'the next syncs of all accounts, except those of a platform that wants a pause',
  },
  {
    file: 'server/src/features/identity/acting-queries.ts',
    tables: ['public.accounts', 'public.acting_sessions', 'public.memberships'],
    reason: 'whether the member that an administrator acts as still is one',
  },
  {
    file: 'server/src/features/identity/audit-chain/chain-queries.ts',
    tables: ['public.audit_unsealed'],
    reason: 'the next accounts with entries to seal, of all of them',
  },
  {
    file: 'server/src/features/mailings/recipient-queries.ts',
    tables: [
      'public.accounts',
      'public.emails',
      'public.mailing_recipients',
      'public.mailings',
      'public.memberships',
    ],
    reason: 'whether a person still wants a mail of a mailing, in any of their accounts',
  },
  {
    file: 'server/src/features/mailings/segments.ts',
    tables: ['public.accounts', 'public.mailing_recipients', 'public.memberships'],
    reason: 'the operator chooses people of all accounts',
  },
];
