import { Button, Popover } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { PinForm } from '../../../ui/pin-form.tsx';
import type { OneReviewProps } from './props.ts';
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
        <ReasonForm key={review.id} review={review} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ReasonForm({ review: { id, pinned }, onDone }: OneReviewProps & { onDone: () => void }) {
  const apply = useApplyReview();
  const pinning = useMutation({
    mutationFn: (pin: { reason: string | null } | null) =>
      pin === null ? client.reviewMarks.unpin({ id }) : client.reviewMarks.pin({ id, ...pin }),
    onSuccess({ review: now }) {
      apply(now);
      onDone();
    },
  });
  return (
    <PinForm
      pinned={pinned}
      pending={pinning.isPending ? (pinning.variables === null ? 'unpin' : 'pin') : null}
      error={pinning.error}
      onPin={(reason) => pinning.mutate({ reason })}
      onUnpin={() => pinning.mutate(null)}
    />
  );
}
