import { type AuditSearch, auditSearchSchema, auditTrails } from '@kindling/contract/admin-audit';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { viewerToday } from '../../../lib/i18n/viewer-zone.ts';
import { DayField } from '../../../ui/days/day-field.tsx';
import css from './audit-search.module.css';

// locale-keys: admin-audit.trails.*

type Fields = Record<'trail' | 'actor' | 'account' | 'action' | 'from' | 'to', string>;

interface FiltersProps {
  search: AuditSearch;
  change: (next: AuditSearch) => void;
  /** Beside the button that searches. */
  children: ReactNode;
}

/** Searches when it is asked to, because half of an id finds nothing. */
export function AuditFilters({ search, change, children }: FiltersProps) {
  const { t } = useText();
  const today = viewerToday();
  const [fields, setFields] = useState<Fields>(() => ({
    trail: search.trail ?? '',
    actor: search.actor ?? '',
    account: search.account ?? '',
    action: search.action ?? '',
    from: search.from ?? '',
    to: search.to ?? '',
  }));
  const [wrong, setWrong] = useState<readonly PropertyKey[]>([]);
  const set = (name: keyof Fields) => (value: string) => setFields((now) => ({ ...now, [name]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.entries(fields).filter(([, value]) => value.trim() !== '');
    const parsed = auditSearchSchema.safeParse(Object.fromEntries(given));
    setWrong(parsed.success ? [] : parsed.error.issues.flatMap(({ path }) => path.slice(0, 1)));
    if (parsed.success) change(parsed.data);
  };
  return (
    <form className={css.filters} onSubmit={submit} noValidate>
      <TextInput
        label={t('admin-audit:actor')}
        placeholder={t('admin-audit:actorHint')}
        value={fields.actor}
        onChange={({ currentTarget }) => set('actor')(currentTarget.value)}
      />
      <TextInput
        label={t('admin-audit:account')}
        placeholder={t('admin-audit:accountHint')}
        value={fields.account}
        error={wrong.includes('account') ? t('admin-audit:accountInvalid') : null}
        onChange={({ currentTarget }) => set('account')(currentTarget.value)}
      />
      <TextInput
        label={t('admin-audit:action')}
        placeholder="embed.published"
        value={fields.action}
        error={wrong.includes('action') ? t('admin-audit:actionInvalid') : null}
        onChange={({ currentTarget }) => set('action')(currentTarget.value)}
      />
      <NativeSelect
        label={t('admin-audit:trail')}
        value={fields.trail}
        onChange={({ currentTarget }) => set('trail')(currentTarget.value)}
        data={[
          { value: '', label: t('admin-audit:both') },
          ...auditTrails.map((trail) => ({ value: trail, label: t(`admin-audit:trails.${trail}`) })),
        ]}
      />
      <DayField
        label={t('admin-audit:from')}
        value={fields.from}
        max={fields.to === '' ? today : fields.to}
        today={today}
        onChange={set('from')}
      />
      <DayField
        label={t('admin-audit:to')}
        value={fields.to}
        min={fields.from === '' ? undefined : fields.from}
        max={today}
        today={today}
        onChange={set('to')}
      />
      <div className={css.buttons}>
        <Button type="submit">{t('admin-audit:search')}</Button>
        {Object.keys(search).length === 0 ? null : (
          <Button variant="subtle" onClick={() => change({})}>
            {t('admin-audit:clear')}
          </Button>
        )}
        {children}
      </div>
    </form>
  );
}
