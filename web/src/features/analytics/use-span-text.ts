import type { DaySpan } from '@kindling/contract/analytics';
import { formatDay } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';

/** "1 Oct 2026 – 30 Oct 2026"; one day alone. */
export function useSpanText(): (span: DaySpan) => string {
  const { i18n } = useText();
  const text = (day: string) => formatDay(day, i18n.language, 'UTC');
  return ({ from, to }) => (from === to ? text(from) : `${text(from)} – ${text(to)}`);
}
