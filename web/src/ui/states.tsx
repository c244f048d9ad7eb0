/** What a screen shows when it has nothing, or when something failed. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toApiError } from '../lib/api/problem.ts';
import { useText } from '../lib/i18n/text.ts';
import css from './states.module.css';

// locale-keys: errors.*

interface EmptyProps {
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyProps) {
  return (
    <div className={css.state}>
      <div className={css.icon}>{icon}</div>
      <p className={css.title}>{title}</p>
      <p className={css.text}>{text}</p>
      {action}
    </div>
  );
}

/** The sentence of a failure, and the request id that support needs to find it. */
export function ErrorText({ error }: { error: unknown }) {
  const { t } = useText();
  const { code, requestId, retryAfter } = toApiError(error);
  return (
    <>
      {t(`errors:${code}`)}
      {retryAfter === null ? null : ` ${t('common:waitSeconds', { count: Math.ceil(retryAfter) })}`}
      {requestId === null ? null : (
        <span className={css.request}>{t('common:requestId', { id: requestId })}</span>
      )}
    </>
  );
}

interface ErrorStateProps {
  error: unknown;
  retry?: () => void;
}

export function ErrorState({ error, retry }: ErrorStateProps) {
  const { t } = useText();
  return (
    <div className={css.state} role="alert">
      <div className={css.icon} data-bad>
        <IconAlertTriangle size={22} aria-hidden />
      </div>
      <p className={css.title}>{t('common:failed')}</p>
      <p className={css.text}>
        <ErrorText error={error} />
      </p>
      {retry === undefined ? null : (
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
          {t('common:tryAgain')}
        </Button>
      )}
    </div>
  );
}
