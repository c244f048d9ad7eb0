import type { Platform } from '@kindling/contract/platforms';
import { useConfig } from '../../lib/auth/session.tsx';

/** True where the platform has keys on this installation, or a local stand-in. */
export function useCanConnect(platform: Platform): boolean {
  const mode = useConfig().platforms.find((entry) => entry.platform === platform)?.mode;
  return mode === 'live' || mode === 'simulated';
}
