import type { OwnReview } from '@kindling/contract/reviews';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import css from './picks.module.css';

/** Pins a review: it then stands first in every embed that is sorted by pins. */
export function PinToggle({ review, author }: { review: OwnReview; author: string }) {
  const { t } = useText();
  const queries = useQueryClient();
  const mayPin = useMayDo('reviews.pin');
  const pinned = review.pinned !== null;
  const change = useMutation({
    mutationFn: () =>
      pinned
        ? client.reviewMarks.unpin({ id: review.id })
        : client.reviewMarks.pin({ id: review.id, reason: null }),
    onSuccess: async () => {
      void queries.invalidateQueries({
        queryKey: query.reviewMarks.history.key({ input: { id: review.id } }),
      });
      void queries.invalidateQueries({ queryKey: query.reviews.get.key({ input: { id: review.id } }) });
      await queries.invalidateQueries({ queryKey: query.reviews.list.key() });
      await queries.invalidateQueries({ queryKey: query.embeds.preview.key() });
    },
    onError: (error) => toast({ tone: 'bad', message: <ErrorText error={error} /> }),
  });
  if (!mayPin) return null;
  return (
    <Tooltip label={t(pinned ? 'widgets:picks.pinnedHint' : 'widgets:picks.pinHint')} multiline maw={260}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={css.action}
        size={36}
        aria-label={t('widgets:picks.pin', { name: author })}
        aria-pressed={pinned}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {pinned ? <IconPinFilled size={18} /> : <IconPin size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
