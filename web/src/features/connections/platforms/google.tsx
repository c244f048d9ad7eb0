import { GoogleApproval } from './google-approval.tsx';
import type { PlatformPage } from './platform-page.ts';

export const google: PlatformPage = { platform: 'google', Notes: () => null, Approval: GoogleApproval };
