import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { toApiError } from '../lib/api/problem.ts';
import { useTour } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import css from './crash.module.css';
import { RequestId } from './request-id.tsx';
import { useReportId } from './use-report-id.ts';

interface CrashProps {
  error: unknown;
  /** How to reach support from here: by the help of the page, or by an address when that is gone, too. */
  support: { open: () => void } | { email: string };
}

/** What to do after a fault of the app itself, with the id by which support finds it. */
export function Crash({ error, support }: CrashProps) {
  const { t } = useText();
  const report = useReportId(error);
  const { requestId } = toApiError(error);
  const home = useTour()?.address ?? '/dashboard';
  const id = report ?? requestId;
  const write = t('errors:crash.write');
  return (
    <div className={css.crash} role="alert">
      <BrokenReviewDrawing />
      <p className={css.text}>{t('errors:crash.text')}</p>
      <ol className={css.steps}>
        <li>{t('errors:crash.again')}</li>
        <li>{t('errors:crash.elsewhere')}</li>
        <li>{t('errors:crash.tell')}</li>
      </ol>
      {id === null ? null : (
        <div className={css.id}>
          <RequestId id={id} />
        </div>
      )}
      <Group gap="xs" mt="xs">
        <Button
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={() => location.reload()}
        >
          {t('common:reload')}
        </Button>
        <Button component="a" href={home} variant="default">
          {t('errors:page.toDashboard')}
        </Button>
        {'open' in support ? (
          <Button variant="default" onClick={support.open}>
            {write}
          </Button>
        ) : (
          <Button component="a" href={`mailto:${support.email}`} variant="default">
            {write}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** A review that has come apart. */
function BrokenReviewDrawing() {
  return (
    <svg className={css.drawing} width="220" height="120" viewBox="0 0 220 120" aria-hidden="true">
      <ellipse className={css.ink} cx="110" cy="112" rx="78" ry="5" opacity="0.5" />
      <g transform="rotate(-6 60 60)">
        <path
          className={css.paper}
          d="M30 22h62l-10 20 12 18-14 18 8 16H30a12 12 0 0 1-12-12V34a12 12 0 0 1 12-12z"
        />
        <circle className={css.ink} cx="38" cy="42" r="9" />
        <rect className={css.ink} x="52" y="38" width="24" height="7" rx="3.5" />
        <rect className={css.ink} x="30" y="62" width="48" height="6" rx="3" />
        <rect className={css.ink} x="30" y="75" width="40" height="6" rx="3" />
      </g>
      <g transform="rotate(8 160 60)">
        <path
          className={css.paper}
          d="M112 22h62a12 12 0 0 1 12 12v48a12 12 0 0 1-12 12h-68l-8-16 14-18-12-18z"
        />
        <rect className={css.star} x="122" y="38" width="46" height="7" rx="3.5" />
        <rect className={css.ink} x="120" y="62" width="52" height="6" rx="3" />
        <rect className={css.ink} x="120" y="75" width="36" height="6" rx="3" />
      </g>
      <path className={css.spark} d="M104 8l2 9m8-11-2 9m-16 0 5 5" />
    </svg>
  );
}
