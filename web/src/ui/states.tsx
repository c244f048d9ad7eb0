/** What a screen shows when it is empty or has failed. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toApiError } from '../lib/api/problem.ts';
import { type Translate, useText } from '../lib/i18n/text.ts';
import { PlanEnded } from './plan-ended.tsx';
import { RequestId } from './request-id.tsx';
import css from './states.module.css';

// locale-keys: errors.*

interface EmptyProps {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
}

/** A small drawing, what is missing, and what to do next. */
export function EmptyState({ icon, title, text, action }: EmptyProps) {
  return (
    <div className={css.state}>
      <div className={css.drawing}>
        <BlankReview side="left" />
        <BlankReview side="right" />
        <div className={css.icon}>{icon}</div>
      </div>
      <p className={css.title}>{title}</p>
      {text === undefined ? null : <p className={css.text}>{text}</p>}
      {action}
    </div>
  );
}

/** One of the two blank reviews behind the icon of an empty state. */
function BlankReview({ side }: { side: 'left' | 'right' }) {
  return (
    <svg className={css.slip} data-side={side} width="86" height="54" viewBox="0 0 86 54" aria-hidden="true">
      <rect className={css.paper} x="0.5" y="0.5" width="85" height="53" rx="8" />
      <circle className={css.ink} cx="15" cy="15" r="6" />
      <rect className={css.ink} x="26" y="12" width="34" height="6" rx="3" />
      <rect className={css.ink} x="9" y="28" width="68" height="5" rx="2.5" />
      <rect className={css.ink} x="9" y="38" width="48" height="5" rx="2.5" />
    </svg>
  );
}

/** In seconds, minutes or hours, whichever people say, and rounded up, so that the next try succeeds. */
function waitText(t: Translate, seconds: number): string {
  if (seconds <= 90) return t('common:waitSeconds', { count: Math.ceil(seconds) });
  if (seconds <= 90 * 60) return t('common:waitMinutes', { count: Math.ceil(seconds / 60) });
  return t('common:waitHours', { count: Math.ceil(seconds / 3600) });
}

/** The sentence for an error, when to try again, and the request id when the fault is on our side. */
export function ErrorText({ error }: { error: unknown }) {
  const { t } = useText();
  const { code, status, requestId, retryAfter } = toApiError(error);
  return (
    <>
      {t(`errors:${code}`)}
      {code === 'plan-ended' ? <PlanEnded /> : null}
      {retryAfter === null ? null : ` ${waitText(t, retryAfter)}`}
      {retryAfter === null && code === 'rate-limited' ? ` ${t('common:waitMinute')}` : null}
      {requestId === null || (status < 500 && code !== 'unexpected') ? null : <RequestId id={requestId} />}
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
