import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, objectsIn } from '../kit/json-object.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startGoogleSimulator } from './server.ts';
import { callApi, control, readControl, signIn, switchFault } from './test-client.ts';

const location = 'accounts/9/locations/90';
const v4 = 'mybusiness.googleapis.com';
let google: RunningSimulator;
let token: string;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
});
beforeEach(async () => {
  await control(google.url, { action: 'reset' });
  token = (await signIn(google.url)).access;
  await control(google.url, { action: 'seed', location, count: 10 });
});
afterAll(() => google.close());

const url = () => `${google.url}/v4/${location}/reviews`;
const reviews = () => callApi(url(), token);
const raw = (init: RequestInit = {}) =>
  fetch(url(), { ...init, headers: { authorization: `Bearer ${token}` } });
const arm = (name: string, more: JsonObject = {}) => switchFault(google.url, name, more);
const advance = (advanceSeconds: number) => control(google.url, { action: 'clock', advanceSeconds });

async function ledger(): Promise<{ early: unknown; api: JsonObject }> {
  const { early, apis } = await readControl(google.url, 'ledger');
  const api = isJsonObject(apis) ? apis[v4] : undefined;
  return { early, api: isJsonObject(api) ? api : {} };
}

describe('limits', () => {
  it('429 gives the wait in four forms', async () => {
    await control(google.url, { action: 'clock', at: '2026-12-01T10:00:00Z', hold: true });
    token = (await signIn(google.url)).access;
    const retryAfter = async (name: string) => {
      await arm(name, { seconds: 40 });
      const { status, headers, body } = await reviews();
      expect([status, body.error]).toMatchObject([429, { status: 'RESOURCE_EXHAUSTED' }]);
      return headers.get('retry-after');
    };
    expect(await retryAfter('429-seconds')).toBe('40');
    expect(await retryAfter('429-date')).toBe('Tue, 01 Dec 2026 10:00:40 GMT');
    expect(await retryAfter('429-none')).toBeNull();
    expect(await retryAfter('429-past-date')).toBe('Tue, 01 Dec 2026 09:59:20 GMT');
    expect((await reviews()).status).toBe(200);
  });

  it('refuses until the wait is over with `hold`, for a number of calls, and only for the given place', async () => {
    await arm('429-seconds', { hold: true, after: 1, match: '/reviews', seconds: 30 });
    expect((await callApi(`${google.url}/v1/accounts`, token)).status).toBe(200);
    expect((await reviews()).status).toBe(200);
    expect((await reviews()).status).toBe(429);
    expect((await reviews()).status).toBe(429);
    await advance(30);
    expect((await reviews()).status).toBe(200);
  });

  it('keeps a ledger of calls per minute, and of calls that came before the wait was over', async () => {
    await control(google.url, { action: 'clock', at: '2026-12-01T10:00:50Z', hold: true });
    token = (await signIn(google.url)).access;
    await control(google.url, { action: 'clear-calls' });
    await reviews();
    await arm('429-seconds', { seconds: 30 });
    await reviews();
    expect(await ledger()).toMatchObject({
      early: 0,
      api: { limit: 300, notBefore: '2026-12-01T10:01:20.000Z' },
    });
    await advance(29);
    await reviews();
    await advance(1);
    await reviews();
    const { early, api } = await ledger();
    expect(early).toBe(1);
    expect(api.early).toMatchObject([{ method: 'GET', time: '2026-12-01T10:01:19.000Z' }]);
    expect(api.mostInAnyMinute).toBe(4);
    expect(api.windows).toEqual([
      { minute: '2026-12-01T10:00:00.000Z', served: 1, limited: 1 },
      { minute: '2026-12-01T10:01:00.000Z', served: 2, limited: 0 },
    ]);
  });

  it('quota-shared: another process uses calls of the same minute', async () => {
    await control(google.url, { action: 'quota', perMinute: 10 });
    await arm('quota-shared', { calls: 8 });
    expect([(await reviews()).status, (await reviews()).status, (await reviews()).status]).toEqual([
      200, 200, 429,
    ]);
    await advance(60);
    expect((await reviews()).status).toBe(200);
  });
});

describe('outages', () => {
  it('500-burst ends after its calls', async () => {
    await arm('500-burst', { times: 2 });
    const first = await reviews();
    expect([first.status, first.body.error]).toMatchObject([500, { status: 'INTERNAL' }]);
    expect([(await reviews()).status, (await reviews()).status]).toEqual([500, 200]);
  });

  it('502-html: a page instead of JSON', async () => {
    await arm('502-html');
    const response = await raw();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      502,
      'text/html; charset=UTF-8',
    ]);
    expect(await response.text()).toContain('<!DOCTYPE html>');
  });

  it('503-forever lasts until it is ended; signing in still works', async () => {
    await arm('503-forever');
    for (let call = 0; call < 5; call += 1) expect((await reviews()).status).toBe(503);
    expect((await signIn(google.url)).access).not.toBe('');
    await arm('503-forever', { off: true });
    expect((await reviews()).status).toBe(200);
  });

  it('can be limited to a location', async () => {
    await control(google.url, { action: 'seed', location: 'accounts/9/locations/91', count: 1 });
    await arm('503-forever', { location: 'locations/91' });
    expect((await reviews()).status).toBe(200);
    expect((await callApi(`${google.url}/v4/accounts/9/locations/91/reviews`, token)).status).toBe(503);
  });
});

describe('transport', () => {
  it('cut-mid-body, reset and bad-json', async () => {
    await arm('cut-mid-body');
    await expect(raw().then((response) => response.text())).rejects.toThrow();
    await arm('reset');
    await expect(raw()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    await arm('bad-json');
    const broken = await (await raw()).text();
    expect(() => JSON.parse(broken)).toThrow();
    expect((await reviews()).status).toBe(200);
  });

  it('slow-drip: sends the whole response, a few bytes at a time', async () => {
    await arm('slow-drip', { bytes: 100, everyMs: 1 });
    const response = await raw();
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(3);
    const { reviews: list } = JSON.parse(Buffer.concat(chunks).toString());
    expect(objectsIn(list)).toHaveLength(10);
  });

  it('never-answers: the call is logged and not answered', async () => {
    await control(google.url, { action: 'clear-calls' });
    await arm('never-answers');
    const stop = new AbortController();
    const answer = raw({ signal: stop.signal });
    await expect
      .poll(async () => objectsIn((await readControl(google.url, 'calls')).calls))
      .toMatchObject([{ status: 'no answer' }]);
    stop.abort();
    await expect(answer).rejects.toThrow();
  });

  it('half-open: the end of the connection is not acknowledged either', async () => {
    await control(google.url, { action: 'clear-calls' });
    await arm('half-open');
    const { port, hostname } = new URL(google.url);
    const socket = connect(Number(port), hostname);
    const events: string[] = [];
    for (const name of ['data', 'end', 'close', 'error']) socket.on(name, () => events.push(name));
    const request = `GET /v4/${location}/reviews HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`;
    socket.write(request);
    await expect.poll(async () => objectsIn((await readControl(google.url, 'calls')).calls)).toHaveLength(1);
    socket.end(request);
    // Another call is answered meanwhile, so the silence is not that of a blocked server.
    expect((await reviews()).status).toBe(200);
    expect(objectsIn((await readControl(google.url, 'calls')).calls)).toHaveLength(2);
    expect(events).toEqual([]);
    socket.destroy();
  });
});

describe('time', () => {
  it('can be set, stopped and read', async () => {
    await control(google.url, { action: 'clock', at: '2027-01-01T00:00:00Z', hold: true });
    expect(await readControl(google.url, 'clock')).toEqual({
      now: '2027-01-01T00:00:00.000Z',
      stamp: '2027-01-01T00:00:00.000Z',
      held: true,
    });
    await advance(90);
    expect((await readControl(google.url, 'clock')).now).toBe('2027-01-01T00:01:30.000Z');
    expect((await raw()).headers.get('date')).toBe('Fri, 01 Jan 2027 00:01:30 GMT');
    await expect(control(google.url, { action: 'clock', at: 'soon' })).rejects.toThrow(
      'must be a date and time',
    );
  });

  it('source-skew: the Date header and stored times are off; the lifetime of tokens is not', async () => {
    await control(google.url, { action: 'clock', at: '2026-12-01T10:00:00Z', hold: true });
    token = (await signIn(google.url)).access;
    await arm('source-skew', { seconds: -600 });
    await control(google.url, {
      action: 'put-review',
      location,
      review: { reviewId: 'late', starRating: 'ONE' },
    });
    const { headers, body } = await callApi(`${url()}/late`, token);
    expect(headers.get('date')).toBe('Tue, 01 Dec 2026 09:50:00 GMT');
    expect(body.updateTime).toBe('2026-12-01T09:50:00.000Z');
    await arm('source-skew', { off: true });
    expect((await raw()).headers.get('date')).toBe('Tue, 01 Dec 2026 10:00:00 GMT');
  });
});

describe('the list of faults', () => {
  it('lists every fault with a description, and refuses an unknown one', async () => {
    const { faults, actions } = await readControl(google.url, '');
    expect(actions).toContain('fault');
    const lines = objectsIn(faults);
    expect(lines.length).toBeGreaterThan(40);
    for (const { about } of lines) expect(about).toMatch(/\w/);
    await expect(arm('dance')).rejects.toThrow('unknown fault');
    await expect(arm('429-seconds', { seconds: -1 })).rejects.toThrow('must be a whole number');
    await expect(arm('vanish-and-return')).rejects.toThrow('must name one of');
  });

  it('a reset ends all faults', async () => {
    await arm('503-forever');
    await control(google.url, { action: 'reset' });
    expect(await readControl(google.url, 'faults')).toEqual({ faults: [] });
  });
});
