import { BrandMark } from '@kindling/design/brand-mark';
import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { useAuth, useConfig } from '../../lib/auth/session.tsx';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { adminEntries, userEntries } from './navigation.ts';
import css from './shell.module.css';

// locale-keys: app.nav.*

/** The navigation; `onNavigate` closes the drawer on phones. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t, i18n } = useText();
  const { brand } = useConfig();
  const admin = useAuth().additionalUserDetails?.role === 'Super Admin';
  const figures = useQuery(query.reviews.figures.queryOptions({ input: {}, enabled: !admin }));
  const unanswered = figures.data?.unanswered ?? 0;
  return (
    <div className={css.sidebar}>
      <a href="/" className={css.brand}>
        <BrandMark />
        <span>{brand.name}</span>
      </a>
      <nav aria-label={t('shell.navigation')}>
        {admin ? <p className={css.heading}>{t('admin.heading')}</p> : null}
        <ul className={css.entries}>
          {(admin ? adminEntries : userEntries).map(({ key, href, Icon }) => (
            <li key={key}>
              <NavLink to={href} className={css.entry ?? ''} {...(onNavigate ? { onClick: onNavigate } : {})}>
                <Icon size={19} stroke={1.7} aria-hidden />
                <span>{t(`nav.${key}`)}</span>
                {key === 'reviews' && unanswered > 0 ? (
                  <span className={css.badge}>
                    <span aria-hidden="true">
                      {unanswered > 999 ? '999+' : formatNumber(unanswered, i18n.language)}
                    </span>
                    <span className="k-hidden">{t('shell.unanswered', { count: unanswered })}</span>
                  </span>
                ) : null}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
