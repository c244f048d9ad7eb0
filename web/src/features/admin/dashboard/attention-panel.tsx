import type { Attention, AttentionKind } from '@kindling/contract/admin-dashboard';
import { pathOf, type ScreenId } from '@kindling/contract/screens';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatMoment, formatNumber, formatPercent, formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import css from './dashboard.module.css';

// locale-keys: admin-dashboard.attention.*
// locale-keys: common.source.*

/** The page that explains each, with what it filters by; the maintenance panel is on this one. */
const targets: Readonly<Record<AttentionKind, { screen: ScreenId; search?: string; hash?: string }>> = {
  'read-only': { screen: 'adminDashboard', hash: 'maintenance' },
  'queue-late': { screen: 'adminSyncSchedule' },
  'sync-failing': { screen: 'adminSyncSchedule', search: 'only=failing' },
  'platform-withdrawn': { screen: 'adminSyncSchedule' },
  'platform-paused': { screen: 'adminSyncSchedule' },
  'operator-paused': { screen: 'adminSyncSchedule' },
  'new-errors': { screen: 'adminErrorLog' },
  'open-errors': { screen: 'adminErrorLog' },
  'dead-letters': { screen: 'adminSendEmail', search: 'tab=dead-letters' },
  'mail-late': { screen: 'adminSendEmail' },
  'deletion-requests-late': { screen: 'adminSyncSchedule', search: 'tab=deletions' },
  'figures-old': { screen: 'adminErrorLog' },
};

/** A state to know about, and no alarm. */
const calmKinds: ReadonlySet<AttentionKind> = new Set([
  'read-only',
  'platform-paused',
  'operator-paused',
  'open-errors',
]);

/** What needs somebody now. When nothing does, it says so in one line. */
export function AttentionPanel({ attention }: { attention: readonly Attention[] }) {
  const { t } = useText();
  if (attention.length === 0)
    return (
      <p className={css.calm}>
        <IconCircleCheck size={20} stroke={1.8} aria-hidden />
        <span>
          <strong>{t('admin-dashboard:calm.title')}</strong> {t('admin-dashboard:calm.text')}
        </span>
      </p>
    );
  return (
    <Panel flush title={t('admin-dashboard:attention.title')}>
      <ul className={css.attention}>
        {attention.map((one) => (
          <Row key={`${one.kind} ${one.platform ?? ''} ${one.at ?? ''}`} attention={one} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ attention }: { attention: Attention }) {
  const { kind } = attention;
  const text = useAttentionText()(attention);
  const { screen, search, hash } = targets[kind];
  const Icon = calmKinds.has(kind) ? IconInfoCircle : IconAlertTriangle;
  return (
    <li>
      <Link
        className={css.attentionRow}
        to={{
          pathname: pathOf(screen),
          ...(search === undefined ? {} : { search }),
          ...(hash === undefined ? {} : { hash }),
        }}
        data-calm={calmKinds.has(kind) || undefined}
      >
        <Icon className={css.attentionIcon} size={18} stroke={1.8} aria-hidden />
        <span className={css.attentionText}>{text}</span>
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </Link>
    </li>
  );
}

/** One sentence for each kind. */
function useAttentionText(): (attention: Attention) => string {
  const { t, i18n } = useText();
  return ({ kind, count, at, platform }) => {
    const values = {
      count: count ?? 0,
      share: formatPercent((count ?? 0) / 100, i18n.language),
      number: formatNumber(count ?? 0, i18n.language),
      when: at === null ? '' : formatRelative(at, i18n.language),
      time: at === null ? '' : formatMoment(at, i18n.language),
      platform: platform === null ? '' : t(`common:source.${platform}`),
    };
    return t(`admin-dashboard:attention.${kind}`, values);
  };
}
