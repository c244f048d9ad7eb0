/**
 * Records the first site of another origin that shows an embed, so that the owner sees "it is on your page". Each
 * process sends at most one query per embed; a recorded site is never overwritten. Nothing identifies a visitor.
 */
import type { Log } from '../../lib/log.ts';

export interface FirstSiteRecorder {
  /** @param referer header of a view; ignored unless it names a web page outside this installation. */
  record(code: string, referer: string | undefined): void;
  /** Resolves when everything recorded so far is written. */
  settled(): Promise<void>;
}

/** Codes; above this number all are forgotten, which costs one more query each. */
const maxRemembered = 10_000;
/** Milliseconds after a failure: while the database is down, not every view may query it. */
const pauseAfterFailure = 60_000;

export function createFirstSiteRecorder(options: {
  /** Stores the site of an embed that has none yet. A callback, because the slice `embeds` owns the table. */
  save: (code: string, site: string) => Promise<void>;
  publicUrl: string;
  log: Log;
  /** Replaces the clock in tests. */
  now?: () => number;
}): FirstSiteRecorder {
  const { save, publicUrl, log, now = Date.now } = options;
  const ownOrigin = new URL(publicUrl).origin;
  /** By code: the time from which it may be written again. */
  const nextWrite = new Map<string, number>();
  const pending = new Set<Promise<void>>();

  function write(code: string, site: string): void {
    const work = save(code, site).catch((error) => {
      nextWrite.set(code, now() + pauseAfterFailure);
      log.warn({ err: error, code }, 'The first site of an embed could not be recorded');
    });
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  return {
    record(code, referer) {
      if (referer === undefined || now() < (nextWrite.get(code) ?? 0)) return;
      const site = originOf(referer);
      if (site === null || site === ownOrigin) return;
      if (nextWrite.size >= maxRemembered) nextWrite.clear();
      nextWrite.set(code, Number.POSITIVE_INFINITY);
      write(code, site);
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** `https://shop.example`; null for anything but a web page. */
function originOf(referer: string): string | null {
  if (referer.length > 2_000 || !URL.canParse(referer)) return null;
  const { protocol, origin } = new URL(referer);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
