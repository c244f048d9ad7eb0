import { activityGroups } from '@kindling/contract/activity';
import { activityKinds } from '@kindling/contract/activity-actions';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { viewerToday } from '../../lib/i18n/viewer-zone.ts';
import { DayField } from '../../ui/days/day-field.tsx';
import css from './activity.module.css';
import type { useActivityAddress } from './activity-address.ts';

// locale-keys: activity.kinds.*
// locale-keys: activity.group.*

/** Person, kind and days, which the address bar keeps. */
export function ActivityFilters({ choice, change, clear }: ReturnType<typeof useActivityAddress>) {
  const { t } = useText();
  const today = viewerToday();
  const { data } = useQuery(query.team.get.queryOptions({ input: {} }));
  const members = (data?.team.members ?? []).map(({ userId, displayName, email }) => ({
    value: userId,
    label: displayName === '' ? email : displayName,
  }));
  const groups = activityGroups.map((group) => ({ value: group, label: t(`activity:group.${group}`) }));
  const known = [...members, ...groups];
  const former =
    choice.who === undefined || known.some(({ value }) => value === choice.who)
      ? []
      : [{ value: choice.who, label: t('activity:formerMember') }];
  return (
    <section className={css.filters} aria-label={t('activity:filters')}>
      <NativeSelect
        label={t('activity:who')}
        value={choice.who ?? ''}
        onChange={({ currentTarget }) => change('who', currentTarget.value)}
        data={[{ value: '', label: t('activity:everybody') }, ...known, ...former]}
      />
      <NativeSelect
        label={t('activity:kind')}
        value={choice.kind ?? ''}
        onChange={({ currentTarget }) => change('kind', currentTarget.value)}
        data={[
          { value: '', label: t('activity:everything') },
          ...activityKinds.map((kind) => ({ value: kind, label: t(`activity:kinds.${kind}`) })),
        ]}
      />
      <DayField
        label={t('activity:from')}
        value={choice.from ?? ''}
        max={choice.to ?? today}
        today={today}
        onChange={(day) => change('from', day)}
      />
      <DayField
        label={t('activity:to')}
        value={choice.to ?? ''}
        min={choice.from}
        max={today}
        today={today}
        onChange={(day) => change('to', day)}
      />
      {Object.keys(choice).length === 0 ? null : (
        <Button variant="subtle" onClick={clear}>
          {t('activity:clear')}
        </Button>
      )}
    </section>
  );
}
