/**
 * Addresses of authors' pictures on our own host: `/a/<embed code>/<review id>-<key>.webp`. The key is a hash of the
 * platform's address, so a new picture gets a new address, and nobody can guess the address of a picture.
 */
import { createHash } from 'node:crypto';

const fileNamePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([\w-]{16})\.webp$/;
const codePattern = /^[a-z0-9]{10}$/;

export function avatarPath(code: string, reviewId: string, photoUrl: string): string {
  return `/a/${code}/${reviewId}-${avatarKey(photoUrl)}.webp`;
}

/** The first 96 bits of SHA-256. */
export function avatarKey(photoUrl: string): string {
  return createHash('sha256').update(photoUrl).digest('base64url').slice(0, 16);
}

/** Null for anything that {@link avatarPath} does not produce. */
export function parseAvatarPath(code: string, file: string): { reviewId: string; key: string } | null {
  return codePattern.test(code) ? parseAvatarFileName(file) : null;
}

export function parseAvatarFileName(file: string): { reviewId: string; key: string } | null {
  const [, reviewId, key] = fileNamePattern.exec(file) ?? [];
  return reviewId === undefined || key === undefined ? null : { reviewId, key };
}
