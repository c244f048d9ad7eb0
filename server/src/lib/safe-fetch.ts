/**
 * Fetches a page or a file that somebody else named. Trust rules: only addresses of the public internet are ever connected to, whatever
 * the name, its DNS answers or a redirect say; the address that was checked is the one that is used; time, bytes and
 * redirects have limits; nothing of ours is sent along, no cookie and no token.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { type EgressPolicy, publicWebOnly } from './egress-policy.ts';
import { createDnsResolver, dropUnreachableIPv6, type ResolveName } from './resolve-name.ts';

/**
 * `address`: not an address on the public web. `status` is never thrown here: any status is an answer.
 * `redirects`: more than five, or one to nowhere.
 */
export type SafeFetchErrorReason = 'address' | 'redirects' | 'timeout' | 'network' | 'too-large';

/** The message is the reason; nothing of the target is kept, because who asks must not learn what answers inside. */
export class SafeFetchError extends Error {
  readonly reason: SafeFetchErrorReason;

  constructor(reason: SafeFetchErrorReason) {
    super(`A page could not be fetched: ${reason}.`);
    this.name = 'FetchTrouble';
    this.reason = reason;
  }
}

export interface FetchedFile {
  status: number;
  /** Several of one name are joined by a comma, as HTTP has it. */
  headers: Readonly<Record<string, string>>;
  /** Decoded. */
  bytes: Buffer;
  /** Where it came from after redirects. */
  url: string;
}

export interface FetchedPage extends Omit<FetchedFile, 'bytes'> {
  /** Read as UTF-8. */
  text: string;
}

/** @throws FetchTrouble without an answer. */
export type FetchPage = (url: string) => Promise<FetchedPage>;
/** @throws FetchTrouble without an answer. */
export type FetchFile = (url: string) => Promise<FetchedFile>;

export interface SafeFetchOptions {
  /** Sent as `user-agent`. */
  agent: string;
  /** For all redirects together, in ms. */
  timeoutMs?: number;
  /** Of the decoded body. */
  maxBytes?: number;
  /** Five unless said otherwise; none means that a redirect is trouble. */
  maxRedirects?: number;
  /** Both unless said otherwise. */
  protocols?: readonly ('https:' | 'http:')[];
  /** Sent as `accept`. */
  accept?: string;
  /** The public DNS unless given. */
  resolveName?: ResolveName;
  /** The public web unless given. */
  target?: EgressPolicy;
}

const defaultAccept = 'text/html,*/*;q=0.5';

export function createSafeFetch(options: SafeFetchOptions): FetchPage {
  const fetchFile = createSafeDownload(options);
  return async (address) => {
    const { bytes, ...page } = await fetchFile(address);
    return { ...page, text: bytes.toString('utf8') };
  };
}

/** As {@link createSafeFetch}, for what is no text. */
export function createSafeDownload(options: SafeFetchOptions): FetchFile {
  const { timeoutMs = 8_000, maxBytes = 3_000_000, maxRedirects = 5, target = publicWebOnly } = options;
  const { agent, accept = defaultAccept, protocols = ['https:', 'http:'] } = options;
  const { resolveName = createDnsResolver() } = options;

  /** One request. What it rejects with is a FetchTrouble, a system error or the abort. */
  async function sendRequest(url: URL, signal: AbortSignal): Promise<FetchedFile | { location: string }> {
    if (!protocols.some((one) => one === url.protocol)) throw new SafeFetchError('address');
    assertAllowedUrl(url, target);
    const lookup = createCheckedLookup(resolveName, target, signal);
    const response = await openResponse(url, { agent, accept, signal, lookup });
    const { statusCode: status = 0, headers } = response;
    const { location } = headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      return { location };
    }
    const plain = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    const bytes = await readLimited(decompress(response, headers['content-encoding']), maxBytes);
    return { status, headers: Object.fromEntries(plain), bytes, url: url.href };
  }

  return async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      let url = parseUrl(address);
      for (let hops = 0; hops <= maxRedirects; hops += 1) {
        const answer = await sendRequest(url, signal);
        if (!('location' in answer)) return answer;
        url = parseUrl(answer.location, url);
      }
      throw new SafeFetchError('redirects');
    } catch (error) {
      if (error instanceof SafeFetchError) throw error;
      throw new SafeFetchError(signal.aborted ? 'timeout' : 'network');
    }
  };
}

function parseUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href))
    throw new SafeFetchError(base === undefined ? 'address' : 'redirects');
  return new URL(address, base?.href);
}

/** What the address itself says; names are judged by what they resolve to. */
function assertAllowedUrl(url: URL, target: EgressPolicy): void {
  if (url.username !== '' || url.password !== '') throw new SafeFetchError('address');
  if (!target.allowsPort(portOf(url))) throw new SafeFetchError('address');
  // Browsers' rules for hosts have turned every spelling of a number into the usual one by now.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && !target.allowsAddress(host)) throw new SafeFetchError('address');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Resolves once per connection and hands on the checked addresses themselves, so that no later answer counts. */
function createCheckedLookup(
  resolveName: ResolveName,
  target: EgressPolicy,
  signal: AbortSignal,
): LookupFunction {
  return (hostname, _options, callback) => {
    resolveName(hostname, signal).then(
      (found) => {
        // One that is not public spoils the others: a name that mixes them is made to be misused.
        if (found.length === 0 || !found.every(({ address }) => target.allowsAddress(address)))
          callback(new SafeFetchError('address'), []);
        else callback(null, dropUnreachableIPv6(found));
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

function openResponse(
  url: URL,
  {
    agent,
    accept,
    signal,
    lookup,
  }: { agent: string; accept: string; signal: AbortSignal; lookup: LookupFunction },
): Promise<import('node:http').IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': agent, accept, 'accept-encoding': 'gzip, br' };
    // A connection of its own: one kept open would not be checked again.
    request(url, { agent: false, lookup, signal, headers }, resolve).on('error', reject).end();
  });
}

function decompress(response: Readable, coding: string | undefined): Readable {
  const decoder =
    coding === 'gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : null;
  if (decoder === null) return response;
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder).on('close', () => response.destroy());
}

async function readLimited(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop by an error destroys the stream, and with it the transfer.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new SafeFetchError('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
