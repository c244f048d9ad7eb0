/** Embeds in memory by their codes, the codes that nobody published, and which change of a code is its newest. */
import type { PublishedEmbed } from './formats.ts';

/** Entries in memory; 500 embeds of about 60 KB with all forms are 30 MB. */
const maxEntries = 500;
/** A code that nobody published is asked for again after this time, so that made-up codes cost no query each. */
const unknownCodeMs = 10_000;
const maxUnknownCodes = 10_000;

export interface EmbedCache {
  get(code: string): PublishedEmbed | undefined;
  codes(): readonly string[];
  /** Keeps an entry; the one that was kept longest ago gives way. */
  set(code: string, published: PublishedEmbed): void;
  /** Takes an entry away; the next view looks for it again. */
  remove(code: string): void;
  /** Takes an entry away and answers for a while that nobody published it. */
  markUnknown(code: string): void;
  isUnknown(code: string): boolean;
  /**
   * Begins a change and makes it the newest of its code. Compressing takes its time, and an older version that ends
   * later must not win: whoever ends asks whether `newest` is still what it was.
   */
  beginChange(code: string): symbol;
  latestChange(code: string): symbol | undefined;
}

export function createEmbedCache(): EmbedCache {
  const entries = new Map<string, PublishedEmbed>();
  const unknown = new Map<string, number>();
  const orders = new Map<string, symbol>();

  return {
    get: (code) => entries.get(code),
    codes: () => [...entries.keys()],
    set(code, published) {
      entries.delete(code);
      entries.set(code, published);
      unknown.delete(code);
      const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
    },
    remove: (code) => void entries.delete(code),
    markUnknown(code) {
      entries.delete(code);
      if (unknown.size > maxUnknownCodes) unknown.clear();
      unknown.set(code, Date.now());
    },
    isUnknown: (code) => Date.now() - (unknown.get(code) ?? 0) < unknownCodeMs,
    beginChange(code) {
      const mine = Symbol(code);
      orders.set(code, mine);
      return mine;
    },
    latestChange: (code) => orders.get(code),
  };
}
