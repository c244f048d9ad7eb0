import type { Platform } from '@kindling/contract/platforms';
import { Button } from '@mantine/core';
import { useCanConnect } from '../lib/connect/use-can-connect.ts';
import { useConnect } from '../lib/connect/use-connect.ts';
import { useText } from '../lib/i18n/text.ts';
import css from './first-step.module.css';
import { Notice } from './notice.tsx';
import { ErrorText } from './states.tsx';

// locale-keys: common.source.*

interface ConnectButtonProps {
  platform: Platform;
  /** `default` beside a more important button. */
  variant?: 'filled' | 'default';
}

/** Leads to the sign-in at the platform, and says when that does not work. */
export function ConnectButton({ platform, variant = 'filled' }: ConnectButtonProps) {
  const { t } = useText();
  const connect = useConnect();
  const can = useCanConnect(platform);
  return (
    <>
      <Button
        variant={variant}
        disabled={!can}
        loading={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate(platform)}
      >
        {t('common:connectTo', { platform: t(`common:source.${platform}`) })}
      </Button>
      {connect.error === null ? null : (
        <div className={css.failed}>
          <Notice tone="bad" alert>
            <ErrorText error={connect.error} />
          </Notice>
        </div>
      )}
    </>
  );
}
