import { GoogleApproval } from './google-approval.tsx';
import type { PlatformPage } from './platform-page.ts';

export const google: Omit<PlatformPage, 'platform'> = { Approval: GoogleApproval };
