import { type AdminDashboard, listingGroups } from '@kindling/contract/admin-dashboard';
import { planStates } from '@kindling/contract/plans';
import { pathOf, type ScreenId } from '@kindling/contract/screens';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import css from './dashboard.module.css';

// locale-keys: admin-dashboard.plan.*
// locale-keys: admin-dashboard.listing.*
// locale-keys: admin-dashboard.connection.*
// locale-keys: common.source.*

interface State {
  key: string;
  label: string;
  count: number;
  screen: ScreenId;
  search: string;
}

/** Accounts by plan, listings by state, and the connections that are not read. */
export function StatePanels({ data: { plans, listings, connections } }: { data: AdminDashboard }) {
  const { t } = useText();
  return (
    <div className={css.states}>
      {plans === null ? null : (
        <States
          title={t('admin-dashboard:states.plans')}
          states={planStates.map((state) => ({
            key: state,
            label: t(`admin-dashboard:plan.${state}`),
            count: plans[state],
            screen: 'adminUsers',
            search: `plan=${state}`,
          }))}
        />
      )}
      <States
        title={t('admin-dashboard:states.listings')}
        states={listingGroups.map((state) => ({
          key: state,
          label: t(`admin-dashboard:listing.${state}`),
          count: listings[state],
          screen: 'adminSyncSchedule',
          search: state === 'paused' ? 'only=paused' : `state=${state}`,
        }))}
      />
      <States
        title={t('admin-dashboard:states.connections')}
        none={t('admin-dashboard:states.allConnected')}
        states={connections.map(({ platform, status, count }) => ({
          key: `${platform} ${status}`,
          label: t('admin-dashboard:states.connection', {
            platform: t(`common:source.${platform}`),
            status: t(`admin-dashboard:connection.${status}`),
          }),
          count,
          screen: 'adminSyncSchedule',
          search: `connector=${platform}`,
        }))}
      />
    </div>
  );
}

function States({ title, states, none }: { title: string; states: readonly State[]; none?: string }) {
  const { i18n } = useText();
  const sum = Math.max(
    1,
    states.reduce((total, { count }) => total + count, 0),
  );
  return (
    <Panel title={title} flush>
      {states.length === 0 ? <p className={css.none}>{none}</p> : null}
      <ul className={css.stateRows}>
        {states.map(({ key, label, count, screen, search }) => (
          <li key={key}>
            <Link to={{ pathname: pathOf(screen), search }} className={css.stateRow}>
              <span>{label}</span>
              <span className={css.stateCount}>{formatNumber(count, i18n.language)}</span>
              <span className={css.track} aria-hidden="true">
                <span className={css.fill} style={{ width: `${(count / sum) * 100}%` }} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
