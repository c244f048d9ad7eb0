import { useQuery } from '@tanstack/react-query';
import { query } from '../lib/api/client.ts';
import { useConfig } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { ConnectButton } from './connect-button.tsx';
import css from './first-step.module.css';
import { LinkButton } from './link-button.tsx';

/**
 * The next step of an account without reviews, the same on every screen that is empty because of it. Only for members who
 * may connect.
 */
export function FirstStep() {
  const { t } = useText();
  const { platforms } = useConfig();
  const list = useQuery(query.connections.list.queryOptions({ input: {} }));
  if (list.isPending) return null;
  const connections = list.data?.connections ?? [];
  const [connection] = connections;
  if (connection === undefined) {
    const first = platforms.find(({ mode }) => mode !== 'unconfigured');
    return (
      <div className={css.actions}>
        {first === undefined ? null : <ConnectButton platform={first.platform} />}
        <LinkButton variant={first === undefined ? 'filled' : 'subtle'} to="/connections">
          {t('common:firstStep.others')}
        </LinkButton>
      </div>
    );
  }
  const isChosen = connections.some(({ listings }) => listings.length > 0);
  return isChosen ? (
    <LinkButton to="/connections">{t('common:firstStep.watch')}</LinkButton>
  ) : (
    <LinkButton to={`/connections/${connection.platform}?connection=${connection.id}&choose=1`}>
      {t('common:firstStep.choose')}
    </LinkButton>
  );
}
