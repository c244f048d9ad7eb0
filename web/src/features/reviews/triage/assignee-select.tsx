import { Select } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { updateReviewInLists } from '../review-cache.ts';
import { assignedText, Person, PersonAvatar } from './person.tsx';
import type { OneReviewProps } from './props.ts';
import { useApplyReview } from './use-apply-review.ts';
import { isTeam, useAssignees } from './use-assignees.ts';

/** The option that takes the person off, since Mantine's null is no option. */
const nobody = 'nobody';

/**
 * Who looks after a review. Renders nothing before the members are known, and while there are fewer than two of them. Members
 * who may not assign see the person.
 */
export function AssigneeSelect({ review }: OneReviewProps) {
  const { t } = useText();
  const assignees = useAssignees(review.locationId);
  const mayAssign = useMayDo('reviews.assign');
  const assigning = useAssign(review.id);
  const field = useRef<HTMLInputElement>(null);
  if (!isTeam(assignees)) return null;
  const current = assignees.find(({ userId }) => userId === review.assigneeId) ?? null;
  if (!mayAssign) return current === null ? null : <Person person={current} />;
  return (
    <Select
      ref={field}
      size="xs"
      aria-label={t('triage:assignee.label')}
      placeholder={t('triage:bulk.assign')}
      value={current?.userId ?? null}
      data={[
        ...(current === null ? [] : [{ value: nobody, label: t('triage:assignee.nobody') }]),
        ...assignees.map((person) => ({ value: person.userId, label: assignedText(t, person) })),
      ]}
      leftSection={
        current === null ? <IconUser size={15} aria-hidden /> : <PersonAvatar person={current} size={18} />
      }
      renderOption={({ option }) => {
        const person = assignees.find(({ userId }) => userId === option.value);
        return person === undefined ? option.label : <Person person={person} />;
      }}
      onChange={(value) => assigning.mutate(value === null || value === nobody ? null : value)}
      // The keys of the screen do nothing while the field has the focus.
      onOptionSubmit={() => field.current?.closest<HTMLElement>('article')?.focus({ preventScroll: true })}
      searchable={assignees.length > 7}
      allowDeselect={false}
      error={assigning.error === null ? null : <ErrorText error={assigning.error} />}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}

/** Assigns at once on the screen; after a failure it is as before. */
function useAssign(id: string) {
  const queries = useQueryClient();
  const apply = useApplyReview();
  return useMutation({
    mutationFn: (assigneeId: string | null) => client.reviewMarks.assign({ id, assigneeId }),
    scope: { id: `assign ${id}` },
    onMutate(assigneeId) {
      let before: string | null | undefined;
      updateReviewInLists(queries, id, (review) => {
        before = before === undefined ? review.assigneeId : before;
        return { ...review, assigneeId };
      });
      return before;
    },
    onError(_error, _assigneeId, before) {
      if (before !== undefined)
        updateReviewInLists(queries, id, (review) => ({ ...review, assigneeId: before }));
    },
    onSuccess: ({ review }) => apply(review),
  });
}
