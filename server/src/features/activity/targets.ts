/** What entries are about, where it still exists: its kind and its name. */
import type { ActivityTarget } from '@kindling/contract/activity';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface Target {
  kind: ActivityTarget;
  id: string;
  name: string;
}

type Subject = Exclude<ActivityTarget, 'widget' | 'badge'> | 'embed';

/** By the first word of the action. A submission has the id of its review, and a person is the target of their role. */
const subjects: Readonly<Record<string, Subject>> = {
  business: 'business',
  location: 'location',
  destinations: 'location',
  connection: 'connection',
  listing: 'listing',
  embed: 'embed',
  pipeline: 'pipeline',
  code: 'code',
  review: 'review',
  submission: 'review',
  feedback: 'feedback',
  tag: 'tag',
  'reply-template': 'reply-template',
  'saved-view': 'saved-view',
  'review-request': 'review-request',
  member: 'member',
  ownership: 'member',
  support: 'member',
  invitation: 'invitation',
};

export function subjectOf(action: string): Subject | undefined {
  return subjects[action.split('.')[0] ?? ''];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuid.test(text);

/** By subject and id. One statement with a part for each subject that the entries have. */
export async function findTargets(
  trx: Transaction<DB>,
  accountId: string,
  entries: readonly { action: string; target: string | null }[],
): Promise<ReadonlyMap<string, Target>> {
  const wanted = new Map<Subject, Set<string>>();
  for (const { action, target } of entries) {
    const subject = subjectOf(action);
    if (subject === undefined || target === null || !isUuid(target)) continue;
    wanted.set(subject, (wanted.get(subject) ?? new Set()).add(target));
  }
  if (wanted.size === 0) return new Map();
  const parts = [...wanted].map(([subject, ids]) => lookUp(subject, accountId, [...ids]));
  const { rows } = await sql<Target & { subject: Subject }>`${sql.join(parts, sql` union all `)}`.execute(
    trx,
  );
  return new Map(rows.map(({ subject, ...target }) => [keyOf(subject, target.id), target]));
}

export function targetOf(
  targets: ReadonlyMap<string, Target>,
  { action, target }: { action: string; target: string | null },
): Target | null {
  const subject = subjectOf(action);
  return subject === undefined || target === null ? null : (targets.get(keyOf(subject, target)) ?? null);
}

const keyOf = (subject: Subject, id: string) => `${subject} ${id}`;

function lookUp(subject: Subject, accountId: string, ids: readonly string[]): RawBuilder<unknown> {
  const select = (
    name: RawBuilder<unknown>,
    from: RawBuilder<unknown>,
    kind: RawBuilder<unknown> = sql`${subject}`,
  ) =>
    sql`(select ${subject}::text as subject, ${kind}::text as kind, t.id, ${name}::text as name from ${from}
          where t.account_id = ${accountId} and t.id = any(${[...ids]}::uuid[]))`;
  switch (subject) {
    case 'business':
      return select(sql`t.name`, sql`businesses t`);
    case 'location':
      return select(sql`t.name`, sql`locations t`);
    case 'connection':
      return select(sql`t.display_name`, sql`connections t`);
    case 'listing':
      return select(sql`t.name`, sql`listings t`);
    case 'embed':
      return select(sql`t.name`, sql`embeds t`, sql`t.kind`);
    case 'pipeline':
      return select(sql`t.name`, sql`pipelines t`);
    case 'code':
      return select(sql`t.name`, sql`codes t`);
    case 'review':
      return select(
        sql`t.author_name`,
        sql`(select account_id, id, coalesce(author_name, '') as author_name from reviews where removed_at is null) t`,
      );
    case 'feedback':
      return select(sql`coalesce(t.author_name, '')`, sql`feedback t`);
    case 'tag':
      return select(sql`t.name`, sql`(select * from tags where deleted_at is null) t`);
    case 'reply-template':
      return select(sql`t.name`, sql`reply_templates t`);
    case 'saved-view':
      return select(sql`t.name`, sql`(select * from saved_views where user_id is null) t`);
    case 'review-request':
      return select(sql`t.name`, sql`review_requests t`);
    case 'invitation':
      return select(sql`t.email`, sql`invitations t`);
    case 'member':
      // Whoever left is known by their last entry.
      return sql`(select ${subject}::text as subject, ${subject}::text as kind, v.id, coalesce(
          (select coalesce(nullif(u.display_name, ''), u.email) from users u
             join memberships m on m.user_id = u.id and m.account_id = ${accountId} where u.id = v.id),
          (select coalesce(p.data ->> 'name', p.data ->> 'email') from audit_personal p
            where p.account_id = ${accountId} and p.person_id = v.id and p.part in ('caller', 'member')
            order by p.at desc limit 1), '') as name
        from unnest(${[...ids]}::uuid[]) as v (id))`;
  }
}
