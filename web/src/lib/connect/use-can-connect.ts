import type { Platform } from '@kindling/contract/platforms';
import { useConfig } from '../auth/session.tsx';

/** Whether the platform has API keys on this installation, or is simulated. */
export function useCanConnect(platform: Platform): boolean {
  const mode = useConfig().platforms.find((entry) => entry.platform === platform)?.mode;
  return mode === 'live' || mode === 'simulated';
}
