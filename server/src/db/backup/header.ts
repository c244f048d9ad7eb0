/** The first line of a backup: what it is, and how its frames are protected. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { deriveKey } from '../../lib/secret-box.ts';

const magic = 'KINDLING-BACKUP';
export const maxHeaderBytes = 4096;

const backupHeaderSchema = z.object({
  /** With 2 each frame is compressed by itself, and signed when it is not encrypted. Earlier versions wrote 1. */
  format: z.literal([1, 2]),
  id: z.uuid(),
  /** Of the installation that was backed up. */
  installation: z.uuid(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Null for a backup that anybody can read. */
  encryption: z.object({ cipher: z.literal('AES-256-GCM'), keyId: z.string(), salt: z.string() }).nullable(),
  /** Null for a backup that is encrypted, or of format 1: anybody can make one of format 1 that is not encrypted. */
  signature: z
    .object({ mac: z.literal('HMAC-SHA256'), keyId: z.string() })
    .nullable()
    .default(null),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;

/** What protects the frames. */
export interface BackupKeys {
  /** Encrypts; null for backups that anybody can read. */
  key: string | null;
  /** The first one signs what is not encrypted; what any of them signed is read. */
  secrets: readonly string[];
}

/**
 * What is wrong with a file: `key` can be mended with the right key or secret, `damaged` cannot, `unknown` is none of ours, and
 * for `unprotected` nothing shows who made it.
 */
export class BackupFileError extends Error {
  override name = 'BackupFileError';
  readonly reason: 'damaged' | 'key' | 'unknown' | 'unprotected';

  constructor(reason: BackupFileError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Eight hexadecimal digits by which an operator finds the key of a file. They say nothing of the key. */
export function backupKeyId(key: string): string {
  return createHash('sha256').update(`kindling backup key ${key}`).digest('hex').slice(0, 8);
}

interface SigningKey {
  id: string;
  key: Buffer;
}

export function signingKey(secret: string): SigningKey {
  const key = deriveKey(secret, 'backup-frames');
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** The part of a new file's header about its frames. @throws Error when there is neither key nor secret */
export function protectionWith({
  key,
  secrets: [secret],
}: BackupKeys): Pick<BackupHeader, 'format' | 'encryption' | 'signature'> {
  if (key !== null) {
    const salt = randomBytes(32).toString('base64url');
    return {
      format: 2,
      encryption: { cipher: 'AES-256-GCM', keyId: backupKeyId(key), salt },
      signature: null,
    };
  }
  if (secret === undefined) throw new Error('A backup needs a key or a secret.');
  return { format: 2, encryption: null, signature: { mac: 'HMAC-SHA256', keyId: signingKey(secret).id } };
}

/** The first line of the file, with its end. */
export const headerLine = (header: BackupHeader): Buffer =>
  Buffer.from(`${magic} ${JSON.stringify(header)}\n`);

/** The header of a file from its first bytes, without its key. @throws BackupFileError for a file of another kind */
export function parseBackupHeader(start: Buffer): BackupHeader {
  const end = start.indexOf(0x0a);
  return readHeader(end === -1 ? null : start.subarray(0, end));
}

/** @param line without its end. @throws BackupFileError for a file of another kind */
export function readHeader(line: Buffer | null): BackupHeader {
  const text = line?.toString('utf8') ?? '';
  if (!text.startsWith(`${magic} `))
    throw new BackupFileError('unknown', 'the file is not a backup of Kindling.');
  const parsed = backupHeaderSchema.safeParse(parseJson(text.slice(magic.length + 1)));
  if (parsed.success) return parsed.data;
  throw new BackupFileError(
    'unknown',
    'the first line of the backup is not one that this version of Kindling reads: it is damaged, or from a newer version.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
