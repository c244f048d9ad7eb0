/** The field of `day-field.tsx`, in a file of its own with the calendar. */
import { DateInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCalendarDay, formatMonth } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { dateLocale, dayPattern, readDay, writeDay } from './day-format.ts';

export interface DayFieldProps {
  label: string;
  /** The label is read out only. */
  isLabelHidden?: boolean;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** The day of today in the account's zone. */
  today: string;
  /** The name of the button that empties the field; without it there is none. */
  clearLabel?: string | undefined;
  onChange: (value: string) => void;
}

export default function CalendarField({
  label,
  isLabelHidden = false,
  value,
  min,
  max,
  today,
  clearLabel,
  onChange,
}: DayFieldProps) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const locale = dateLocale(language);
  const pattern = dayPattern(locale, {
    day: t('days:day'),
    month: t('days:month'),
    year: t('days:year'),
  });
  const { shown, change, tell, onKeyDown, onPointerDown } = useTypedDay(value, onChange);
  const [fault, setFault] = useState<string | null>(null);
  /** What the field does not take, which it replaces by the day before. */
  const faultOf = (typed: string): string | null => {
    if (typed.trim() === '') return null;
    const day = readDay(typed, locale, today);
    if (day === null) return t('days:unreadable', { typed: typed.slice(0, maxRepeated), pattern });
    if (min && day < min) return t('days:tooEarly', { day: writeDay(min, locale) });
    return max && day > max ? t('days:tooLate', { day: writeDay(max, locale) }) : null;
  };
  return (
    // Red days of the weekend would look like days that cannot be chosen.
    <DatesProvider
      settings={{ firstDayOfWeek: firstDayOfWeek(locale), consistentWeeks: true, weekendDays: [] }}
    >
      <DateInput
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        value={shown === '' ? null : shown}
        onChange={(next) => {
          setFault(null);
          change(next ?? '');
        }}
        onKeyDown={(event) => {
          setFault(event.key === 'Enter' ? faultOf(event.currentTarget.value) : null);
          onKeyDown(event);
        }}
        onBlur={(event) => {
          setFault(faultOf(event.currentTarget.value));
          tell();
        }}
        error={fault}
        placeholder={pattern}
        leftSection={<IconCalendar size={16} aria-hidden />}
        valueFormat={(day) => writeDay(day.slice(0, 10), locale)}
        dateParser={(typed) => readDay(typed, locale, today)}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        {...(clearLabel === undefined
          ? {}
          : { clearable: true, clearButtonProps: { 'aria-label': clearLabel, onPointerDown } })}
        popoverProps={{ withinPortal: true, position: 'bottom-start' }}
        weekdayFormat={(day) => formatCalendarDay(day, language, 'weekday').slice(0, 2)}
        monthLabelFormat={(day) => formatMonth(day.slice(0, 7), language, 'long')}
        monthsListFormat={(day) => formatMonth(day.slice(0, 7), language, 'short')}
        getDayProps={(day) => ({ 'aria-label': formatCalendarDay(day, language, 'long'), onPointerDown })}
        ariaLabels={{
          nextMonth: t('days:nextMonth'),
          previousMonth: t('days:previousMonth'),
          nextYear: t('days:nextYear'),
          previousYear: t('days:previousYear'),
          nextDecade: t('days:nextDecade'),
          previousDecade: t('days:previousDecade'),
          monthLevelControl: t('days:chooseMonth'),
          yearLevelControl: t('days:chooseYear'),
        }}
      />
    </DatesProvider>
  );
}

/** Characters of what was typed that its fault repeats. */
const maxRepeated = 20;

/** Keys besides letters that change the text; keyboards of phones name theirs by the last two. */
const typingKeys = new Set(['Backspace', 'Delete', 'Unidentified', 'Process']);

/** Days that stand in the field while somebody types are not told: `22.11.2025` reads as three other days on its way. */
function useTypedDay(value: string, onChange: (value: string) => void) {
  const isTyping = useRef(false);
  const [typed, setTyped] = useState<string | null>(null);
  const untold = useRef<() => void>(null);
  useEffect(() => {
    untold.current = typed === null || typed === value ? null : () => onChange(typed);
  });
  const tell = () => {
    isTyping.current = false;
    untold.current?.();
    untold.current = null;
    setTyped(null);
  };
  // A popover that closes at once removes the field without a blur.
  useEffect(() => () => untold.current?.(), []);
  return {
    shown: typed ?? value,
    tell,
    change(next: string) {
      if (isTyping.current) return setTyped(next);
      untold.current = null;
      setTyped(null);
      onChange(next);
    },
    onKeyDown({ key }: KeyboardEvent) {
      if (key === 'Enter') tell();
      else isTyping.current = key.length === 1 || typingKeys.has(key);
    },
    /** For what chooses a day without a key, while the field keeps the focus. */
    onPointerDown() {
      isTyping.current = false;
    },
  };
}

/** 0 for Sunday to 6. Browsers without the function begin the week on Monday. */
function firstDayOfWeek(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const tag: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
  const first = (tag.getWeekInfo?.().firstDay ?? 1) % 7;
  return ([0, 1, 2, 3, 4, 5, 6] as const).find((day) => day === first) ?? 1;
}
