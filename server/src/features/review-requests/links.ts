/**
 * The two links of an invitation: the personal page `/i/<token>` and the end of invitations `/u/<token>`. Both say what they lead
 * to and carry a MAC that nobody else can make, so they need no database and outlive their campaign.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOfId, idFromKey, idLength, idOfBytes } from '../../lib/ids.ts';
import type { FormKeys } from '../submissions/index.ts';

const positionBytes = 2;
const hashBytes = 16;
/** Both tokens have 64 bytes at the most, because a form names its page by it. */
const macBytes = { invitation: 14, unsubscribe: 16 } as const;
type LinkKind = keyof typeof macBytes;

export interface InvitationRef {
  accountId: string;
  pipelineId: string;
  campaignId: string;
  /** The recipient's place in the list of the campaign. */
  position: number;
}

export interface AddressRef {
  accountId: string;
  hash: Buffer;
}

/** The id of a recipient is made from its place, so that the link knows it. */
export function recipientIdOf({
  accountId,
  campaignId,
  position,
}: Omit<InvitationRef, 'pipelineId'>): string {
  return idFromKey(`${accountId} recipient ${campaignId} ${position}`);
}

export function invitationToken(keys: FormKeys, ref: InvitationRef): string {
  const position = Buffer.alloc(positionBytes);
  position.writeUInt16BE(ref.position);
  return sign(keys, 'invitation', [
    bytesOfId(ref.accountId),
    bytesOfId(ref.pipelineId),
    bytesOfId(ref.campaignId),
    position,
  ]);
}

/** Null for a token that none of these keys made. */
export function readInvitationToken(keys: FormKeys, token: string): InvitationRef | null {
  const body = verify(keys, 'invitation', token, 3 * idLength + positionBytes);
  if (body === null) return null;
  const id = (index: number) => idOfBytes(body.subarray(index * idLength, (index + 1) * idLength));
  return {
    accountId: id(0),
    pipelineId: id(1),
    campaignId: id(2),
    position: body.readUInt16BE(3 * idLength),
  };
}

export function unsubscribeToken(keys: FormKeys, { accountId, hash }: AddressRef): string {
  return sign(keys, 'unsubscribe', [bytesOfId(accountId), hash]);
}

/** Null for a token that none of these keys made. */
export function readUnsubscribeToken(keys: FormKeys, token: string): AddressRef | null {
  const body = verify(keys, 'unsubscribe', token, idLength + hashBytes);
  if (body === null) return null;
  return { accountId: idOfBytes(body.subarray(0, idLength)), hash: body.subarray(idLength) };
}

function macOf(key: Buffer, kind: LinkKind, body: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(Buffer.concat([Buffer.from(`${kind} `), body]));
  return mac.digest().subarray(0, macBytes[kind]);
}

function sign([key]: FormKeys, kind: LinkKind, parts: readonly Buffer[]): string {
  const body = Buffer.concat(parts);
  return Buffer.concat([body, macOf(key, kind, body)]).toString('base64url');
}

function verify(keys: FormKeys, kind: LinkKind, token: string, length: number): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== length + macBytes[kind] || bytes.toString('base64url') !== token) return null;
  const body = bytes.subarray(0, length);
  const mac = bytes.subarray(length);
  return keys.some((key) => timingSafeEqual(macOf(key, kind, body), mac)) ? body : null;
}
