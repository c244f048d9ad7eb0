/** Signs of the account `a` that lists, figures and mailings share, as conditions in SQL. */
import { trialEndingDays } from '@kindling/contract/admin-users';
import { sql } from 'kysely';

/** Its plan has ended. */
export const isEnded = (now: Date) => sql<boolean>`a.plan_ends_at <= ${now}::timestamptz`;

/** Its trial ends within {@link trialEndingDays} days. */
export const isTrialEnding = (now: Date) =>
  sql<boolean>`(a.plan_state = 'trial' and a.plan_ends_at > ${now}::timestamptz
    and a.plan_ends_at <= ${now}::timestamptz + make_interval(days => ${trialEndingDays}::int))`;

/** It never had a connection; one that was removed counts as well. */
export const wasNeverConnected = sql<boolean>`(not exists (select from connections c where c.account_id = a.id)
  and not exists (select from audit_entries e where e.account_id = a.id and e.action = 'connection.created'))`;
