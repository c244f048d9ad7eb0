import type { BulkAction } from '@kindling/contract/bulk-actions';
import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots, IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import css from './bulk.module.css';
import { BulkActionButton } from './bulk-action-button.tsx';
import { BulkAssignButton, BulkHideDialog, BulkTagButton } from './bulk-buttons.tsx';
import { BulkOutcome, BulkRun } from './bulk-progress.tsx';
import { type AskedAction, ConfirmAllDialog } from './confirm-all-dialog.tsx';
import type { BulkBarProps } from './props.ts';
import { noteReadOutcome } from './read-outcomes.ts';
import { hasSucceeded, useAnnouncedSuccess } from './use-announced-success.ts';
import { useBulkAction } from './use-bulk-action.ts';

/**
 * What can be done with many reviews at once, its progress and its outcome. The work goes on when the bar is closed. The screen
 * places it; further actions, such as an export, come as `children`.
 */
export function BulkBar({ selection, count, more = false, onDone, below, children }: BulkBarProps) {
  const { t, i18n } = useText();
  const mayTag = useMayDo('reviews.tag');
  const mayAssign = useMayDo('reviews.assign');
  const mayHide = useMayDo('reviews.hide');
  const { bulk, starting, stopping, progressError } = useBulkAction();
  useAnnouncedSuccess(bulk, onDone);
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const start = (action: BulkAction) => starting.mutate({ selection, action });
  const ask = (action: AskedAction) => ('filter' in selection ? setAsked(action) : start(action));
  const busy = starting.isPending;
  const isPhone = useMediaQuery('(max-width: 575px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [hiding, setHiding] = useState(false);
  const askHide = () => setHiding(true);
  const show = () => ask({ kind: 'show' });
  const value = `${formatNumber(count, i18n.language)}${more ? '+' : ''}`;
  return (
    <section className={css.row} aria-label={t('triage:bulk.label')}>
      {bulk === null ? (
        <>
          <div className={css.what}>
            <p className={css.count} role="status">
              {t('triage:bulk.count', { count, value })}
            </p>
            {below}
          </div>
          <div className={css.buttons}>
            {mayTag ? (
              <>
                <BulkTagButton kind="tag" busy={busy} onPick={(tagId) => ask({ kind: 'tag', tagId })} />
                <BulkTagButton kind="untag" busy={busy} onPick={(tagId) => ask({ kind: 'untag', tagId })} />
              </>
            ) : null}
            {mayAssign ? (
              <BulkAssignButton busy={busy} onAssign={(assigneeId) => ask({ kind: 'assign', assigneeId })} />
            ) : null}
            {mayHide && !isPhone ? <HideButtons busy={busy} onHide={askHide} onShow={show} /> : null}
            {children}
            {mayHide && isPhone ? <HideMenu busy={busy} onHide={askHide} onShow={show} /> : null}
            <BulkActionButton label={t('triage:bulk.clear')} icon={IconX} onClick={onDone} />
          </div>
          <BulkHideDialog
            count={count}
            value={value}
            opened={hiding}
            onClose={() => setHiding(false)}
            onHide={(reason) => start({ kind: 'hide', reason })}
          />
          <ConfirmAllDialog
            action={asked}
            count={count}
            value={value}
            onConfirm={start}
            onClose={() => setAsked(null)}
          />
        </>
      ) : bulk.endedAt === null || hasSucceeded(bulk) ? (
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

interface HidingProps {
  busy: boolean;
  onHide: () => void;
  onShow: () => void;
}

function HideButtons({ busy, onHide, onShow }: HidingProps) {
  const { t } = useText();
  return (
    <>
      <BulkActionButton label={t('triage:bulk.hide')} icon={IconEyeOff} disabled={busy} onClick={onHide} />
      <BulkActionButton label={t('triage:bulk.show')} icon={IconEye} disabled={busy} onClick={onShow} />
    </>
  );
}

/** On a phone, where the row has no room for all actions. */
function HideMenu({ busy, onHide, onShow }: HidingProps) {
  const { t } = useText();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <BulkActionButton label={t('inbox:more')} icon={IconDots} disabled={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={onHide}>
          {t('triage:bulk.hide')}
        </Menu.Item>
        <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={onShow}>
          {t('triage:bulk.show')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
