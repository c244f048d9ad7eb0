import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import css from './bulk.module.css';
import { BulkOutcome, BulkRun } from './bulk-progress.tsx';
import { noteReadOutcome, readOutcomes } from './read-outcomes.ts';
import { useBulkProgress } from './use-bulk-action.ts';

/** The actions of this person that run, and outcomes that they have not read: after a reload nothing else knows of them. */
export function FollowedBulks() {
  const { t } = useText();
  const { data } = useQuery(query.bulkActions.list.queryOptions({ input: {} }));
  const [read, setRead] = useState(readOutcomes);
  const shown = data?.bulks.filter(({ id }) => !read.includes(id)) ?? [];
  if (shown.length === 0) return null;
  return (
    <section className={css.followed} aria-label={t('triage:bulk.followed')}>
      {shown.map((bulk) => (
        <FollowedBulk key={bulk.id} listed={bulk} onDone={() => setRead(noteReadOutcome(bulk.id))} />
      ))}
    </section>
  );
}

function FollowedBulk({ listed, onDone }: { listed: BulkProgress; onDone: () => void }) {
  const { t } = useText();
  // One that had ended before changes nothing any more.
  const [isFollowed] = useState(listed.endedAt === null);
  const { bulk: now, stopping, progressError } = useBulkProgress(isFollowed ? listed.id : null);
  const bulk = now ?? listed;
  return (
    <div className={css.bar}>
      <p className={css.count}>{t(`triage:bulk.${bulk.action.kind}`)}</p>
      {bulk.endedAt === null ? (
        <BulkRun
          bulk={bulk}
          lost={progressError !== null}
          stopping={stopping.isPending}
          onStop={() => stopping.mutate()}
        />
      ) : (
        <BulkOutcome bulk={bulk} onDone={onDone} />
      )}
      {stopping.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={stopping.error} />
        </p>
      )}
    </div>
  );
}
