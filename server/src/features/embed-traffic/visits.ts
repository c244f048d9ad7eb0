/**
 * What a request for an embed says of its visit: the host of the page around it and the country of the address. That
 * and nothing else is kept, as a sum: no address, no path, no cookie, nothing by which a visitor could be told apart.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { EventName } from '@kindling/contract/embed-traffic';
import type { CountryLookup } from '../../lib/country.ts';
import { isBot } from './bots.ts';
import type { FirstSiteRecorder } from './first-site.ts';
import type { Metric, TrafficBuffer } from './traffic-buffer.ts';

/** As much of a request as is looked at. */
export interface Visit {
  method: string;
  headers: IncomingHttpHeaders;
  /** Address of the visitor, as the trusted proxies tell it. */
  ip: string;
}

export interface VisitRecorder {
  /** A published embed was asked for: its script, document or fragment. */
  recordView(code: string, visit: Visit): void;
  /** Something was clicked in it. */
  recordEvent(code: string, name: EventName, visit: Visit): void;
  /** Writes what was counted so far; called by a timer. Never rejects. */
  flush(): Promise<void>;
  /** Resolves when everything was written that can be; called at the end. */
  settled(): Promise<void>;
}

const metricOfEvent = { click: 'clicks', read: 'reads', write: 'writes' } as const;
/** Longest name that DNS knows. */
const maxHostLength = 253;
const maxRefererLength = 2_000;

export function createVisitRecorder(options: {
  publicUrl: string;
  countryOf: CountryLookup;
  counts: TrafficBuffer;
  sightings: FirstSiteRecorder;
}): VisitRecorder {
  const { publicUrl, countryOf, counts, sightings } = options;
  const own = new URL(publicUrl).origin;

  function count(name: Metric, code: string, { headers, ip }: Visit): void {
    if (isBot(headers['user-agent'])) return;
    const page = pageOf(headers.referer);
    // Our own preview and gallery are no visits.
    if (page?.origin === own) return;
    counts.add(name, { code, site: hostOf(page), country: countryOf(ip) });
  }

  return {
    recordView(code, visit) {
      sightings.note(code, visit.headers.referer);
      if (visit.method === 'GET' && !isPrefetch(visit.headers)) count('views', code, visit);
    },
    recordEvent: (code, name, visit) => count(metricOfEvent[name], code, visit),
    flush: () => counts.flush(),
    async settled() {
      await counts.flush();
      await sightings.settled();
    },
  };
}

/** Fetched ahead of a visit that may never come. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return /prefetch|preview/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);
}

function pageOf(referer: string | undefined): URL | null {
  if (referer === undefined || referer.length > maxRefererLength || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  return page.protocol === 'https:' || page.protocol === 'http:' ? page : null;
}

/** `shop.example`; '' for a page that is none on the web. */
function hostOf(page: URL | null): string {
  const host = page?.hostname.replace(/\.$/, '') ?? '';
  return host.length > maxHostLength ? '' : host;
}
