import { Avatar, Menu, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLifebuoy, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { signOut, useAuth, useSession } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './shell.module.css';

// locale-keys: app.menu.scheme.*

const schemes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

export function UserMenu() {
  const { t } = useText();
  const session = useSession();
  const { user, additionalUserDetails: details } = useAuth();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const email = details?.email ?? user?.email ?? '';
  const name = details?.displayName || email;
  const leave = () =>
    signOut(session).catch((error: unknown) =>
      toast({ tone: 'bad', title: t('auth.signOutFailed'), message: <ErrorText error={error} /> }),
    );
  return (
    <Menu position="bottom-end" width={264} withinPortal>
      <Menu.Target>
        <UnstyledButton className={css.user}>
          <span className="k-hidden">{t('menu.open', { name })}</span>
          <Avatar size={30} radius="xl" color="brand" name={name} aria-hidden />
          <span className={css.userName} aria-hidden>
            {name}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.userCard}>
          <strong>{name}</strong>
          <span>{email}</span>
        </div>
        <Menu.Divider />
        <div className={css.schemes}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('menu.theme')}
            value={colorScheme}
            onChange={(value) =>
              setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
            }
            data={schemes.map(({ value, Icon }) => ({
              value,
              label: (
                <span className={css.scheme}>
                  <Icon size={15} aria-hidden />
                  {t(`menu.scheme.${value}`)}
                </span>
              ),
            }))}
          />
        </div>
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={`mailto:${session.config.brand.supportEmail}`}
          leftSection={<IconLifebuoy size={17} aria-hidden />}
        >
          {t('menu.help')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={17} aria-hidden />} onClick={leave}>
          {t('menu.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
