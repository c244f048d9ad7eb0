import type { BulkAction } from '@kindling/contract/bulk-actions';
import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconX } from '@tabler/icons-react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import css from './bulk.module.css';
import { BulkAssignButton, BulkHideButton, BulkTagButton } from './bulk-buttons.tsx';
import { BulkOutcome, BulkRun } from './bulk-progress.tsx';
import type { BulkBarProps } from './props.ts';
import { noteReadOutcome } from './read-outcomes.ts';
import { useBulkAction } from './use-bulk-action.ts';

/**
 * What can be done with many reviews at once, its progress and its outcome. The work goes on when the bar is closed. The screen
 * places it; further actions, such as an export, come as `children`.
 */
export function BulkBar({ selection, count, more = false, onDone, children }: BulkBarProps) {
  const { t, i18n } = useText();
  const mayTag = useMayDo('reviews.tag');
  const mayAssign = useMayDo('reviews.assign');
  const mayHide = useMayDo('reviews.hide');
  const { bulk, starting, stopping, progressError } = useBulkAction();
  const start = (action: BulkAction) => starting.mutate({ selection, action });
  const busy = starting.isPending;
  const value = `${formatNumber(count, i18n.language)}${more ? '+' : ''}`;
  return (
    <section className={css.bar} aria-label={t('triage:bulk.label')}>
      {bulk === null ? (
        <>
          <p className={css.count} role="status">
            {t('triage:bulk.count', { count, value })}
          </p>
          <div className={css.buttons}>
            {mayTag ? (
              <>
                <BulkTagButton kind="tag" busy={busy} onPick={(tagId) => start({ kind: 'tag', tagId })} />
                <BulkTagButton kind="untag" busy={busy} onPick={(tagId) => start({ kind: 'untag', tagId })} />
              </>
            ) : null}
            {mayAssign ? (
              <BulkAssignButton
                busy={busy}
                onAssign={(assigneeId) => start({ kind: 'assign', assigneeId })}
              />
            ) : null}
            {mayHide ? (
              <>
                <BulkHideButton
                  count={count}
                  busy={busy}
                  onHide={(reason) => start({ kind: 'hide', reason })}
                />
                <Button
                  size="xs"
                  variant="subtle"
                  leftSection={<IconEye size={16} aria-hidden />}
                  disabled={busy}
                  onClick={() => start({ kind: 'show' })}
                >
                  {t('triage:bulk.show')}
                </Button>
              </>
            ) : null}
            {children}
          </div>
          <div className={css.end}>
            <ActionIcon
              variant="subtle"
              size={32}
              aria-label={t('triage:bulk.clear')}
              title={t('triage:bulk.clear')}
              onClick={onDone}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </div>
        </>
      ) : bulk.endedAt === null ? (
        <BulkRun
          bulk={bulk}
          lost={progressError !== null}
          stopping={stopping.isPending}
          onStop={() => stopping.mutate()}
        />
      ) : (
        <BulkOutcome
          bulk={bulk}
          onDone={() => {
            noteReadOutcome(bulk.id);
            onDone();
          }}
        />
      )}
      {starting.error === null && stopping.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={starting.error ?? stopping.error} />
        </p>
      )}
    </section>
  );
}
