import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';

/**
 * Tokens that carry their own content, signed with the client's secret. They outlive a restart of the simulator, as
 * the real ones outlive a restart of the platform: a shop connected yesterday must not have to reconnect today.
 */
export type TokenIssuer = {
  /** A new token; `issued` (milliseconds) is added and grows with every token, so "all before now" is exact. */
  issue(prefix: string, content: JsonObject): string;
  /** The content of a token of this mint and prefix; null for anything else. */
  read(prefix: string, token: string): (JsonObject & { issued: number }) | null;
  /** The issue time of the newest token: everything up to it can be cut off at once. */
  newest(): number;
  /** Makes every token of now unknown, until `revive`. */
  invalidateAll(): void;
  restoreAll(): void;
};

/** A mint whose signatures depend on `secret` only. */
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
      // Taken as the newest, so that a token issued in this same millisecond already lies after the cut.
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
