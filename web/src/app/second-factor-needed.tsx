import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfig, useSession } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorText } from '../ui/states.tsx';

/** Shown in place of the admin pages to an administrator whose sign-in lacks the second factor that is required here. */
export function SecondFactorNeeded() {
  const { t, i18n } = useText();
  const { securityUrl, domain } = useConfig().auth;
  const session = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const action =
    securityUrl === null ? (
      <Button onClick={() => session.identity.signIn().catch(setFailure)}>
        {t('secondFactor.hostedAction')}
      </Button>
    ) : (
      <Button component="a" href={`${securityUrl}?lng=${i18n.resolvedLanguage ?? 'en'}`}>
        {t('secondFactor.action')}
      </Button>
    );
  return (
    <Page title={t('admin.heading')}>
      <Panel>
        <EmptyState
          icon={<IconShieldLock size={22} />}
          title={securityUrl === null ? t('secondFactor.hostedTitle') : t('secondFactor.title')}
          text={securityUrl === null ? t('secondFactor.hostedText', { domain }) : t('secondFactor.text')}
          action={action}
        />
        {failure === null ? null : (
          <p role="alert">
            <ErrorText error={failure} />
          </p>
        )}
      </Panel>
    </Page>
  );
}
