import type { Platform } from '@kindling/contract/platforms';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';

// locale-keys: common.source.*

/** A notice for a platform that is simulated, or has no API keys on this installation. */
export function PlatformModeNotice({ platform }: { platform: Platform }) {
  const { t } = useText();
  const config = useConfig().platforms.find((entry) => entry.platform === platform);
  const mode = config?.mode ?? 'unconfigured';
  const name = t(`common:source.${platform}`);
  if (mode === 'simulated')
    return <Notice tone="info">{t('connections:simulated', { platform: name })}</Notice>;
  if (mode === 'unconfigured')
    return (
      <Notice tone="warn">
        {t('connections:unconfigured', { platform: name, settings: (config?.credentials ?? []).join(', ') })}
      </Notice>
    );
  return null;
}
