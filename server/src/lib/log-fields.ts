/** The fields that a line of the log may have, and how their values are written. */
import { scrubText } from '@kindling/contract/error-scrub';

/**
 * Ids, counts and closed words. Nothing that a person typed: no names, addresses or texts. `network` is shortened, `account`
 * is a keyed hash of an e-mail address.
 */
const names = [
  'err',
  // What a line belongs to.
  'requestId',
  'job',
  'jobId',
  'traceId',
  'spanId',
  // Ids of rows.
  'account',
  'accountId',
  'code',
  'customerId',
  'id',
  'listing',
  'orderId',
  'position',
  'review',
  'submission',
  'subscriptionId',
  'userId',
  // Closed words and texts of our own code.
  'brand',
  'connector',
  'fault',
  'file',
  'kind',
  'message',
  'migration',
  'network',
  'origin',
  'outcome',
  'path',
  'platform',
  'problem',
  'program',
  'reason',
  'set',
  'signal',
  'subscriber',
  'template',
  'url',
  'what',
  'zone',
  // Numbers and times.
  'account_id',
  'ageSeconds',
  'attempts',
  'bytes',
  'connections',
  'cpuLimitMs',
  'day',
  'earlier',
  'endedAt',
  'failed',
  'failedAttempts',
  'lines',
  'listings',
  'lost',
  'missedEvents',
  'pages',
  'places',
  'repaired',
  'rows',
  'statementTimeoutMs',
  'subscriptions',
  'tries',
  'unknown',
  'version',
  'warnings',
  'wiped',
] as const;

export type LogFields = { [Name in (typeof names)[number]]?: Name extends 'err' ? unknown : LogValue };
type LogValue = string | number | boolean | Date | null | undefined;

const known: ReadonlySet<string> = new Set(names);
const maxText = 500;
const maxStack = 8_000;

export function isLogField(name: string): boolean {
  return known.has(name);
}

/** Texts are cut and scrubbed; objects and lists are not written. */
export function writtenValue(name: string, value: unknown): unknown {
  if (typeof value === 'string')
    return name === 'network' ? shortenedNetwork(value) : scrubText(value, maxText);
  if (value instanceof Date) return value.toISOString();
  const isPlain = value === null || value === undefined || ['number', 'boolean'].includes(typeof value);
  return isPlain ? value : '[left out]';
}

/** The network of an address without the part that can tell one household: a /24 of IPv4, a /48 of IPv6. */
export function shortenedNetwork(network: string): string {
  const v4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network);
  if (v4 !== null) return `${v4[1]}.0/24`;
  const groups = (network.split('/')[0] ?? '').split(':');
  const end = groups.indexOf('');
  const first = (end < 0 ? groups : groups.slice(0, end)).slice(0, 3);
  return groups.length > 1 ? `${first.join(':')}::/48` : '[network]';
}

/** What PostgreSQL, Node and our own classes say about an error without its data. */
const errorFields = ['code', 'constraint', 'table', 'column', 'schema', 'syscall', 'port', 'status'] as const;

/**
 * The class, message and stack of an error and a few fields of it. PostgreSQL's errors quote the failing row, and those of
 * libraries hold whole requests, so every other field is left out.
 */
export function writtenError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? scrubText(error, maxText) : '[no error]';
  const fields: Record<string, unknown> = {
    type: error.name,
    message: scrubText(error.message, maxText),
    stack: scrubText(error.stack ?? '', maxStack),
  };
  for (const name of errorFields) {
    const value = Object.entries(error).find(([key]) => key === name)?.[1];
    if (typeof value === 'number') fields[name] = value;
    else if (typeof value === 'string') fields[name] = scrubText(value, 100);
  }
  if (error.cause !== undefined && depth < 3) fields.cause = writtenError(error.cause, depth + 1);
  return fields;
}
