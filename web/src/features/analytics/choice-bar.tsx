import type { DashboardFigures, DaySpan } from '@kindling/contract/analytics';
import { pathOf } from '@kindling/contract/screens';
import { NativeSelect } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { parseOption } from '../../lib/parse-option.ts';
import { DayField } from '../../ui/days/day-field.tsx';
import { type Choice, presets, spanOf } from './choice.ts';
import css from './choice-bar.module.css';
import { useSpanText } from './use-span-text.ts';

// locale-keys: dashboard.preset.*

interface ChoiceBarProps {
  choice: Choice;
  onChange: (next: Choice) => void;
  today: string;
  /** The answer for the choice; undefined while it loads. */
  figures: DashboardFigures | undefined;
}

/** Business, location and period of the whole screen; it stays at the top while the screen scrolls. */
export function ChoiceBar({ choice, onChange, today, figures }: ChoiceBarProps) {
  const { t } = useText();
  const spanText = useSpanText();
  const choosePeriod = (value: string) => {
    const preset = parseOption(value, presets);
    const { businessId, locationId } = choice;
    const place = {
      ...(businessId === undefined ? {} : { businessId }),
      ...(locationId === undefined ? {} : { locationId }),
    };
    if (preset !== 'custom') return onChange({ ...place, preset });
    const { from, to } = { ...spanOf(choice, today), ...figures?.period };
    return onChange({ ...place, preset, from: from ?? today, to: to ?? today });
  };
  return (
    <section className={css.bar} aria-label={t('dashboard:choice')}>
      <PlaceSelects choice={choice} onChange={onChange} />
      <NativeSelect
        aria-label={t('dashboard:period')}
        className={css.period}
        value={choice.preset}
        onChange={({ currentTarget }) => choosePeriod(currentTarget.value)}
        data={presets.map((preset) => ({ value: preset, label: t(`dashboard:preset.${preset}`) }))}
      />
      {choice.preset === 'custom' ? <CustomDays today={today} choice={choice} onChange={onChange} /> : null}
      <ReportLink businessId={choice.businessId} />
      <p className={css.span} aria-live="polite">
        {figures === undefined ? null : (
          <>
            <span>{spanText(figures.period)}</span>
            {figures.before === null ? null : (
              <span className={css.before}>
                {t('dashboard:comparedWith', { span: spanText(figures.before) })}
              </span>
            )}
          </>
        )}
      </p>
    </section>
  );
}

/** Nothing while there is one location: there is nothing to choose. The room is held while the list loads. */
function PlaceSelects({ choice, onChange }: Pick<ChoiceBarProps, 'choice' | 'onChange'>) {
  const { t } = useText();
  const list = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const businesses = list.data?.businesses ?? [];
  const chosen = businesses.filter(({ id }) => choice.businessId === undefined || id === choice.businessId);
  const locations = chosen.flatMap((business) => business.locations);
  const without = (...names: ('businessId' | 'locationId')[]) => {
    const next = { ...choice };
    for (const name of names) delete next[name];
    return next;
  };
  return (
    <>
      {businesses.length > 1 || choice.businessId !== undefined ? (
        <NativeSelect
          aria-label={t('dashboard:business')}
          className={css.place}
          value={choice.businessId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...without('businessId', 'locationId'),
              ...(value === '' ? {} : { businessId: value }),
            })
          }
          data={[
            { value: '', label: t('dashboard:allBusinesses') },
            ...businesses.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
      {locations.length > 1 || choice.locationId !== undefined || list.isPending ? (
        <NativeSelect
          aria-label={t('dashboard:location')}
          className={css.place}
          disabled={list.isPending}
          value={choice.locationId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...without('locationId'), ...(value === '' ? {} : { locationId: value }) })
          }
          data={[
            { value: '', label: t('dashboard:allLocations') },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
    </>
  );
}

function ReportLink({ businessId }: { businessId: string | undefined }) {
  const { t } = useText();
  if (!useMayDo('figures.read')) return null;
  const path = pathOf('monthlyReport');
  return (
    <Link to={businessId === undefined ? path : `${path}?business=${businessId}`} className={css.report}>
      <IconReportAnalytics size={16} aria-hidden />
      {t('nav.monthlyReport')}
    </Link>
  );
}

/** Two days; the choice follows when both are valid and in order. */
function CustomDays({ choice, today, onChange }: Pick<ChoiceBarProps, 'choice' | 'today' | 'onChange'>) {
  const { t } = useText();
  const [days, setDays] = useState<DaySpan>({ from: choice.from ?? '', to: choice.to ?? '' });
  const set = (next: DaySpan) => {
    setDays(next);
    if (next.from >= '1990-01-01' && next.to < '2100-01-01' && next.from !== '' && next.from <= next.to)
      onChange({ ...choice, ...next });
  };
  return (
    <div className={css.days}>
      <DayField
        label={t('dashboard:from')}
        isLabelHidden
        value={days.from}
        max={days.to || undefined}
        today={today}
        onChange={(from) => set({ ...days, from })}
      />
      <span aria-hidden="true">–</span>
      <DayField
        label={t('dashboard:to')}
        isLabelHidden
        value={days.to}
        min={days.from || undefined}
        today={today}
        onChange={(to) => set({ ...days, to })}
      />
    </div>
  );
}
