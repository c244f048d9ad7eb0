/**
 * The public addresses of pages: `/q/<code>` of a QR code, `/n/<code>` of an NFC card, `/c/<slug>` of the plain link,
 * `/i/<token>` of an invitation.
 */
import type { DoorKind } from '@kindling/contract/collect-page';
import { type InvitationRef, readInvitationToken } from '../review-requests/index.ts';
import type { FormKeys } from '../submissions/index.ts';

export interface PageAddress {
  door: DoorKind;
  /** The code or slug. */
  code: string;
  /** The path without a slash in front; it names the page in tokens, limits and files. */
  path: string;
  /** Names the page in memory and in files: the same for all recipients of a campaign. */
  key: string;
  /** What a personal link leads to; null for every other address. */
  invitation: InvitationRef | null;
}

const patterns = {
  code: /^[0-9a-z]{10}$/,
  slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
} as const;
/** The longest slug. */
const maxLength = 60;

/**
 * Null for an address that no page can have. Capital letters are taken as small ones, because people type codes from print.
 */
export function pageAddress(prefix: 'q' | 'n' | 'c', typed: string, kiosk = false): PageAddress | null {
  const code = typed.toLowerCase();
  if (code.length > maxLength || !(prefix === 'c' ? patterns.slug : patterns.code).test(code)) return null;
  const door = prefix === 'q' ? 'qr' : prefix === 'n' ? 'nfc' : kiosk ? 'kiosk' : 'link';
  const path = `${prefix}/${code}${kiosk ? '/kiosk' : ''}`;
  return { door, code, path, key: path, invitation: null };
}

/** Null for an address that we did not make. */
export function invitationAddress(keys: FormKeys, token: string): PageAddress | null {
  const invitation = readInvitationToken(keys, token);
  if (invitation === null) return null;
  const { accountId, pipelineId, campaignId } = invitation;
  const key = `i/${accountId}/${pipelineId}/${campaignId}`;
  return { door: 'invitation', code: token, path: `i/${token}`, key, invitation };
}
