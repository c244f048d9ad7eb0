import { type Feedback, type FeedbackState, feedbackStates } from '@kindling/contract/feedback';
import { ActionIcon, Menu, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { GivenRating } from '../given-rating.tsx';
import css from './message.module.css';
import { useEraseFeedback } from './use-feedback.ts';

// locale-keys: feedback.state.*

interface MessageHeadProps {
  feedback: Feedback;
  change: (change: { state?: FeedbackState; assigneeId?: string | null }) => void;
  busy: boolean;
  onErased: () => void;
}

/** Who wrote, the state, and who takes care of it. */
export function MessageHead({ feedback, change, busy, onErased }: MessageHeadProps) {
  const { t } = useText();
  const mayWork = useMayDo('feedback.work');
  const mayErase = useMayDo('submissions.judge');
  return (
    <header className={css.head}>
      <div className={css.who}>
        <h2 className={css.name} dir="auto" tabIndex={-1} data-message-title>
          {feedback.authorName ?? t('feedback:noName')}
        </h2>
        <GivenRating rating={feedback.rating} size={16} />
        {mayErase ? <EraseMenu id={feedback.id} onErased={onErased} /> : null}
      </div>
      <div className={css.controls}>
        {mayWork ? (
          <SegmentedControl
            size="xs"
            aria-label={t('feedback:stateLabel')}
            value={feedback.state}
            readOnly={busy}
            onChange={(value) => {
              const state = feedbackStates.find((one) => one === value);
              if (state !== undefined && state !== feedback.state) change({ state });
            }}
            data={feedbackStates.map((value) => ({ value, label: t(`feedback:state.${value}`) }))}
          />
        ) : (
          <Tag tone={feedback.state === 'resolved' ? 'good' : 'calm'}>
            {t(`feedback:state.${feedback.state}`)}
          </Tag>
        )}
        <Assignee feedback={feedback} mayWork={mayWork} busy={busy} change={change} />
      </div>
    </header>
  );
}

/** Nothing for a person who works alone. */
function Assignee({
  feedback: { assignee, assignees },
  mayWork,
  busy,
  change,
}: Pick<MessageHeadProps, 'feedback' | 'busy' | 'change'> & { mayWork: boolean }) {
  const { t } = useText();
  if (!mayWork)
    return assignee === null ? null : (
      <span className={css.hint}>{t('feedback:takenBy', { name: assignee.name })}</span>
    );
  if (assignees.length < 2 && assignee === null) return null;
  const known = assignees.some(({ userId }) => userId === assignee?.userId);
  const people = assignee === null || known ? assignees : [...assignees, assignee];
  return (
    <NativeSelect
      size="xs"
      aria-label={t('feedback:assignee')}
      className={css.assignee}
      value={assignee?.userId ?? ''}
      disabled={busy}
      onChange={(event) => change({ assigneeId: event.currentTarget.value || null })}
      data={[
        { value: '', label: t('feedback:nobody') },
        ...people.map(({ userId, name }) => ({ value: userId, label: name })),
      ]}
    />
  );
}

function EraseMenu({ id, onErased }: { id: string; onErased: () => void }) {
  const { t } = useText();
  const [asking, setAsking] = useState(false);
  const erase = useEraseFeedback(id);
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <ActionIcon
            className={css.actions}
            variant="subtle"
            color="gray"
            aria-label={t('feedback:actions')}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
            {t('feedback:erase')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        refusedWhileActing
        opened={asking}
        title={t('feedback:eraseTitle')}
        confirm={t('feedback:eraseConfirm')}
        busy={erase.isPending}
        error={erase.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          erase.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              onErased();
            },
          })
        }
      >
        {t('feedback:eraseText')}
      </ConfirmDialog>
    </>
  );
}
