import type { Platform } from '@kindling/contract/platforms';
import type { ComponentType } from 'react';
import { GoogleApproval } from './google-approval.tsx';
import type { PlatformSetupProps } from './props.ts';

/** What the operator does at a platform before anybody can connect; a platform that is not here needs its keys only. */
export const platformSetups: Partial<Record<Platform, ComponentType<PlatformSetupProps>>> = {
  google: GoogleApproval,
};
