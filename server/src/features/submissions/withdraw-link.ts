/**
 * The private link by which a visitor withdraws what they sent. It is made without the database, so that every answer can carry
 * one: the ids of the account and the submission, and a MAC that nobody else can make.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOfId, idLength, idOfBytes } from '../../lib/ids.ts';
import type { FormKeys } from './form-token.ts';

const macBytes = 16;

function macOf(key: Buffer, ids: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from('withdraw '), ids]))
    .digest()
    .subarray(0, macBytes);
}

export interface SubmissionRef {
  accountId: string;
  submissionId: string;
}

/** The end of the link: 64 characters. */
export function withdrawToken([key]: FormKeys, { accountId, submissionId }: SubmissionRef): string {
  const ids = Buffer.concat([bytesOfId(accountId), bytesOfId(submissionId)]);
  return Buffer.concat([ids, macOf(key, ids)]).toString('base64url');
}

/** Null for a token that none of these keys made. */
export function readWithdrawToken(keys: FormKeys, token: string): SubmissionRef | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * idLength + macBytes || bytes.toString('base64url') !== token) return null;
  const ids = bytes.subarray(0, 2 * idLength);
  const mac = bytes.subarray(2 * idLength);
  if (!keys.some((key) => timingSafeEqual(macOf(key, ids), mac))) return null;
  return { accountId: idOfBytes(ids.subarray(0, idLength)), submissionId: idOfBytes(ids.subarray(idLength)) };
}
