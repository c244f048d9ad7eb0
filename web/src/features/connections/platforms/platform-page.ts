import type { Connection } from '@kindling/contract/connections';
import type { Platform } from '@kindling/contract/platforms';
import type { ComponentType } from 'react';

/** What one platform's page adds to the common screen. */
export interface PlatformPage {
  platform: Platform;
  /** What a person must know before connecting, and what is left where the platform took reading away. */
  Notes?: ComponentType<{ withdrawn: boolean; connections: readonly Connection[] }>;
  /** How whoever runs this installation gets the platform's approval, where it asks for one; open when it is needed. */
  Approval?: ComponentType<{ open: boolean }>;
}
