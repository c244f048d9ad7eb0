/** Embeds in memory by their codes, the codes that nobody published, and which change of a code is its newest. */
import type { Published } from './forms.ts';

/** Entries in memory; 500 embeds of about 60 KB with all forms are 30 MB. */
const maxEntries = 500;
/** A code that nobody published is asked for again after this time, so that made-up codes cost no query each. */
const unknownMs = 10_000;
const maxUnknown = 10_000;

export interface EmbedMemory {
  get(code: string): Published | undefined;
  codes(): readonly string[];
  /** Keeps an entry; the one that was kept longest ago gives way. */
  remember(code: string, published: Published): void;
  /** Takes an entry away; the next view looks for it again. */
  remove(code: string): void;
  /** Takes an entry away and answers for a while that nobody published it. */
  forget(code: string): void;
  isUnknown(code: string): boolean;
  /**
   * Begins a change and makes it the newest of its code. Compressing takes its time, and an older version that ends
   * later must not win: whoever ends asks whether `newest` is still what it was.
   */
  order(code: string): symbol;
  newest(code: string): symbol | undefined;
}

export function createEmbedMemory(): EmbedMemory {
  const entries = new Map<string, Published>();
  const unknown = new Map<string, number>();
  const orders = new Map<string, symbol>();

  return {
    get: (code) => entries.get(code),
    codes: () => [...entries.keys()],
    remember(code, published) {
      entries.delete(code);
      entries.set(code, published);
      unknown.delete(code);
      const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
    },
    remove: (code) => void entries.delete(code),
    forget(code) {
      entries.delete(code);
      if (unknown.size > maxUnknown) unknown.clear();
      unknown.set(code, Date.now());
    },
    isUnknown: (code) => Date.now() - (unknown.get(code) ?? 0) < unknownMs,
    order(code) {
      const mine = Symbol(code);
      orders.set(code, mine);
      return mine;
    },
    newest: (code) => orders.get(code),
  };
}
