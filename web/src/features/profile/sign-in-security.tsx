import type { SignInSecurity as SecurityState } from '@kindling/contract/profile';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useConfig } from '../../lib/auth/session.tsx';
import { formatList } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import css from './profile.module.css';

/** From here on it is time for new ones. */
const fewRecoveryCodes = 3;

/**
 * Whether the person has a second factor, with the way to the page that manages it. Needs no account, so administrators see
 * it too; nothing with an external sign-in provider. The texts are of the area `profile`.
 */
export function SignInSecurity() {
  const { securityUrl } = useConfig().auth;
  return securityUrl === null ? null : <OwnSignInSecurity url={securityUrl} />;
}

function OwnSignInSecurity({ url }: { url: string }) {
  const { t, i18n } = useText();
  const security = useQuery(query.profile.getSignInSecurity.queryOptions({ input: {} }));
  if (security.isError) return <ErrorState error={security.error} retry={() => void security.refetch()} />;
  return (
    <div className={css.row}>
      <div>
        <p className={css.label}>{t('profile:signIn.factor')}</p>
        {security.data === undefined ? (
          <Skeleton height={20} width={220} />
        ) : (
          <FactorState state={security.data} />
        )}
        <p className={css.hint}>{t('profile:signIn.manageHint')}</p>
      </div>
      <Button
        component="a"
        variant="default"
        href={`${url}?lng=${i18n.resolvedLanguage ?? 'en'}`}
        rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
      >
        {t('profile:signIn.manage')}
      </Button>
    </div>
  );
}

function FactorState({ state }: { state: SecurityState }) {
  const { t, i18n } = useText();
  const { passkeys, authenticatorApp, recoveryCodes } = state;
  if (passkeys === 0 && !authenticatorApp) return <p className={css.hint}>{t('profile:signIn.factorOff')}</p>;
  const parts = [
    passkeys === 0 ? null : t('profile:signIn.passkeys', { count: passkeys }),
    authenticatorApp ? t('profile:signIn.authenticatorApp') : null,
    t('profile:signIn.recoveryCodes', { count: recoveryCodes }),
  ].filter((part) => part !== null);
  return (
    <>
      <p className={css.hint}>
        {t('profile:signIn.factorOn', { parts: formatList(parts, i18n.language, 'conjunction') })}
      </p>
      {recoveryCodes <= fewRecoveryCodes ? <p className={css.hint}>{t('profile:signIn.codesLow')}</p> : null}
    </>
  );
}
