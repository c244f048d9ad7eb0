/**
 * Counts a request for an embed by the host of the embedding page and the country, or state, of the IP address.
 * Only sums are stored: no IP address, no path, no cookie, nothing that identifies a visitor.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { EventName } from '@kindling/contract/embed-traffic';
import { isBot } from '../../lib/bots.ts';
import type { PlaceDatabase } from '../../lib/country.ts';
import { isPrefetch } from '../../lib/http-headers.ts';
import type { FirstSiteRecorder } from './first-site.ts';
import type { Metric, TrafficBuffer } from './traffic-buffer.ts';

/** The part of a request that is read. */
export interface Visit {
  method: string;
  headers: IncomingHttpHeaders;
  /** The visitor's address, as reported by trusted proxies. */
  ip: string;
}

export interface VisitRecorder {
  /** Counts a request for the script, document or fragment of a published embed. */
  recordView(code: string, visit: Visit): void;
  /** Counts a click inside an embed. */
  recordEvent(code: string, name: EventName, visit: Visit): void;
  /** Writes what was counted so far; called by a timer. Never rejects. */
  flush(): Promise<void>;
  /** Resolves when everything that can be written is written; called at shutdown. */
  settled(): Promise<void>;
}

const metricOfEvent = { click: 'clicks', read: 'reads', write: 'writes' } as const;
/** The longest name that DNS allows. */
const maxHostLength = 253;
const maxRefererLength = 2_000;

export function createVisitRecorder(options: {
  publicUrl: string;
  placeOf: PlaceDatabase['placeOf'];
  buffer: TrafficBuffer;
  firstSites: FirstSiteRecorder;
}): VisitRecorder {
  const { publicUrl, placeOf, buffer, firstSites } = options;
  const ownOrigin = new URL(publicUrl).origin;

  function count(metric: Metric, code: string, { headers, ip }: Visit): void {
    if (isBot(headers['user-agent'])) return;
    const page = pageOf(headers.referer);
    // Our own preview and gallery are not visits.
    if (page?.origin === ownOrigin) return;
    buffer.add(metric, { code, site: hostOf(page), ...placeOf(ip) });
  }

  return {
    recordView(code, visit) {
      firstSites.record(code, visit.headers.referer);
      if (visit.method === 'GET' && !isPrefetch(visit.headers)) count('views', code, visit);
    },
    recordEvent: (code, name, visit) => count(metricOfEvent[name], code, visit),
    flush: () => buffer.flush(),
    async settled() {
      await buffer.flush();
      await firstSites.settled();
    },
  };
}

function pageOf(referer: string | undefined): URL | null {
  if (referer === undefined || referer.length > maxRefererLength || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  return page.protocol === 'https:' || page.protocol === 'http:' ? page : null;
}

/** `shop.example`; '' without a web page, and for a name that is too long. */
function hostOf(page: URL | null): string {
  const host = page?.hostname.replace(/\.$/, '') ?? '';
  return host.length > maxHostLength ? '' : host;
}
