import type { ErrorGroup } from '@kindling/contract/error-log';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import css from './error-log.module.css';
import { origins } from './use-error-address.ts';

// locale-keys: admin-error-log.matches.*

/** Letters of the message that a new rule begins with; numbers at its end differ from event to event. */
const suggestedLength = 60;
const leastText = 3;

const matches = ['starts-with', 'contains'] as const;

/** A new rule, which begins with the values of a group where one is given. */
export function RuleForm({ like }: { like: ErrorGroup | null }) {
  const { t } = useText();
  const queries = useQueryClient();
  const [origin, setOrigin] = useState<(typeof origins)[number] | null>(like?.origin ?? null);
  const [match, setMatch] = useState<(typeof matches)[number]>('starts-with');
  const [text, setText] = useState(like?.message.split(/[\d\n]/)[0]?.slice(0, suggestedLength) ?? '');
  const [route, setRoute] = useState('');
  const create = useMutation({
    mutationFn: () =>
      client.errorLog.createRule({
        origin,
        message: text === '' ? null : { match, text },
        route: route === '' ? null : route,
      }),
    onSuccess: ({ ignored }) => {
      setText('');
      setRoute('');
      toast({ tone: 'good', message: t('admin-error-log:ruleCreated', { count: ignored }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: query.errorLog.key() }),
  });
  const isKnown = create.error !== null && toApiError(create.error).code === 'conflict';
  const isComplete = (text !== '' || route !== '') && (text === '' || text.length >= leastText);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) create.mutate();
  };
  return (
    <form className={css.ruleForm} onSubmit={submit}>
      <Select
        label={t('admin-error-log:ruleOrigin')}
        placeholder={t('admin-error-log:allOrigins')}
        clearable
        value={origin}
        onChange={(value) => setOrigin(origins.find((one) => one === value) ?? null)}
        data={origins.map((value) => ({ value, label: t(`admin-error-log:origin.${value}`) }))}
      />
      <Select
        label={t('admin-error-log:ruleMessage')}
        allowDeselect={false}
        value={match}
        onChange={(value) => setMatch(matches.find((one) => one === value) ?? 'starts-with')}
        data={matches.map((value) => ({ value, label: t(`admin-error-log:matches.${value}`) }))}
      />
      <TextInput
        className={css.wide ?? ''}
        label={t('admin-error-log:ruleText')}
        description={t('admin-error-log:ruleTextHint')}
        maxLength={500}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        className={css.wide ?? ''}
        label={t('admin-error-log:ruleRouteLabel')}
        description={t('admin-error-log:ruleRouteHint')}
        maxLength={300}
        value={route}
        onChange={({ currentTarget }) => setRoute(currentTarget.value)}
      />
      {create.error === null ? null : (
        <div className={css.wide}>
          <Notice tone="bad" alert>
            {isKnown ? t('admin-error-log:ruleKnown') : <ErrorText error={create.error} />}
          </Notice>
        </div>
      )}
      <div className={css.wide}>
        <Button type="submit" loading={create.isPending} disabled={!isComplete}>
          {t('admin-error-log:createRule')}
        </Button>
      </div>
    </form>
  );
}
