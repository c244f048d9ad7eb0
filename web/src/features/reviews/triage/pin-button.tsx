import { maxPinReasonLength } from '@kindling/contract/review-marks';
import { Button, Popover, TextInput } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import type { OneReviewProps } from './props.ts';
import css from './triage.module.css';
import { useApplyReview } from './use-apply-review.ts';

/** Pins a review with a reason for the team, or takes the pin away. Renders nothing for members who may not, and for a removed review. */
export function PinButton({ review }: OneReviewProps) {
  const { t } = useText();
  const mayPin = useMayDo('reviews.pin');
  const [opened, setOpened] = useState(false);
  const isPinned = review.pinned !== null;
  if (!mayPin || (review.removedAt !== null && !isPinned)) return null;
  const Icon = isPinned ? IconPinFilled : IconPin;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={16} aria-hidden />}
          aria-pressed={isPinned}
          onClick={() => setOpened(!opened)}
        >
          {isPinned ? t('triage:pin.pinned') : t('triage:pin.pin')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <PinForm key={review.id} review={review} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function PinForm({ review, onDone }: OneReviewProps & { onDone: () => void }) {
  const { t } = useText();
  const apply = useApplyReview();
  const { id, pinned } = review;
  const [reason, setReason] = useState(pinned?.reason ?? '');
  const pinning = useMutation({
    mutationFn: (pin: boolean) =>
      pin ? client.reviewMarks.pin({ id, reason: reason.trim() || null }) : client.reviewMarks.unpin({ id }),
    onSuccess({ review: now }) {
      apply(now);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pinning.isPending) pinning.mutate(true);
  };
  return (
    <form className={css.pin} onSubmit={submit}>
      <p className={css.hint}>{t('triage:pin.text')}</p>
      <TextInput
        label={t('triage:pin.reason')}
        placeholder={t('triage:pin.reasonPlaceholder')}
        value={reason}
        maxLength={maxPinReasonLength}
        dir="auto"
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {pinning.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={pinning.error} />
        </p>
      )}
      <Button type="submit" size="xs" loading={pinning.isPending && pinning.variables}>
        {pinned === null ? t('triage:pin.pin') : t('triage:pin.save')}
      </Button>
      {pinned === null ? null : (
        <Button
          size="xs"
          variant="subtle"
          loading={pinning.isPending && !pinning.variables}
          onClick={() => pinning.mutate(false)}
        >
          {t('triage:pin.unpin')}
        </Button>
      )}
    </form>
  );
}
