import { createHash } from 'node:crypto';

/** The version of a snapshot: equal content, equal hash. 22 characters of SHA-256. */
export function snapshotHash(snapshot: unknown): string {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('base64url').slice(0, 22);
}
