import type { Platform } from '@kindling/contract/platforms';
import type { ComponentType } from 'react';

/** What one platform's page adds to the common screen. */
export interface PlatformPage {
  platform: Platform;
  /** What a person must know before connecting. */
  Notes: ComponentType;
}
