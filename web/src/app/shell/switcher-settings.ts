import type { Action } from '@kindling/contract/rights';
import {
  type Icon,
  IconBellRinging,
  IconDownload,
  IconFileImport,
  IconId,
  IconLock,
  IconMailForward,
  IconMoon,
  IconNfc,
  IconQrcode,
  IconTrash,
  IconUserCircle,
  IconWorld,
} from '@tabler/icons-react';

// locale-keys: switcher.setting.*
// locale-keys: switcher.words.*

/** Settings with an address of their own. Each has its label in `switcher.setting`, and further words by which it is found. */
export const switcherSettings = [
  { id: 'you', to: '/profile#you', Icon: IconUserCircle },
  { id: 'region', to: '/profile#region', Icon: IconWorld },
  { id: 'alerts', to: '/profile#alerts', Icon: IconBellRinging },
  { id: 'quietHours', to: '/profile#alerts', Icon: IconMoon },
  { id: 'account', to: '/profile#account', Icon: IconId },
  { id: 'signIn', to: '/profile#sign-in', Icon: IconLock },
  { id: 'archive', to: '/profile#archive', Icon: IconDownload, action: 'account.manage' },
  { id: 'delete', to: '/profile#delete', Icon: IconTrash, action: 'account.delete' },
  { id: 'import', to: '/connections/import', Icon: IconFileImport, action: 'reviews.import' },
  {
    id: 'newCode',
    to: '/review-pipeline/qrcode-generator/qr-code-create',
    Icon: IconQrcode,
    action: 'codes.manage',
  },
  {
    id: 'feedback',
    to: '/review-pipeline/review?tab=feedback',
    Icon: IconMailForward,
    action: 'feedback.read',
  },
  {
    id: 'invitations',
    to: '/review-pipeline/review?tab=invitations',
    Icon: IconMailForward,
    action: 'review-requests.send',
  },
  { id: 'nfc', to: '/review-pipeline/review?tab=nfc', Icon: IconNfc, action: 'codes.manage' },
] as const satisfies readonly { id: string; to: string; Icon: Icon; action?: Action }[];
