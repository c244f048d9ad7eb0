import { createHash, timingSafeEqual } from 'node:crypto';
import { type Call, formOf } from '../kit/call.ts';
import { countOption } from '../kit/fault-registry.ts';
import { withLostResponse } from '../kit/reply-faults.ts';
import { HttpError, type HttpResponse, jsonResponse } from '../kit/response.ts';
import { createRouter } from '../kit/router.ts';
import type { Endpoint } from './endpoint.ts';
import { invalidRequest, stripeError } from './errors.ts';
import { expanded } from './expand.ts';
import { readForm } from './form.ts';
import { newId } from './ids.ts';
import type { StoredReply } from './records.ts';
import { apiVersion, type PaymentsState, secondsNow } from './state.ts';

/** Answers the calls below /v1. */
export type Api = (call: Call) => Promise<HttpResponse>;

type Prepared = { run(): unknown; key: string | null; fingerprint: string; requestId: string };

/** The API of these endpoints: keys, idempotency, expansion and headers are the same for all. */
export function createApi(state: PaymentsState, endpoints: readonly Endpoint[]): Api {
  const running = new Set<string>();
  const router = createRouter();
  for (const entry of endpoints)
    router.on(entry.method, entry.pattern, (call) => answer(state, entry, call, running));
  return async (call) => {
    try {
      checkKey(call, state.secret);
      const found = router.find(call.method, call.path);
      if (!found || found.wrongMethod) throw unknownAddress(call);
      return await found.handler({ ...call, params: found.params });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return withHeaders(error.reply, { 'request-id': newId('req', 14), 'stripe-version': versionOf(call) });
    }
  };
}

async function answer(
  state: PaymentsState,
  entry: Endpoint,
  call: Call,
  running: Set<string>,
): Promise<HttpResponse> {
  const requestId = newId('req', 14);
  const key = call.method === 'POST' ? idempotencyKey(call) : null;
  const headers = {
    'request-id': requestId,
    'stripe-version': versionOf(call),
    ...(key === null ? {} : { 'idempotency-key': key }),
  };
  try {
    const { expand, run } = entry.prepare(readForm([...call.query, ...formOf(call)]));
    const path = Object.fromEntries(
      Object.entries(call.params).map(([part, value]) => [part, decodeURIComponent(value)]),
    );
    const prepared = {
      run: () => expanded(state, run(state, path), expand),
      key,
      fingerprint: createHash('sha256')
        .update(`${call.method} ${call.path}\n`)
        .update(call.body)
        .digest('hex'),
      requestId,
    };
    const reply = withHeaders(await carryOut(state, prepared, running), headers);
    return call.method === 'GET'
      ? reply
      : withLostResponse(state.faults, '', reply, `${call.method} ${call.path}`);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return withHeaders(error.reply, headers);
  }
}

function withHeaders(reply: HttpResponse, headers: Record<string, string>): HttpResponse {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

async function carryOut(
  state: PaymentsState,
  prepared: Prepared,
  running: Set<string>,
): Promise<HttpResponse> {
  const { key, fingerprint, requestId } = prepared;
  if (key === null) return runNow(state, prepared);
  if (running.has(key)) throw keyInUse(key);
  const known = state.store.find('reply', key);
  if (known) return replay(known, fingerprint);
  running.add(key);
  try {
    await workSlowly(state);
    const reply = runNow(state, prepared);
    const value = reply.content.kind === 'json' ? reply.content.value : null;
    state.store.put('reply', { id: key, fingerprint, status: reply.status, value, at: secondsNow(state) });
    return withHeaders(reply, { 'original-request': requestId });
  } finally {
    running.delete(key);
  }
}

function runNow(state: PaymentsState, { run, key, requestId }: Prepared): HttpResponse {
  const none = { id: null, idempotency_key: null };
  state.request = { id: requestId, idempotency_key: key };
  try {
    return jsonResponse(200, run());
  } catch (error) {
    if (error instanceof HttpError) return error.reply;
    throw error;
  } finally {
    state.request = none;
  }
}

/** The fault `slow-work`: the call takes a while, and its idempotency key is in use. */
async function workSlowly(state: PaymentsState): Promise<void> {
  const fault = state.faults.find('slow-work', '');
  if (!fault) return;
  state.faults.fire(fault);
  await new Promise((resolve) => setTimeout(resolve, countOption(fault, 'ms', 500)));
}

function replay(known: StoredReply, fingerprint: string): HttpResponse {
  if (known.fingerprint !== fingerprint)
    throw stripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${known.id}' if you meant to execute a different request.`,
    );
  return jsonResponse(known.status, known.value, { 'idempotent-replayed': 'true' });
}

function keyInUse(key: string): HttpError {
  return stripeError(
    409,
    'idempotency_error',
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  );
}

function idempotencyKey(call: Call): string | null {
  const given = call.headers['idempotency-key'];
  const key = Array.isArray(given) ? given[0] : given;
  if (key === undefined || key === '') return null;
  if (key.length > 255)
    throw stripeError(400, 'idempotency_error', 'Idempotency keys can be at most 255 characters long.');
  return key;
}

function versionOf(call: Call): string {
  const asked = call.headers['stripe-version'];
  return typeof asked === 'string' ? asked : apiVersion;
}

/** @throws HttpError with status 401 without the right key */
function checkKey(call: Call, secret: string): void {
  const given = /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
  if (given === undefined)
    throw stripeError(
      401,
      'invalid_request_error',
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (isSame(given, secret) || isSame(given, `sk_test_${secret}`)) return;
  const shown =
    given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(12)}${given.slice(-4)}` : '************';
  throw stripeError(401, 'invalid_request_error', `Invalid API Key provided: ${shown}`);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function unknownAddress({ method, path }: Call): HttpError {
  const { reply } = invalidRequest(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
  return new HttpError({ ...reply, status: 404 });
}
