/**
 * The tag of a frame depends on the header, the frame's number and whether it is the last, so a changed, moved, missing or added
 * frame is found, and one of another file.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type Hash,
  type Hmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import { BackupFileError, type BackupHeader, type BackupKeys, backupKeyId, signingKey } from './header.ts';

export const tagBytes = 16;

export interface FrameTags {
  seal(number: number, last: boolean, data: Buffer): { data: Buffer; tag: Buffer };
  /** Null when the tag does not fit. */
  open(number: number, last: boolean, data: Buffer, tag: Buffer): Buffer | null;
}

/**
 * @param line the header as it is in the file, with its end
 * @throws BackupFileError `key` when the keys are not those of the file
 */
export function frameTags(header: BackupHeader, line: Buffer, { key, secrets }: BackupKeys): FrameTags {
  const headerHash = createHash('sha256').update(line).digest();
  if (header.encryption !== null) return encryptedFrames(headerHash, header.encryption, key);
  if (header.signature === null) return plainFrames(headerHash, () => createHash('sha256'));
  const { keyId } = header.signature;
  const own = secrets.map(signingKey).find(({ id }) => id === keyId);
  if (own !== undefined) return plainFrames(headerHash, () => createHmac('sha256', own.key));
  throw new BackupFileError(
    'key',
    'the backup is signed with another secret. Set KINDLING_SECRET to the one of the backup, or put its file "secret" into KINDLING_DATA.',
  );
}

/** Eight bytes of the number, and 1 for the last frame. */
function placeOf(number: number, last: boolean): Buffer {
  const place = Buffer.alloc(9);
  place.writeBigUInt64BE(BigInt(number));
  place[8] = last ? 1 : 0;
  return place;
}

/** Without a signature the tag finds damage, and no forgery. */
function plainFrames(headerHash: Buffer, begin: () => Hash | Hmac): FrameTags {
  const tagOf = (number: number, last: boolean, data: Buffer) =>
    begin().update(headerHash).update(placeOf(number, last)).update(data).digest().subarray(0, tagBytes);
  return {
    seal: (number, last, data) => ({ data, tag: tagOf(number, last, data) }),
    open: (number, last, data, tag) => (timingSafeEqual(tagOf(number, last, data), tag) ? data : null),
  };
}

function encryptedFrames(
  headerHash: Buffer,
  encryption: NonNullable<BackupHeader['encryption']>,
  key: string | null,
): FrameTags {
  // A key of its own for each file, so that numbers can be nonces.
  const fileKey = Buffer.from(
    hkdfSync(
      'sha256',
      requireKey(encryption, key),
      Buffer.from(encryption.salt, 'base64url'),
      'kindling backup',
      32,
    ),
  );
  const nonceOf = (place: Buffer) => Buffer.concat([Buffer.alloc(3), place]);
  return {
    seal(number, last, data) {
      const place = placeOf(number, last);
      const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(place));
      cipher.setAAD(Buffer.concat([headerHash, place]));
      return { data: Buffer.concat([cipher.update(data), cipher.final()]), tag: cipher.getAuthTag() };
    },
    open(number, last, data, tag) {
      const place = placeOf(number, last);
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(place), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.concat([headerHash, place])).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(data), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

function requireKey({ keyId }: NonNullable<BackupHeader['encryption']>, key: string | null): string {
  if (key === null)
    throw new BackupFileError(
      'key',
      `the backup is encrypted with the key ${keyId}; set KINDLING_BACKUP_KEY to it.`,
    );
  if (backupKeyId(key) === keyId) return key;
  throw new BackupFileError(
    'key',
    `the backup is encrypted with the key ${keyId}, and KINDLING_BACKUP_KEY is the key ${backupKeyId(key)}.`,
  );
}
