import { hash, verify } from '@node-rs/argon2';
import { commonPasswords } from './common-passwords.ts';

/** argon2id (the library's default kind), 19 MiB, 2 passes, 1 lane: OWASP Password Storage Cheat Sheet. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export type PasswordError = 'passwordTooShort' | 'passwordTooLong' | 'passwordCommon';

/** The same text typed on two keyboards must be the same password. */
const canonical = (password: string) => password.normalize('NFC');

/** Checks the length in characters and common passwords, without composition rules (NIST SP 800-63B). */
export function passwordError(password: string, own: string[]): PasswordError | null {
  const length = [...canonical(password)].length;
  if (length < PASSWORD_MIN) return 'passwordTooShort';
  if (length > PASSWORD_MAX) return 'passwordTooLong';
  const lower = canonical(password).toLowerCase();
  const guessable = new Set(own.map((word) => word.toLowerCase()));
  if (commonPasswords.has(lower) || guessable.has(lower) || new Set(lower).size < 3) return 'passwordCommon';
  return null;
}

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), PARAMETERS);
}

/** True when the password matches. Input above the maximum is refused before any work is done. */
export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  if ([...password].length > PASSWORD_MAX * 2) return false;
  return verify(stored, canonical(password));
}
