/** Keeps in memory: embeds by code, codes that are not published, and the latest change of each code. */
import type { PublishedEmbed } from './formats.ts';

/** 500 embeds of about 60 KB with all formats take 30 MB. */
const maxEntries = 500;
/** How long a code counts as not published, so that invented codes do not cost a query each. */
const unknownCodeMs = 10_000;
const maxUnknownCodes = 10_000;

export interface EmbedCache {
  get(code: string): PublishedEmbed | undefined;
  codes(): readonly string[];
  /** Adds an entry; a full cache drops the entry that was set longest ago. */
  set(code: string, published: PublishedEmbed): void;
  /** Removes an entry; the next view loads it again. */
  remove(code: string): void;
  /** Removes an entry and treats the code as not published for a while. */
  markUnknown(code: string): void;
  isUnknown(code: string): boolean;
  /** Ends that: the next view looks the code up. */
  forgetUnknown(code: string): void;
  /**
   * Starts a change and makes it the latest of its code. Rendering takes time, and an older version that finishes later
   * must not win: whoever finishes compares `latestChange` with the value from the start.
   */
  beginChange(code: string): symbol;
  latestChange(code: string): symbol | undefined;
}

export function createEmbedCache(): EmbedCache {
  const entries = new Map<string, PublishedEmbed>();
  const unknownSince = new Map<string, number>();
  const changes = new Map<string, symbol>();

  return {
    get: (code) => entries.get(code),
    codes: () => [...entries.keys()],
    set(code, published) {
      entries.delete(code);
      entries.set(code, published);
      unknownSince.delete(code);
      const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
    },
    remove: (code) => void entries.delete(code),
    markUnknown(code) {
      entries.delete(code);
      if (unknownSince.size > maxUnknownCodes) unknownSince.clear();
      unknownSince.set(code, Date.now());
    },
    // A clock that is set back makes the age negative.
    isUnknown: (code) => Math.abs(Date.now() - (unknownSince.get(code) ?? 0)) < unknownCodeMs,
    forgetUnknown: (code) => void unknownSince.delete(code),
    beginChange(code) {
      const change = Symbol(code);
      changes.set(code, change);
      return change;
    },
    latestChange: (code) => changes.get(code),
  };
}
