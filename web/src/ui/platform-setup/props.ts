import type { ReactNode } from 'react';

export interface PlatformSetupProps {
  /** The steps are shown at first, because they are needed now. */
  open: boolean;
  /** A button that tries whether the platform has approved, for who may connect. */
  check?: ReactNode;
}
