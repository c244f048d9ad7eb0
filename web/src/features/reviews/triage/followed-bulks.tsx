import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { BulkOutcome, BulkRun } from './bulk-progress.tsx';
import css from './followed.module.css';
import { noteReadOutcome, readOutcomes } from './read-outcomes.ts';
import { hasSucceeded, useAnnouncedSuccess } from './use-announced-success.ts';
import { useBulkProgress } from './use-bulk-action.ts';

/**
 * The actions of this person that run, and what others left, until it was read: after a reload nothing else knows of them. They
 * are below the rows and only the newest is shown, so that they move no row and take little of the list.
 */
export function FollowedBulks() {
  const { t } = useText();
  const { data } = useQuery(query.bulkActions.list.queryOptions({ input: {} }));
  const [read, setRead] = useState(readOutcomes);
  const [all, setAll] = useState(false);
  const shown = data?.bulks.filter(({ id }) => !read.includes(id)) ?? [];
  if (shown.length === 0) return null;
  const others = shown.length - 1;
  return (
    <section className={css.followed} aria-label={t('triage:bulk.followed')}>
      <ul className={css.list}>
        {shown.map((bulk, index) => (
          <FollowedBulk
            key={bulk.id}
            listed={bulk}
            hidden={index > 0 && !all}
            onRead={() => setRead(noteReadOutcome(bulk.id))}
          />
        ))}
      </ul>
      {others === 0 ? null : (
        <UnstyledButton className={css.others} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('triage:bulk.fewer') : t('triage:bulk.others', { count: others })}
        </UnstyledButton>
      )}
    </section>
  );
}

interface FollowedBulkProps {
  listed: BulkProgress;
  /** It is followed all the same. */
  hidden: boolean;
  onRead: () => void;
}

function FollowedBulk({ listed, hidden, onRead }: FollowedBulkProps) {
  const { t } = useText();
  // One that had ended before changes nothing any more.
  const [isFollowed] = useState(listed.endedAt === null);
  const { bulk: now, stopping, progressError } = useBulkProgress(isFollowed ? listed.id : null);
  const bulk = now ?? listed;
  useAnnouncedSuccess(bulk, onRead);
  const name = t(`triage:bulk.${bulk.action.kind}`);
  if (hasSucceeded(bulk)) return null;
  return (
    <li className={css.item} hidden={hidden}>
      {bulk.endedAt === null ? (
        <BulkRun
          bulk={bulk}
          name={name}
          lost={progressError !== null}
          stopping={stopping.isPending}
          onStop={() => stopping.mutate()}
        />
      ) : (
        <BulkOutcome bulk={bulk} name={name} onDone={onRead} />
      )}
      {stopping.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={stopping.error} />
        </p>
      )}
    </li>
  );
}
