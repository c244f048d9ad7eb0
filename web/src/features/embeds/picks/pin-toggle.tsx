import type { OwnReview } from '@kindling/contract/reviews';
import { ActionIcon, Popover } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { PinForm } from '../../../ui/pin-form.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import css from './picks.module.css';

interface PinToggleProps {
  review: OwnReview;
  author: string;
}

/** Pins a review with a reason for the team: it then stands first in every embed that is sorted by pins. */
export function PinToggle({ review, author }: PinToggleProps) {
  const { t } = useText();
  const mayPin = useMayDo('reviews.pin');
  const [opened, setOpened] = useState(false);
  const pinned = review.pinned !== null;
  if (!mayPin) return null;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={css.action}
          size={36}
          title={t(pinned ? 'widgets:picks.pinnedHint' : 'widgets:picks.pinHint')}
          aria-label={t('widgets:picks.pin', { name: author })}
          aria-pressed={pinned}
          onClick={() => setOpened(!opened)}
        >
          {pinned ? <IconPinFilled size={18} /> : <IconPin size={18} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <ReasonForm review={review} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ReasonForm({ review: { id, pinned }, onDone }: { review: OwnReview; onDone: () => void }) {
  const queries = useQueryClient();
  const texts = useArea('triage');
  const pinning = useMutation({
    mutationFn: (pin: { reason: string | null } | null) =>
      pin === null ? client.reviewMarks.unpin({ id }) : client.reviewMarks.pin({ id, ...pin }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: query.reviewMarks.history.key({ input: { id } }) });
      void queries.invalidateQueries({ queryKey: query.reviews.get.key({ input: { id } }) });
      await queries.invalidateQueries({ queryKey: query.reviews.list.key() });
      await queries.invalidateQueries({ queryKey: query.embeds.preview.key() });
      onDone();
    },
  });
  if (texts.isError) return <ErrorState error={texts.error} retry={() => void texts.refetch()} />;
  if (!texts.isSuccess) return null;
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
