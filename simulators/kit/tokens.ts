import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';

/**
 * Self-contained tokens, signed with a key. They stay valid when the simulator restarts, so that a shop that connected
 * yesterday does not have to connect again today.
 */
export type TokenIssuer = {
  /** A new token; `issued` (milliseconds) is added and grows with every token, so "all before now" is exact. */
  issue(prefix: string, content: JsonObject): string;
  /** The content of a token with this prefix; null for anything that this issuer did not make. */
  read(prefix: string, token: string): (JsonObject & { issued: number }) | null;
  /** The issue time of the newest token: everything up to it can be cut off at once. */
  newest(): number;
  /** Makes every existing token unknown, until `restoreAll`. */
  invalidateAll(): void;
  restoreAll(): void;
};

/** An issuer whose signatures depend on `secret` only. */
export function createTokenIssuer(secret: string, clock: Clock): TokenIssuer {
  let newest = 0;
  let voidUntil = -1;
  const sign = (text: string) => createHmac('sha256', `simulator:${secret}`).update(text).digest();
  return {
    issue(prefix, content) {
      newest = Math.max(newest + 1, clock.now());
      const payload = Buffer.from(JSON.stringify({ ...content, issued: newest })).toString('base64url');
      return `${prefix}${payload}_${sign(prefix + payload)
        .toString('hex')
        .slice(0, 32)}`;
    },
    read(prefix, token) {
      if (!token.startsWith(prefix)) return null;
      const at = token.lastIndexOf('_');
      const payload = token.slice(prefix.length, at);
      const given = Buffer.from(token.slice(at + 1));
      const wanted = Buffer.from(
        sign(prefix + payload)
          .toString('hex')
          .slice(0, 32),
      );
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
      return isJsonObject(content) && typeof content.issued === 'number' && content.issued > voidUntil
        ? { ...content, issued: content.issued }
        : null;
    },
    newest: () => {
      // Stored as the newest, so that a token issued in the same millisecond gets a later time.
      newest = Math.max(newest, clock.now());
      return newest;
    },
    invalidateAll: () => {
      newest = Math.max(newest, clock.now());
      voidUntil = newest;
    },
    restoreAll: () => {
      voidUntil = -1;
    },
  };
}
