/** A day, typed as people write it in their language or picked from a calendar. Loaded when it is first shown. */
import { DateInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import { formatCalendarDay, formatMonth } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { dateLocale, dayPattern, readDay, writeDay } from './day-format.ts';

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** The day of today in the account's zone. */
  today: string;
  onChange: (value: string) => void;
}

export default function DayField({ label, value, min, max, today, onChange }: DayFieldProps) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const locale = dateLocale(language);
  const pattern = dayPattern(locale, {
    day: t('inbox:date.day'),
    month: t('inbox:date.month'),
    year: t('inbox:date.year'),
  });
  return (
    <DatesProvider settings={{ firstDayOfWeek: firstDayOfWeek(locale), consistentWeeks: true }}>
      <DateInput
        label={label}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
        placeholder={pattern}
        leftSection={<IconCalendar size={16} aria-hidden />}
        valueFormat={(day) => writeDay(day.slice(0, 10), locale)}
        dateParser={(typed) => readDay(typed, locale, today)}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        clearable
        clearButtonProps={{ 'aria-label': t('inbox:filter.remove', { name: label }) }}
        popoverProps={{ withinPortal: true, position: 'bottom-start' }}
        weekdayFormat={(day) => formatCalendarDay(day, language, 'weekday').slice(0, 2)}
        monthLabelFormat={(day) => formatMonth(day.slice(0, 7), language, 'long')}
        monthsListFormat={(day) => formatMonth(day.slice(0, 7), language, 'short')}
        getDayProps={(day) => ({ 'aria-label': formatCalendarDay(day, language, 'long') })}
        ariaLabels={{
          nextMonth: t('inbox:date.nextMonth'),
          previousMonth: t('inbox:date.previousMonth'),
          nextYear: t('inbox:date.nextYear'),
          previousYear: t('inbox:date.previousYear'),
          nextDecade: t('inbox:date.nextDecade'),
          previousDecade: t('inbox:date.previousDecade'),
          monthLevelControl: t('inbox:date.chooseMonth'),
          yearLevelControl: t('inbox:date.chooseYear'),
        }}
      />
    </DatesProvider>
  );
}

/** 0 for Sunday to 6. Browsers without the function begin the week on Monday. */
function firstDayOfWeek(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const tag: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
  const first = (tag.getWeekInfo?.().firstDay ?? 1) % 7;
  return ([0, 1, 2, 3, 4, 5, 6] as const).find((day) => day === first) ?? 1;
}
