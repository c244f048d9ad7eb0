import type { Platform } from '@kindling/contract/platforms';
import { useConfig } from '../../lib/auth/session.tsx';
import { useIsOperator } from '../../lib/auth/use-is-operator.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';

// locale-keys: common.source.*

/** A notice for a platform that is simulated, or has no API keys on this installation. */
export function PlatformModeNotice({ platform }: { platform: Platform }) {
  const { t } = useText();
  const isOperator = useIsOperator();
  const config = useConfig().platforms.find((entry) => entry.platform === platform);
  const mode = config?.mode ?? 'unconfigured';
  const name = t(`common:source.${platform}`);
  if (mode === 'simulated')
    return <Notice tone="info">{t('connections:simulated', { platform: name })}</Notice>;
  if (mode === 'unconfigured')
    return (
      <Notice tone="warn">
        {isOperator
          ? t('connections:unconfigured', {
              platform: name,
              settings: (config?.credentials ?? []).join(', '),
            })
          : t('connections:unconfiguredAsk', { platform: name })}
      </Notice>
    );
  return null;
}
