/**
 * The link of a mail that ends mails of its kind: `/m/<token>`. It names the member and the kind and carries a MAC that nobody
 * else can make, so it needs no database.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOfId, idLength, idOfBytes } from '../../lib/ids.ts';

/** Mails that a member can end by a link. Only appended to: links hold the place in this list. */
export const endableMails = [
  'newReviews',
  'digest',
  'monthlyReport',
  'privateFeedback',
  'connectionTrouble',
  'assigned',
  'productNews',
] as const;
export type EndableMail = (typeof endableMails)[number];

/** Which mails of whom. */
export interface AlertRef {
  accountId: string;
  userId: string;
  mail: EndableMail;
}

/** Keys of the links, the newest first. */
export type AlertLinkKeys = readonly [Buffer, ...Buffer[]];

const macBytes = 16;
const bodyBytes = 2 * idLength + 1;

function alertToken([key]: AlertLinkKeys, { accountId, userId, mail }: AlertRef): string {
  const body = Buffer.concat([
    bytesOfId(accountId),
    bytesOfId(userId),
    Buffer.from([endableMails.indexOf(mail)]),
  ]);
  return Buffer.concat([body, macOf(key, body)]).toString('base64url');
}

/** The address that a mail names; nobody has to sign in there. */
export function alertLink(
  { publicUrl, alertKeys }: { publicUrl: string; alertKeys: AlertLinkKeys },
  ref: AlertRef,
): string {
  return `${publicUrl}/m/${alertToken(alertKeys, ref)}`;
}

/** Null for a token that none of these keys made. */
export function readAlertToken(keys: AlertLinkKeys, token: string): AlertRef | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== bodyBytes + macBytes || bytes.toString('base64url') !== token) return null;
  const body = bytes.subarray(0, bodyBytes);
  const sent = bytes.subarray(bodyBytes);
  if (!keys.some((key) => timingSafeEqual(macOf(key, body), sent))) return null;
  const mail = endableMails[body.readUInt8(2 * idLength)];
  if (mail === undefined) return null;
  const id = (index: number) => idOfBytes(body.subarray(index * idLength, (index + 1) * idLength));
  return { accountId: id(0), userId: id(1), mail };
}

function macOf(key: Buffer, body: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(Buffer.concat([Buffer.from('alerts '), body]));
  return mac.digest().subarray(0, macBytes);
}
