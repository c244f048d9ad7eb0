import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import type { SidebarScreen } from './navigation.ts';
import css from './sidebar.module.css';
import { useTroubledConnections } from './use-troubled-connections.ts';

/** The number at an entry of the sidebar: what waits behind it. */
export function EntryCount({ entry }: { entry: SidebarScreen['id'] }) {
  if (entry === 'reviews') return <UnansweredCount />;
  if (entry === 'reviewPipeline') return <CollectingCount />;
  return entry === 'connections' ? <TroubledConnectionsCount /> : null;
}

/** How many reviews are unanswered. */
function UnansweredCount() {
  const { t, i18n } = useText();
  const figures = useQuery(query.reviews.figures.queryOptions({ input: {} }));
  const count = figures.data?.unanswered ?? 0;
  const value = capped(count, 999, i18n.language);
  return (
    <CountBadge
      count={count}
      label={t('shell.waiting', { count, value })}
      words={t('shell.unanswered', { count })}
    />
  );
}

/** How many private messages nobody has looked after yet, and how many held reviews wait for a decision. */
function CollectingCount() {
  const { t } = useText();
  const reads = useMayDo('feedback.read');
  const judges = useMayDo('submissions.judge');
  const feedback = useQuery(query.feedback.figures.queryOptions({ input: {}, enabled: reads }));
  const submissions = useQuery(query.submissions.figures.queryOptions({ input: {}, enabled: judges }));
  const messages = reads ? (feedback.data?.new ?? 0) : 0;
  const held = judges ? (submissions.data?.held ?? 0) : 0;
  const words = [
    messages === 0 ? null : t('shell.newFeedback', { count: messages }),
    held === 0 ? null : t('shell.held', { count: held }),
  ];
  return <CountBadge count={messages + held} words={words.filter((one) => one !== null).join(', ')} />;
}

interface CountBadgeProps {
  count: number;
  /** The number with what it counts; the rail of icons has room for the number only. */
  label?: string;
  /** The same in full, for screen readers and under the pointer. */
  words: string;
}

const capped = (count: number, most: number, language: string) =>
  count > most ? `${formatNumber(most, language)}+` : formatNumber(count, language);

/** A number beside an entry; nothing for zero. */
function CountBadge({ count, label, words }: CountBadgeProps) {
  const { i18n } = useText();
  if (count === 0) return null;
  return (
    <span className={css.badge} title={words}>
      <span className={css.count} aria-hidden="true">
        {label ?? capped(count, 999, i18n.language)}
      </span>
      <span className={css.railCount} aria-hidden="true">
        {capped(count, 99, i18n.language)}
      </span>
      <span className="k-hidden">{words}</span>
    </span>
  );
}

/** How many connections wait for their owner. */
function TroubledConnectionsCount() {
  const { t, i18n } = useText();
  const count = useTroubledConnections();
  if (count === 0) return null;
  return (
    <span className={css.badge} data-tone="warn" title={t('shell.troubled', { count })}>
      <span className={css.count} aria-hidden="true">
        ! {formatNumber(count, i18n.language)}
      </span>
      <span className={css.railCount} aria-hidden="true">
        !
      </span>
      <span className="k-hidden">{t('shell.troubled', { count })}</span>
    </span>
  );
}
