/**
 * Addresses of authors' pictures at our own host: `/a/<embed code>/<review id>-<key>.webp`. The key comes from the
 * address that the platform gave us, so a new picture has a new address, and who was not given one cannot make it up.
 */
import { createHash } from 'node:crypto';

const fileShape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([\w-]{16})\.webp$/;
const codeShape = /^[a-z0-9]{10}$/;

export function avatarPath(code: string, reviewId: string, photoUrl: string): string {
  return `/a/${code}/${reviewId}-${avatarKey(photoUrl)}.webp`;
}

/** 96 bits of SHA-256. */
export function avatarKey(photoUrl: string): string {
  return createHash('sha256').update(photoUrl).digest('base64url').slice(0, 16);
}

/** Null for anything that {@link avatarPath} does not make. */
export function parseAvatarPath(code: string, file: string): { reviewId: string; key: string } | null {
  return codeShape.test(code) ? parseAvatarFileName(file) : null;
}

export function parseAvatarFileName(file: string): { reviewId: string; key: string } | null {
  const [, reviewId, key] = fileShape.exec(file) ?? [];
  return reviewId === undefined || key === undefined ? null : { reviewId, key };
}
