/**
 * Notes the first page of another origin that shows an embed, so that an owner is told "it is on your page". One
 * query per embed and process at most; what was noted is never written again. No visitor is told apart.
 */
import type { Log } from '../../lib/log.ts';

export interface FirstSiteRecorder {
  /** @param referer header of a view; ignored when it names no page or one of ours. */
  note(code: string, referer: string | undefined): void;
  /** Resolves when everything noted so far is written. */
  settled(): Promise<void>;
}

/** Codes remembered; beyond that all are forgotten and cost one query more each. */
const maxRemembered = 10_000;
/** Milliseconds after a failure: views go on while the database is away, and must not ask it one by one. */
const pauseAfterFailure = 60_000;

export function createFirstSiteRecorder(options: {
  /** Stores the site of an embed that has none yet; the slice that owns embeds gives it. */
  save: (code: string, site: string) => Promise<void>;
  publicUrl: string;
  log: Log;
  /** Replaces the clock in tests. */
  now?: () => number;
}): FirstSiteRecorder {
  const { save, publicUrl, log, now = Date.now } = options;
  const own = new URL(publicUrl).origin;
  /** When a code may be written again. */
  const noted = new Map<string, number>();
  const pending = new Set<Promise<void>>();

  function write(code: string, site: string): void {
    const work = save(code, site).catch((error) => {
      noted.set(code, now() + pauseAfterFailure);
      log.warn({ err: error, code }, 'The first view of an embed could not be noted');
    });
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  return {
    note(code, referer) {
      if (referer === undefined || now() < (noted.get(code) ?? 0)) return;
      const site = originOf(referer);
      if (site === null || site === own) return;
      if (noted.size >= maxRemembered) noted.clear();
      noted.set(code, Number.POSITIVE_INFINITY);
      write(code, site);
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** `https://shop.example`; null for anything but a page on the web. */
function originOf(referer: string): string | null {
  if (referer.length > 2_000 || !URL.canParse(referer)) return null;
  const { protocol, origin } = new URL(referer);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
