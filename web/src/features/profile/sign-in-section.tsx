import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import css from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';
import { Sessions } from './sessions.tsx';
import { SignInSecurity } from './sign-in-security.tsx';

/** Password, second factor and sessions; with an external sign-in provider, a note on where to manage them. */
export function SignInSection() {
  const { t, i18n } = useText();
  const { auth } = useConfig();
  return (
    <ProfileSection id="sign-in" title={t('profile:signIn.title')} lead={t('profile:signIn.lead')}>
      {auth.passwordUrl === null ? (
        <p className={css.plain}>{t('profile:signIn.hosted', { domain: auth.domain })}</p>
      ) : (
        <>
          <div className={css.row}>
            <div>
              <p className={css.label}>{t('profile:signIn.password')}</p>
              <p className={css.hint}>{t('profile:signIn.passwordText')}</p>
            </div>
            <Button
              component="a"
              variant="default"
              href={`${auth.passwordUrl}?lng=${i18n.resolvedLanguage ?? 'en'}`}
              rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
            >
              {t('profile:signIn.changePassword')}
            </Button>
          </div>
          <SignInSecurity />
          <Sessions />
        </>
      )}
    </ProfileSection>
  );
}
