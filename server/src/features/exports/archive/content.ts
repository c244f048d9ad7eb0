/**
 * What of an account's tables is in its archive. Every table of the product and every column is decided here: in a file, or
 * left out with the reason (`content.test.ts` finds one that is missing).
 */

/** How the rows of an account are found. Everybody's `account_id` is the same in an archive, so no file has it. */
type Rows = 'account_id' | 'id' | 'members';

export interface ArchivedTable {
  /** Path in the archive, without the ending. */
  file: string;
  table: string;
  rows?: Rows;
  /** With the tenant, they identify a row; the rows are in their order. */
  keys: readonly string[];
  columns: readonly string[];
  /** Columns that are left out, with the reason. */
  leftOut?: Readonly<Record<string, LeftOutColumn>>;
  /** Rows of listings whose platform's terms do not allow to save them are left out. */
  exportableOnly?: true;
}

/**
 * - `secret`: a token, a hash or a sealed value. `technical`: exists for the program alone.
 * - `picture`: the archive has it as a file. `platform`: belongs to the platform, and changes with each sync.
 * - `derived`: made from the other columns.
 */
type LeftOutColumn = 'secret' | 'technical' | 'picture' | 'platform' | 'derived';

const words = (list: string) => list.trim().split(/\s+/);

export const archivedTables: readonly ArchivedTable[] = [
  {
    file: 'account/account',
    table: 'accounts',
    rows: 'id',
    keys: ['id'],
    columns: words(
      'id name time_zone locale market created_at trial_ends_at plan_state plan_ends_at deletion_scheduled_for',
    ),
    leftOut: {
      days_zone: 'technical',
      days_counted: 'technical',
      days_next: 'technical',
      erasing_since: 'technical',
      deletion_cause: 'technical',
      deletion_warned_at: 'technical',
      words: 'derived',
    },
  },
  {
    file: 'account/plan',
    table: 'subscriptions',
    keys: [],
    columns: words(
      `free_since free_until status billing_interval amount currency started_at period_ends_at cancel_at ended_at
       stopped_at card_brand card_last4 card_expires next_attempt_at next_amount credit pending_interval pending_until read_at`,
    ),
    leftOut: {
      customer_id: 'technical',
      subscription_id: 'technical',
      // A page of the provider, which the screen of billing shows.
      pending_url: 'platform',
    },
  },
  {
    file: 'account/orders',
    table: 'plan_orders',
    keys: ['id'],
    columns: words(
      `id kind state billing_interval amount currency ordered_by ordered_at terms_version completed_at withdrawn_at
       refund`,
    ),
    leftOut: {
      customer_id: 'technical',
      price_id: 'technical',
      session_id: 'technical',
      page_closed_at: 'technical',
      next_attempt_at: 'technical',
    },
  },
  {
    file: 'account/invoices',
    table: 'invoices',
    keys: ['id'],
    columns: words('id number status total due paid refunded currency disputed attempts created_at paid_at'),
    leftOut: { provider_id: 'technical', subscription_id: 'technical', payment_intent: 'technical' },
  },
  {
    file: 'account/processing',
    table: 'processing_acceptances',
    keys: ['version'],
    columns: words('version user_id accepted_at'),
  },
  {
    file: 'account/people',
    table: 'users',
    rows: 'members',
    keys: ['id'],
    columns: words('id email first_name last_name display_name locale registered_at last_login_at'),
    leftOut: {
      // What people are towards the operator and the sign-in service concerns no account.
      issuer: 'technical',
      sub: 'technical',
      role: 'technical',
      blocked_at: 'technical',
      tokens_valid_from: 'technical',
      picture: 'picture',
      words: 'derived',
    },
  },
  {
    file: 'account/members',
    table: 'memberships',
    keys: ['user_id'],
    columns: words('user_id role all_locations alerts created_at'),
  },
  {
    file: 'account/member-locations',
    table: 'membership_locations',
    keys: ['user_id', 'location_id'],
    columns: words('user_id location_id'),
  },
  {
    file: 'account/team-invitations',
    table: 'invitations',
    keys: ['id'],
    columns: words(
      'id email role all_locations invited_by created_at sent_at expires_at accepted_at accepted_by revoked_at',
    ),
    leftOut: { token_hash: 'secret' },
  },
  {
    file: 'account/team-invitation-locations',
    table: 'invitation_locations',
    keys: ['invitation_id', 'location_id'],
    columns: words('invitation_id location_id'),
  },
  {
    file: 'account/ownership-offers',
    table: 'ownership_offers',
    keys: [],
    columns: words('from_user to_user created_at expires_at'),
  },
  {
    file: 'account/activity',
    table: 'audit_entries',
    keys: ['id'],
    columns: words('id at action target details user_id actor api_key_id admin_id request_id'),
    // Salted hashes of what the next file holds.
    leftOut: { personal: 'technical' },
  },
  {
    file: 'account/activity-people',
    table: 'audit_personal',
    keys: ['entry_id', 'part'],
    columns: words('entry_id part person_id data'),
    leftOut: { salt: 'secret', at: 'derived' },
  },

  {
    file: 'businesses/businesses',
    table: 'businesses',
    keys: ['id'],
    columns: words('id name category website phone brand_color archived_at named_at created_at updated_at'),
  },
  {
    file: 'businesses/locations',
    table: 'locations',
    keys: ['id'],
    columns: words('id business_id name address country phone time_zone created_at updated_at'),
  },

  {
    file: 'connections/connections',
    table: 'connections',
    keys: ['id'],
    columns: words(
      'id platform connector external_id display_name status reason status_since scopes created_by created_at updated_at token_expires_at delete_content_at',
    ),
    leftOut: { sealed_tokens: 'secret', refresh_lease_until: 'technical', access_checked_at: 'technical' },
  },
  {
    file: 'connections/listings',
    table: 'listings',
    keys: ['id'],
    columns: words(
      'id connection_id location_id platform external_id resource_name name address country maps_url write_review_url state paused operator_paused_at sync_interval_minutes interval_chosen next_sync_at last_success_at last_full_pass_at created_at',
    ),
    leftOut: {
      platform_average: 'platform',
      platform_count: 'platform',
      count_difference: 'platform',
      pending_removals_count: 'technical',
      pending_removals_since: 'technical',
      removals_accepted_at: 'technical',
      full_pass_requested_at: 'technical',
      failures: 'technical',
      fence: 'technical',
      lease_until: 'technical',
      sync_requested_at_fence: 'technical',
      watermark_at: 'technical',
    },
  },
  {
    file: 'connections/wished-platforms',
    table: 'platform_requests',
    keys: ['platform'],
    columns: words('platform created_at'),
  },
  {
    file: 'connections/syncs',
    table: 'sync_runs',
    keys: ['id'],
    columns: words(
      'id listing_id trigger kind outcome started_at finished_at seen added changed removed restored unchanged skipped requests error_code error_message',
    ),
    leftOut: {
      attempts: 'technical',
      cursor: 'technical',
      expected: 'technical',
      furthest_page: 'technical',
      newest_change_at: 'technical',
      next_try_at: 'technical',
      page: 'technical',
      updated_at: 'technical',
    },
  },

  {
    file: 'reviews/reviews',
    table: 'reviews',
    keys: ['id'],
    exportableOnly: true,
    columns: words(`
      id location_id listing_id source external_id resource_name import_id author_name anonymous rating recommendation text
      language translation written_at written_day written_from written_to date_basis edited_at created_at confirmed_at
      answered reply_text reply_at reply_state reply_reason reply_pending permalink attribution media_count invited
      private_part tag_ids rule_tag_ids refused_tag_ids assignee_id pinned_at pinned_by pin_reason hidden_at hidden_by
      hidden_reason held_at removed_at wiped_at
    `),
    leftOut: {
      // An address at the platform, which changes and may not be copied.
      author_photo_url: 'platform',
      content_hash: 'technical',
      duplicate_found_at: 'technical',
      missing_at: 'technical',
      search: 'derived',
      facets: 'derived',
    },
  },
  {
    file: 'reviews/tags',
    table: 'tags',
    keys: ['id'],
    columns: words('id name color rule created_at deleted_at'),
    leftOut: {
      name_key: 'derived',
      merge_into: 'technical',
      run_started_at: 'technical',
      run_after: 'technical',
      run_done: 'technical',
      run_total: 'technical',
      run_attempts: 'technical',
      run_failed: 'technical',
    },
  },
  {
    file: 'reviews/notes',
    table: 'review_notes',
    keys: ['review_id', 'id'],
    columns: words('id review_id text author_id created_at edited_at'),
  },
  {
    file: 'reviews/history',
    table: 'review_history',
    keys: ['review_id', 'id'],
    columns: words('id review_id at kind actor user_id actor_id data'),
  },
  {
    file: 'reviews/actions-on-many',
    table: 'bulk_actions',
    keys: ['id'],
    columns: words(
      'id action filter state failure user_id actor total done changed skipped created_at ended_at',
    ),
    leftOut: { cursor: 'technical', attempts: 'technical' },
  },
  {
    file: 'reviews/saved-views',
    table: 'saved_views',
    keys: ['id'],
    columns: words('id user_id name filter sort created_at updated_at'),
  },
  {
    file: 'reviews/reply-templates',
    table: 'reply_templates',
    keys: ['id'],
    columns: words('id name texts ratings recommendations business_id created_at'),
    leftOut: { version: 'technical' },
  },
  {
    file: 'reviews/assistant',
    table: 'assistant_settings',
    keys: [],
    columns: words('allowed_host tone facts sign_off updated_at'),
  },
  {
    file: 'reviews/assistant-days',
    table: 'assistant_days',
    keys: ['day', 'user_id'],
    columns: words('day user_id drafts'),
  },
  {
    file: 'reviews/replies',
    table: 'replies',
    keys: ['review_id'],
    columns: words(
      'review_id draft draft_by draft_at draft_by_assistant earlier_draft earlier_draft_by earlier_draft_at text state reason asked_at sent_at confirmed_at own_texts',
    ),
    leftOut: {
      draft_version: 'technical',
      seen_text: 'technical',
      tried_at: 'technical',
      tries: 'technical',
      next_at: 'technical',
      version: 'technical',
      fence: 'technical',
      lease_until: 'technical',
    },
  },
  {
    file: 'reviews/days',
    table: 'review_days',
    keys: ['source', 'location_id', 'listing_id', 'day', 'rating', 'recommendation'],
    columns: words('day source location_id listing_id rating recommendation total answered with_text'),
  },
  {
    file: 'reviews/imports',
    table: 'imports',
    keys: ['id'],
    columns: words(`
      id location_id source kind state files settings layout rows added changed unchanged invalid hidden problem problem_line
      created_by created_at updated_at finished_at
    `),
    leftOut: { done: 'technical', written: 'technical', lease_until: 'technical', worker: 'technical' },
  },
  {
    file: 'reviews/import-faults',
    table: 'import_faults',
    keys: ['import_id', 'number'],
    columns: words('import_id number line column_name value fault'),
  },

  {
    file: 'pipelines/pipelines',
    table: 'pipelines',
    keys: ['id'],
    columns: words(
      'id business_id location_id name slug settings taken_down_at taken_down_reason created_at updated_at',
    ),
  },
  {
    file: 'pipelines/links',
    table: 'destinations',
    keys: ['id'],
    columns: words('id location_id position source label url listing_id hidden updated_at'),
  },
  {
    file: 'pipelines/former-addresses',
    table: 'former_slugs',
    keys: ['slug'],
    columns: words('slug pipeline_id created_at'),
  },
  {
    file: 'pipelines/country-days',
    table: 'door_country_days',
    keys: ['day', 'pipeline_id', 'location_id', 'country', 'state'],
    columns: words('day pipeline_id location_id country state visits'),
  },
  {
    file: 'pipelines/days',
    table: 'door_days',
    keys: ['pipeline_id', 'day', 'door', 'code_id', 'location_id'],
    columns: words('day pipeline_id door code_id location_id visits ratings clicks reviews messages'),
  },

  {
    file: 'codes/codes',
    table: 'codes',
    keys: ['id'],
    columns: words(
      'id kind code name series business_id location_id pipeline_id design contact first disabled_at created_at updated_at',
    ),
  },

  {
    file: 'visitors/submissions',
    table: 'submissions',
    keys: ['id'],
    columns: words(`
      id pipeline_id location_id door door_id locale rating thumb text author_name contact answers consent_text consented_at
      message message_person invited state held_for judged_at judged_by created_at rated_at reviewed_at messaged_at
      withdrawn_at
    `),
    leftOut: { text_hash: 'secret' },
  },
  {
    file: 'visitors/messages',
    table: 'feedback',
    keys: ['id'],
    columns: words(
      'id location_id author_name contact message consent_text consented_at state assignee_id created_at updated_at resolved_at withdrawn_at',
    ),
  },
  {
    file: 'visitors/notes-and-answers',
    table: 'feedback_entries',
    keys: ['id'],
    columns: words('id feedback_id kind author_id text mail_state created_at'),
    leftOut: { email_id: 'technical' },
  },

  {
    file: 'invitations/campaigns',
    table: 'review_requests',
    keys: ['id'],
    columns: words(`
      id business_id pipeline_id location_id name state language subject message reminder_days reminder_subject
      reminder_message postal_address consent_basis consent_source time_zone starts_at last_sent_at addresses_erased_at
      created_by created_at
    `),
    leftOut: { next_send_at: 'technical' },
  },
  {
    file: 'invitations/recipients',
    table: 'review_request_recipients',
    keys: ['id'],
    columns: words(
      'id request_id position email name state skipped_for sent_at remind_at reminded_at reminder_refused answered_at submission_id',
    ),
    leftOut: { address_hash: 'secret', email_id: 'technical', reminder_email_id: 'technical' },
  },
  {
    file: 'invitations/contacts',
    table: 'review_request_contacts',
    keys: ['address_hash'],
    columns: words('masked invited_at'),
    leftOut: { address_hash: 'secret' },
  },
  {
    file: 'invitations/no-invitations',
    table: 'review_request_suppressions',
    keys: ['id'],
    columns: words('id masked reason created_at'),
    leftOut: { address_hash: 'secret' },
  },
  {
    file: 'invitations/days',
    table: 'review_request_days',
    keys: ['day', 'utc_day'],
    columns: words('day utc_day sent tests'),
  },

  {
    file: 'embeds/embeds',
    table: 'embeds',
    keys: ['id'],
    columns: words(
      'id kind name code draft published published_at first_loaded_at first_loaded_site taken_down_at taken_down_reason created_at updated_at',
    ),
  },
  {
    file: 'embeds/days',
    table: 'embed_days',
    keys: ['embed_id', 'day', 'site', 'country'],
    columns: words('day embed_id site country views clicks reads writes'),
  },
  {
    file: 'embeds/state-days',
    table: 'embed_state_days',
    keys: ['embed_id', 'day', 'state'],
    columns: words('day embed_id state views'),
  },
];

/** Tables of which the archive has no rows, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  account_archive_parts: 'this archive',
  account_archives: 'this archive',
  account_erasures: 'of accounts that are gone',
  assignment_alerts: 'what members are told; who assigned what is in the history of the reviews',
  assignment_mails: 'for the program',
  backups: 'of the installation',
  audit_seals: 'hashes of the activity',
  audit_unsealed: 'for the program',
  bulk_action_parts: 'steps of an action',
  business_logos: 'in the archive as pictures',
  code_logos: 'in the archive as pictures',
  deletion_requests: 'of people at a platform, not of an account',
  digest_days: 'for the program',
  acting_sessions: 'of the operator; the trail has what was done',
  digests: 'what was or waits to be mailed',
  domain_events: 'ids only, for the program',
  emails: 'sealed, and erased once they were sent',
  ended_sessions: 'of people, for the program',
  erasure_journal: 'ids only, of the installation',
  error_changes: 'of the operator',
  error_counts: 'of the operator',
  error_events: 'of the operator',
  error_rules: 'of the operator',
  error_samples: 'of the operator',
  operator_entries: 'of the operator',
  event_cursors: 'for the program',
  event_streams: 'for the program',
  event_subscribers: 'for the program',
  feedback_alerts: 'what waits to be mailed',
  help_messages: 'of the operator; they have no content',
  import_changes: 'the steps of a dry run',
  import_parts: 'uploaded files, which whoever uploaded them has',
  installation: 'of the installation',
  installation_counts: 'of the operator',
  installation_figures: 'of the operator',
  kindling_migrations: 'for the program',
  mailing_recipients: 'of the operator',
  mailings: 'of the operator',
  maintenance_mode: 'of the operator',
  rate_limits: 'counts of minutes',
  preview_links: 'secrets of a week',
  recent_changes: 'no content, for minutes',
  maintenance_notices: 'of the operator',
  news: 'ids only, of what other files hold',
  news_visits: 'for the program',
  oauth_states: 'secrets of minutes',
  platform_rate_limits: 'of the installation',
  sync_settings: 'of the installation',
  former_administrators: 'of the operator',
  operator_seals: 'of the operator',
  operator_unsealed: 'of the operator',
  payment_customers: 'ids at the payment provider',
  payment_events: 'ids only, for the program',
  payment_reconciliations: 'of the installation',
  plan_activation: 'of the installation',
  plan_notices: 'what was mailed; the ends are in the plan',
  restores: 'of the installation',
  retired_codes: 'of no account',
  review_alerts: 'what waits to be mailed',
  review_exports: 'downloads that ran lately',
  review_sums: 'made from the reviews',
  skipped_items: 'hashes of what a platform sent in an unknown shape',
  snapshots: 'made from embeds and reviews',
  spent_proofs: 'for the program',
  sync_run_pages: 'steps of a sync',
  tag_counts: 'made from the reviews',
  user_pictures: 'in the archive as pictures',
  webhook_subscriptions: 'for the program',
};
