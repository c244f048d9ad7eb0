/** A day, typed as people write it in their language or picked from a calendar, which is loaded when it is first shown. */
import { lazy, Suspense } from 'react';
import { useArea } from '../../lib/i18n/use-area.ts';
import { Skeleton } from '../skeleton.tsx';
import type { DayFieldProps } from './calendar-field.tsx';

// The calendar is as large as a screen of its own, and few visits need it.
const CalendarField = lazy(() => import('./calendar-field.tsx'));

export function DayField(props: DayFieldProps) {
  const texts = useArea('days');
  // As high as the field, with its label or without.
  const placeholder = <Skeleton shape="field" height={props.isLabelHidden ? 36 : 61} />;
  if (!texts.isSuccess) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <CalendarField {...props} />
    </Suspense>
  );
}
