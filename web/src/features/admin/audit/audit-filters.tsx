import { type AuditSearch, auditSearchSchema, auditTrails } from '@kindling/contract/admin-audit';
import type { ListedPerson } from '@kindling/contract/admin-users';
import { Button, NativeSelect, Select } from '@mantine/core';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { viewerToday } from '../../../lib/i18n/viewer-zone.ts';
import { personLabel } from '../../../lib/person-label.ts';
import { DayField } from '../../../ui/days/day-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type FoundChoice, FoundSelect } from '../ui/found-select.tsx';
import { actionOptions, chosenAction, searchOfAction } from './action-words.ts';
import css from './audit-search.module.css';
import { useChosenAccount, useChosenPerson } from './use-chosen.ts';

// locale-keys: admin-audit.trails.*

interface FiltersProps {
  search: AuditSearch;
  change: (next: AuditSearch) => void;
  /** Below the fields. */
  children: ReactNode;
}

/** Each choice searches at once. */
export function AuditFilters({ search, change, children }: FiltersProps) {
  const { t } = useText();
  const today = viewerToday();
  const person = useChosenPerson(search.actor);
  const account = useChosenAccount(search.account);
  const actions = useMemo(() => actionOptions(t), [t]);
  /** An empty value takes the filter away. */
  const set = (more: Record<string, string | undefined>) => {
    const { action: _, group: __, ...others } = search;
    const kept = 'action' in more || 'group' in more ? others : search;
    const given = Object.entries({ ...kept, ...more }).filter(([, value]) => (value ?? '') !== '');
    change(auditSearchSchema.parse(Object.fromEntries(given)));
  };
  const found = {
    placeholder: t('admin-audit:foundHint'),
    nothing: t('admin-audit:nobody'),
    clearable: true,
    clearLabel: t('admin-audit:clearField'),
  };
  return (
    <section className={css.filters} aria-label={t('admin-audit:filters')}>
      <ChosenField
        {...found}
        label={t('admin-audit:actor')}
        chosen={person}
        onChoice={(actor) => set({ actor })}
        choicesOf={(people) => people.map((one) => ({ id: one.id, label: personLabel(one) }))}
      />
      <ChosenField
        {...found}
        label={t('admin-audit:account')}
        chosen={account}
        onChoice={(id) => set({ account: id })}
        choicesOf={accountsOf}
      />
      <Select
        label={t('admin-audit:action')}
        placeholder={t('admin-audit:everything')}
        nothingFoundMessage={t('admin-audit:noAction')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('admin-audit:clearField') }}
        data={actions}
        value={chosenAction(search)}
        onChange={(value) => set({ action: undefined, group: undefined, ...searchOfAction(value) })}
      />
      <NativeSelect
        label={t('admin-audit:trail')}
        value={search.trail ?? ''}
        onChange={({ currentTarget }) => set({ trail: currentTarget.value })}
        data={[
          { value: '', label: t('admin-audit:both') },
          ...auditTrails.map((trail) => ({ value: trail, label: t(`admin-audit:trails.${trail}`) })),
        ]}
      />
      <DayField
        label={t('admin-audit:from')}
        value={search.from ?? ''}
        max={search.to ?? today}
        today={today}
        onChange={(day) => set({ from: day })}
      />
      <DayField
        label={t('admin-audit:to')}
        value={search.to ?? ''}
        min={search.from}
        max={today}
        today={today}
        onChange={(day) => set({ to: day })}
      />
      <div className={css.buttons}>
        {Object.keys(search).length === 0 ? null : (
          <Button variant="subtle" onClick={() => change({})}>
            {t('admin-audit:clear')}
          </Button>
        )}
        {children}
      </div>
    </section>
  );
}

interface ChosenFieldProps extends Omit<ComponentProps<typeof FoundSelect>, 'value' | 'onChange'> {
  chosen: ReturnType<typeof useChosenPerson>;
  onChoice: (id: string | undefined) => void;
}

function ChosenField({ chosen: { value, keep }, onChoice, ...field }: ChosenFieldProps) {
  // As high as the field.
  if (value === undefined) return <Skeleton shape="field" height={61} />;
  return (
    <FoundSelect
      {...field}
      value={value}
      onChange={(choice) => {
        keep(choice);
        onChoice(choice?.id);
      }}
    />
  );
}

/** The accounts of the people found, each once and with one of them, since names of accounts are often alike. */
function accountsOf(people: readonly ListedPerson[]): FoundChoice[] {
  const found = new Map<string, FoundChoice>();
  for (const { email, accounts } of people)
    for (const { id, name } of accounts)
      if (!found.has(id)) found.set(id, { id, label: `${name} (${email})` });
  return [...found.values()];
}
