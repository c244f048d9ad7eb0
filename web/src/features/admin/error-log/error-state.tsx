import { type ErrorGroup, type ErrorState, errorLogLimits } from '@kindling/contract/error-log';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import css from './error-log.module.css';

// locale-keys: admin-error-log.to.*
// locale-keys: admin-error-log.done.*

const nextStates: Readonly<Record<ErrorGroup['state'], readonly ErrorState[]>> = {
  open: ['resolved', 'ignored'],
  resolved: ['open', 'ignored'],
  ignored: ['open', 'resolved'],
};

/** Changes the state of a group, with a note for those who read the history. A refused change keeps what was written. */
export function ErrorStateForm({ group }: { group: ErrorGroup }) {
  const { t } = useText();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const change = useMutation({
    mutationFn: (state: ErrorState) =>
      client.errorLog.setState({ id: group.id, state, note: note.trim(), version: group.version }),
    onSuccess: (_answer, state) => {
      setNote('');
      toast({ tone: 'good', message: t(`admin-error-log:done.${state}`) });
    },
    // Also after a refusal: the group shows what somebody else did.
    onSettled: () => queries.invalidateQueries({ queryKey: query.errorLog.key() }),
  });
  const isConflict = change.error !== null && toApiError(change.error).code === 'conflict';
  return (
    <section className={css.section}>
      <Textarea
        label={t('admin-error-log:note')}
        description={t('admin-error-log:noteHint')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={errorLogLimits.note}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {change.error === null ? null : (
        <Notice tone={isConflict ? 'warn' : 'bad'} alert>
          {isConflict ? t('admin-error-log:changedByOther') : <ErrorText error={change.error} />}
        </Notice>
      )}
      <div className={css.buttons}>
        {nextStates[group.state].map((state, at) => (
          <Button
            key={state}
            variant={at === 0 ? 'filled' : 'default'}
            loading={change.isPending && change.variables === state}
            disabled={change.isPending}
            onClick={() => change.mutate(state)}
          >
            {t(`admin-error-log:to.${state}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
