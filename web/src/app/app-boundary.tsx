import { Component, type ReactNode } from 'react';
import { useConfig } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { Crash } from '../ui/crash.tsx';
import { CenteredMessage } from './centered-message.tsx';

interface State {
  /** In a list of its own, because anything can be thrown, also null. */
  caught: readonly [unknown] | null;
}

/** Around everything: without it an error outside of the screens would leave an empty page. */
export class AppBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { caught: null };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: [error] };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught === null ? this.props.children : <AppCrash error={caught[0]} />;
  }
}

function AppCrash({ error }: { error: unknown }) {
  const { t } = useText();
  const { brand } = useConfig();
  return (
    <CenteredMessage title={t('errors:page.serverTitle')} text={null}>
      <Crash error={error} support={{ email: brand.supportEmail }} />
    </CenteredMessage>
  );
}
