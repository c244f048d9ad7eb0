import { pathOf } from '@kindling/contract/screens';
import type { OwnMembership, User } from '@kindling/contract/users';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Avatar, Box, Menu, UnstyledButton } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconChartBar,
  IconCheck,
  IconHistory,
  IconHourglass,
  IconKey,
  IconLifebuoy,
  IconLogout,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { openHelp } from '../../features/help/index.ts';
import { openAccount } from '../../lib/api/current-account.ts';
import { usePicture } from '../../lib/auth/picture.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './top-bar.module.css';
import { useLanguage } from './use-language.tsx';
import { useSignOut } from './use-sign-out.tsx';

// locale-keys: app.role.*

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Profile (an administrator's own sign-in, or the activity while acting), Analytics, Help and Sign out, and between them display and language. */
export function UserMenu({ onDisplay, onOwnSignIn }: { onDisplay: () => void; onOwnSignIn: () => void }) {
  const { t } = useText();
  const { user, additionalUserDetails: details } = useAuth();
  const signOut = useSignOut();
  const email = details?.email ?? user?.email ?? '';
  const name = details?.displayName || email;
  // A Super Admin has only the admin's pages, and pictures are read by members.
  const admin = useIsAdmin();
  const picture = usePicture(admin ? null : (details?.picture ?? null));
  const account = admin ? null : (details?.account ?? null);
  const several = details !== null && !admin && details.accounts.length > 1;
  // Somebody who owns their only account knows where they are.
  const workplace = several || account?.role !== 'owner' ? account : null;
  return (
    <Menu position="bottom-end" width={248} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={css.user}>
          <span className="k-hidden">
            {workplace === null
              ? t('menu.open', { name })
              : t('menu.openIn', { name, account: workplace.name })}
          </span>
          <span className={css.userName} aria-hidden data-foreign>
            {name}
            {workplace === null ? null : (
              <span className={css.userAccount} dir="auto">
                {workplace.name}
              </span>
            )}
          </span>
          <Avatar
            size={30}
            radius="xl"
            color="brand"
            src={picture}
            name={name}
            alt=""
            aria-hidden
            data-foreign
          />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={css.menu}>
        {/* The button says the name already; in a menu only its entries are read. */}
        <div className={css.userCard} aria-hidden data-foreign>
          <strong>{name}</strong>
          {name === email ? null : <span>{email}</span>}
        </div>
        {several ? <Accounts details={details} /> : null}
        {several || account === null ? null : <OnlyAccount account={account} />}
        <Menu.Divider />
        {details === null ? null : <PlanLeft details={details} />}
        {admin ? (
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={onOwnSignIn}>
            {t('menu.ownSignIn')}
          </Menu.Item>
        ) : (
          <OwnPage isActing={details?.impersonated === true} />
        )}
        {admin ? null : (
          <Menu.Item component={Link} to="/dashboard#analytics" leftSection={<IconChartBar {...icon} />}>
            {t('menu.analytics')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLifebuoy {...icon} />} onClick={openHelp}>
          {t('menu.help')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconAdjustmentsHorizontal {...icon} />} onClick={onDisplay}>
          {t('display.title')}
        </Menu.Item>
        <Languages />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={signOut}>
          {t('menu.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The profile, or in place of it, while an administrator acts as the member, what was done in the account. */
function OwnPage({ isActing }: { isActing: boolean }) {
  const { t } = useText();
  const mayReadActivity = useMayDo('activity.read');
  if (!isActing)
    return (
      <Menu.Item component={Link} to={pathOf('profile')} leftSection={<IconUser {...icon} />}>
        {t('nav.profile')}
      </Menu.Item>
    );
  return mayReadActivity ? (
    <Menu.Item component={Link} to={pathOf('activity')} leftSection={<IconHistory {...icon} />}>
      {t('menu.activity')}
    </Menu.Item>
  ) : null;
}

/** The days that are left of a trial or of a canceled plan, with the way to go on. */
function PlanLeft({ details: { planState, sub_ends: count } }: { details: User }) {
  const { t } = useText();
  const mayPay = useMayDo('billing.manage');
  const ends = planState === 'trial' || planState === 'canceled';
  if (!mayPay || !ends || count === null || count <= 0) return null;
  return (
    <Menu.Item component={Link} to="/billing" leftSection={<IconHourglass {...icon} />}>
      {t(planState === 'trial' ? 'plan.trialLeft' : 'plan.endsIn', { count })}
    </Menu.Item>
  );
}

/** Where the person works, and what they are there. */
function OnlyAccount({ account }: { account: OwnMembership }) {
  return (
    <>
      <Menu.Divider />
      <div className={css.userCard}>
        <span className={css.accountName} dir="auto" data-foreign>
          {account.name}
        </span>
        <Role account={account} />
      </div>
    </>
  );
}

/** The role in an account, with the number of locations that it is limited to. */
function Role({ account: { role, locationIds } }: { account: OwnMembership }) {
  const { t } = useText();
  if (locationIds === null) return <span className={css.accountRole}>{t(`role.${role}`)}</span>;
  const locations = t('menu.locationCount', { count: locationIds.length });
  return (
    <span className={css.accountRole}>{t('menu.limitedRole', { role: t(`role.${role}`), locations })}</span>
  );
}

/** The accounts of the person; choosing one loads the app again in this tab. */
function Accounts({ details: { account, accounts } }: { details: User }) {
  const { t } = useText();
  const choose = (id: string) => {
    if (id !== account?.id) openAccount(id);
  };
  return (
    <>
      <Menu.Divider />
      {/* The group has it as its name; in a menu only entries and groups are read. */}
      <Menu.Label aria-hidden>{t('menu.accounts')}</Menu.Label>
      <Box role="group" aria-label={t('menu.accounts')} className={css.accounts}>
        <Menu.RadioGroup value={account?.id ?? ''} onChange={choose}>
          {accounts.map((one) => (
            <Menu.RadioItem
              key={one.id}
              value={one.id}
              checkIcon={<IconCheck size={16} stroke={2} />}
              closeMenuOnClick
            >
              <span className={css.account}>
                <span dir="auto" data-foreign>
                  {one.name}
                </span>
                <Role account={one} />
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Box>
    </>
  );
}

function Languages() {
  const { t } = useText();
  const { current, offered, choose } = useLanguage();
  return (
    // Fixed, so that the scrolling menu does not cut it off.
    <Menu.Sub position="left-start" floatingStrategy="fixed" openDelay={80} closeDelay={120}>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconWorld {...icon} />}>{t('menu.language')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={t('menu.language')}>
        <Menu.RadioGroup value={current} onChange={choose}>
          {offered.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick data-foreign>
              {languageFacts[language].name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
