import type { BulkAction } from '@kindling/contract/bulk-actions';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useTagsById } from '../tags/use-tags.ts';
import { personName } from './person.tsx';
import css from './triage.module.css';
import { useAssigneesById } from './use-assignees.ts';

/** Hiding asks by itself, because it needs a reason. */
export type AskedAction = Exclude<BulkAction, { kind: 'hide' }>;

interface ConfirmAllDialogProps {
  /** What is to be done with everything that matches; null while nothing is asked. */
  action: AskedAction | null;
  count: number;
  /** The count in words. */
  value: string;
  onConfirm: (action: AskedAction) => void;
  onClose: () => void;
}

/** Asks before everything that matches is changed: most of it was never in sight, and nothing changes it back. */
export function ConfirmAllDialog({ action, count, value, onConfirm, onClose }: ConfirmAllDialogProps) {
  const { t } = useText();
  const nameOf = useNameOf(t);
  // The dialog keeps its words while it fades out.
  const [asked, setAsked] = useState(action);
  if (action !== null && action !== asked) setAsked(action);
  if (asked === null) return null;
  return (
    <ConfirmDialog
      opened={action !== null}
      title={t('triage:bulk.allTitle')}
      confirm={confirmText(t, asked, { count, value })}
      busy={false}
      error={null}
      destructive={false}
      onConfirm={() => {
        onConfirm(asked);
        onClose();
      }}
      onClose={onClose}
    >
      <Stack gap="xs">
        <p className={css.words}>{effectText(t, asked, nameOf(asked))}</p>
        <p className={css.hint}>{t('triage:bulk.allText')}</p>
      </Stack>
    </ConfirmDialog>
  );
}

/** The name of the tag or the person of an action; '' for an action without one. */
function useNameOf(t: Translate): (action: AskedAction) => string {
  const tags = useTagsById();
  const assignees = useAssigneesById();
  return (action) => {
    if (action.kind === 'tag' || action.kind === 'untag') return tags.get(action.tagId)?.name ?? '';
    if (action.kind === 'show' || action.assigneeId === null) return '';
    const person = assignees.get(action.assigneeId);
    return person === undefined ? '' : personName(t, person);
  };
}

function confirmText(t: Translate, action: AskedAction, counted: { count: number; value: string }): string {
  if (action.kind === 'tag') return t('triage:bulk.tagAll', counted);
  if (action.kind === 'untag') return t('triage:bulk.untagAll', counted);
  if (action.kind === 'show') return t('triage:bulk.showAll', counted);
  return action.assigneeId === null
    ? t('triage:bulk.unassignAll', counted)
    : t('triage:bulk.assignAll', counted);
}

function effectText(t: Translate, action: AskedAction, name: string): string {
  if (action.kind === 'tag') return t('triage:bulk.tagEffect', { name });
  if (action.kind === 'untag') return t('triage:bulk.untagEffect', { name });
  if (action.kind === 'show') return t('triage:bulk.showEffect');
  return action.assigneeId === null
    ? t('triage:bulk.unassignEffect')
    : t('triage:bulk.assignEffect', { name });
}
