import type { JsonObject } from './json-object.ts';
import type { HttpResponse } from './response.ts';

/** Calls per quota (an API or a page) and minute, and calls that came before a requested wait was over. */
export type QuotaLedger = {
  /** Counts a call for the quota `bucket` at `now` (milliseconds). */
  recordCall(bucket: string, now: number, call: { method: string; path: string }): void;
  /** Counts the response: whether it refused for the limit, and the wait that it named (milliseconds). */
  recordResponse(bucket: string, now: number, limited: boolean, waitMs: number | null): void;
  show(limitOf: (bucket: string) => number | null): JsonObject;
  /** Deletes the counted calls; requested waits stay in force unless `everything`. */
  clear(everything: boolean): void;
};

type QuotaRecord = {
  windows: Map<number, { served: number; limited: number }>;
  /** Times of the calls of the last minute. */
  recent: number[];
  most: number;
  notBefore: number;
  early: JsonObject[];
};

const minute = 60_000;
/** Enough for one day of minutes, and for the early calls that show the cause. */
const maxWindows = 1440;
const maxEarlyCalls = 1000;

/** An empty ledger. */
export function createQuotaLedger(): QuotaLedger {
  const books = new Map<string, QuotaRecord>();
  const bookOf = (bucket: string): QuotaRecord => {
    const known = books.get(bucket);
    if (known) return known;
    const fresh: QuotaRecord = { windows: new Map(), recent: [], most: 0, notBefore: 0, early: [] };
    books.set(bucket, fresh);
    return fresh;
  };
  return {
    recordCall(bucket, now, { method, path }) {
      const book = bookOf(bucket);
      if (now < book.notBefore && book.early.length < maxEarlyCalls) {
        const notBefore = new Date(book.notBefore).toISOString();
        book.early.push({ time: new Date(now).toISOString(), method, path, notBefore });
      }
      const start = book.recent.findIndex((time) => time > now - minute);
      book.recent = start < 0 ? [] : book.recent.slice(start);
      book.recent.push(now);
      book.most = Math.max(book.most, book.recent.length);
    },
    recordResponse(bucket, now, limited, waitMs) {
      const book = bookOf(bucket);
      const at = Math.floor(now / minute) * minute;
      const window = book.windows.get(at) ?? { served: 0, limited: 0 };
      window[limited ? 'limited' : 'served'] += 1;
      book.windows.set(at, window);
      for (const old of book.windows.keys()) {
        if (book.windows.size <= maxWindows) break;
        book.windows.delete(old);
      }
      if (waitMs !== null) book.notBefore = Math.max(book.notBefore, now + waitMs);
    },
    show(limitOf) {
      const apis = [...books].map(
        ([bucket, book]) => [bucket, describeQuota(book, limitOf(bucket))] as const,
      );
      const early = [...books.values()].reduce((sum, book) => sum + book.early.length, 0);
      return { early, apis: Object.fromEntries(apis) };
    },
    clear(everything) {
      if (everything) books.clear();
      for (const book of books.values()) {
        Object.assign(book, { windows: new Map(), recent: [], most: 0, early: [] });
      }
    },
  };
}

function describeQuota(book: QuotaRecord, limit: number | null): JsonObject {
  const windows = [...book.windows].map(([at, counts]) => ({
    minute: new Date(at).toISOString(),
    ...counts,
  }));
  return {
    limit,
    mostInAnyMinute: book.most,
    notBefore: book.notBefore > 0 ? new Date(book.notBefore).toISOString() : null,
    early: book.early,
    windows,
  };
}

/**
 * Milliseconds that `Retry-After` of a response asks to wait, in seconds or as a date of the platform's time `stamp`;
 * null without the header, or when its time has passed.
 */
export function retryAfterMs(reply: HttpResponse, stamp: number): number | null {
  const text = reply.headers['retry-after'];
  if (text === undefined) return null;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - stamp;
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}
