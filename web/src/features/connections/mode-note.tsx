import type { Platform } from '@kindling/contract/platforms';
import { Alert } from '@mantine/core';
import { IconFlask, IconSettings } from '@tabler/icons-react';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import css from './connections.module.css';
import { missingSettings } from './platforms/index.ts';

// locale-keys: common.source.*

/** Says when a platform is a local stand-in, or has no keys on this installation. */
export function ModeNote({ platform }: { platform: Platform }) {
  const { t } = useText();
  const mode = useConfig().platforms.find((entry) => entry.platform === platform)?.mode ?? 'unconfigured';
  const name = t(`common:source.${platform}`);
  if (mode === 'simulated')
    return (
      <Alert className={css.standIn} icon={<IconFlask size={18} />} py="xs">
        {t('connections.simulated', { platform: name })}
      </Alert>
    );
  if (mode === 'unconfigured')
    return (
      <Alert color="gray" icon={<IconSettings size={18} />} py="xs">
        {t('connections.unconfigured', { platform: name, settings: missingSettings[platform] })}
      </Alert>
    );
  return null;
}

export function useCanConnect(platform: Platform): boolean {
  const mode = useConfig().platforms.find((entry) => entry.platform === platform)?.mode;
  return mode === 'live' || mode === 'simulated';
}
