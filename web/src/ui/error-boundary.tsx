/** Limits an error to one part of the screen. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { ApiError } from '../lib/api/problem.ts';
import { reportCaught } from '../lib/error-reports/start.ts';
import { useText } from '../lib/i18n/text.ts';
import css from './error-boundary.module.css';
import { RequestId } from './request-id.tsx';

interface State {
  broken: boolean;
  /** The id for support; set after the report has arrived. */
  requestId: string | null;
}

const initialState: State = { broken: false, requestId: null };

/** Wraps one card or part of a screen. "Try again" renders its children again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state = initialState;

  static getDerivedStateFromError(error: unknown): State {
    return { broken: true, requestId: error instanceof ApiError ? error.requestId : null };
  }

  override componentDidCatch(error: unknown): void {
    void reportCaught(error).then((requestId) => {
      if (requestId !== null) this.setState({ requestId });
    });
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return <FailedPart requestId={this.state.requestId} retry={() => this.setState(initialState)} />;
  }
}

function FailedPart({ requestId, retry }: { requestId: string | null; retry: () => void }) {
  const { t } = useText();
  return (
    <section className={css.broken} role="alert">
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden />
      <p className={css.title}>{t('errors:card.title')}</p>
      <p className={css.text}>{t('errors:card.text')}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} stroke={1.75} />}
        onClick={retry}
      >
        {t('common:tryAgain')}
      </Button>
      {requestId === null ? null : <RequestId id={requestId} />}
    </section>
  );
}
