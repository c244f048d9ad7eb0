/**
 * Fetches a page or a file from a URL that somebody else chose, without server-side request forgery. It connects only to
 * public internet addresses, whatever the host name, its DNS answers or a redirect say. It connects to exactly the address
 * that it checked. Time, bytes and redirects are limited. It sends no cookie and no token.
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
 * `address`: not an address on the public web. `redirects`: too many redirects, or one to an invalid URL. An HTTP status
 * is never a failure: any status is an answer.
 */
export type SafeFetchErrorReason = 'address' | 'redirects' | 'timeout' | 'network' | 'too-large';

/** Holds only the reason: the person who entered the URL must not learn what answers inside our network. */
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
  /** Repeated headers are joined by a comma, as HTTP defines. */
  headers: Readonly<Record<string, string>>;
  /** After decompression. */
  bytes: Buffer;
  /** The final URL after redirects. */
  url: string;
}

export interface FetchedPage extends Omit<FetchedFile, 'bytes'> {
  /** Decoded as UTF-8. */
  text: string;
}

/** @throws SafeFetchError when there is no answer. */
export type FetchPage = (url: string) => Promise<FetchedPage>;
/** @throws SafeFetchError when there is no answer. */
export type FetchFile = (url: string) => Promise<FetchedFile>;

export interface SafeFetchOptions {
  /** Sent as `user-agent`. */
  agent: string;
  /** For the whole fetch including redirects, in ms. */
  timeoutMs?: number;
  /** Of the body after decompression. */
  maxBytes?: number;
  /** Default 5. With 0, a redirect is an error. */
  maxRedirects?: number;
  /** Default both. */
  protocols?: readonly ('https:' | 'http:')[];
  /** Sent as `accept`. */
  accept?: string;
  /** Default: the public DNS. */
  resolveName?: ResolveName;
  /** Default: the public web. */
  egressPolicy?: EgressPolicy;
}

const defaultAccept = 'text/html,*/*;q=0.5';

export function createSafeFetch(options: SafeFetchOptions): FetchPage {
  const fetchFile = createSafeDownload(options);
  return async (address) => {
    const { bytes, ...page } = await fetchFile(address);
    return { ...page, text: bytes.toString('utf8') };
  };
}

/** Like {@link createSafeFetch}, for binary files. */
export function createSafeDownload(options: SafeFetchOptions): FetchFile {
  const { timeoutMs = 8_000, maxBytes = 3_000_000, maxRedirects = 5, egressPolicy = publicWebOnly } = options;
  const { agent, accept = defaultAccept, protocols = ['https:', 'http:'] } = options;
  const { resolveName = createDnsResolver() } = options;

  /** Sends one request. Rejects with a SafeFetchError, a system error or the abort. */
  async function sendRequest(url: URL, signal: AbortSignal): Promise<FetchedFile | { location: string }> {
    if (!protocols.some((one) => one === url.protocol)) throw new SafeFetchError('address');
    assertAllowedUrl(url, egressPolicy);
    const lookup = createCheckedLookup(resolveName, egressPolicy, signal);
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

/** Checks the URL itself. Host names are checked after they are resolved. */
function assertAllowedUrl(url: URL, egressPolicy: EgressPolicy): void {
  if (url.username !== '' || url.password !== '') throw new SafeFetchError('address');
  if (!egressPolicy.allowsPort(portOf(url))) throw new SafeFetchError('address');
  // The URL parser has already turned every spelling of an IP address into the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && !egressPolicy.allowsAddress(host)) throw new SafeFetchError('address');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Resolves once per connection and returns the checked addresses, so that a later DNS answer cannot replace them. */
function createCheckedLookup(
  resolveName: ResolveName,
  egressPolicy: EgressPolicy,
  signal: AbortSignal,
): LookupFunction {
  return (hostname, _options, callback) => {
    resolveName(hostname, signal).then(
      (found) => {
        // Refuse a name with any non-public address: mixing them is a sign of an attack.
        if (found.length === 0 || !found.every(({ address }) => egressPolicy.allowsAddress(address)))
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
    // No connection pool: a reused connection would skip the address check.
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
  // Throwing inside the loop destroys the stream and ends the transfer.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new SafeFetchError('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
