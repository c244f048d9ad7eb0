import type { Connection } from '@kindling/contract/connections';
import type { Platform } from '@kindling/contract/platforms';
import type { ComponentType } from 'react';

/** The parts of a platform's page that are specific to it. */
export interface PlatformPage {
  platform: Platform;
  /** What the owner should know before connecting, and what still works when the platform withdrew its API. */
  Notes?: ComponentType<{ withdrawn: boolean; connections: readonly Connection[] }>;
}
