import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from './forms.ts';
import { type Progress, startQueue } from './queue.ts';
import { readQueue, writeQueue } from './storage.ts';

const entry = (fields: Partial<Entry> = {}): Entry => ({
  path: '/q/k3v9xq2mzt',
  key: 'key-of-a-visit-0001',
  step: 'rate',
  body: 'rating=4',
  ...fields,
});
const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const stored = () => answer(200, { stored: true, withdrawUrl: '/w/secret' });
/** Takes nothing but the new token. */
const renewing = (body: string | null) => {
  if (body === null) return answer(200, { token: 'new', challenge: '{}' });
  return body.includes('token=new') ? stored() : answer(403, { code: 'form-expired' });
};

let kept: Map<string, string>;
let requests: string[];
let respond: (body: string | null) => Response | Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  requests = [];
  respond = stored;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string | null }) => {
    requests.push(body ?? 'renew');
    return respond(body);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** @param proving milliseconds that the proof of a new challenge takes */
function start({ keeps = true, proving = 0 } = {}) {
  const progress: (Progress & { step: string })[] = [];
  const queue = startQueue({
    keeps,
    prepare: async ({ body }) => body,
    renewed: async ({ body }, { token }) => {
      await new Promise((resolve) => setTimeout(resolve, proving));
      return `${body}&token=${token}`;
    },
    report: ({ step }, state) => progress.push({ step, ...state }),
  });
  return { queue, progress };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the queue of a visitor’s device', () => {
  it('keeps an entry before it is sent, and forgets it when the server has stored it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    respond = () => promise;
    const { queue, progress } = start();
    queue.add(entry());
    expect(readQueue()).toEqual([entry()]);
    resolve(stored());
    await settle();
    expect(readQueue()).toEqual([]);
    expect(progress).toEqual([{ step: 'rate', kind: 'stored', withdrawUrl: '/w/secret' }]);
  });

  it('sends in order, with pauses that grow, and after a reload too', async () => {
    respond = () => Promise.reject(new TypeError('no network'));
    const { queue, progress } = start();
    queue.add(entry());
    queue.add(entry({ step: 'review', body: 'text=a' }));
    await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000);
    expect(requests).toEqual(['rating=4', 'rating=4', 'rating=4', 'rating=4']);
    expect(progress[0]).toEqual({ step: 'rate', kind: 'waiting', network: true, kept: true });
    respond = stored;
    requests = [];
    queue.clear();
    start().queue.flush();
    await settle();
    expect(requests).toEqual(['rating=4', 'text=a']);
    expect(readQueue()).toEqual([]);
  });

  it('holds up no other visit with what the server cannot take now', async () => {
    respond = (body) => (body?.startsWith('rating') ? answer(500) : stored());
    const { queue, progress } = start();
    queue.add(entry());
    queue.add(entry({ step: 'review', body: 'text=a' }));
    queue.add(entry({ key: 'key-of-a-visit-0002', body: 'other=5' }));
    await settle();
    expect(requests).toEqual(['rating=4', 'other=5']);
    expect(progress.map(({ kind }) => kind)).toEqual(['waiting', 'stored']);
    expect(readQueue().map(({ body }) => body)).toEqual(['rating=4', 'text=a']);
  });

  it('waits as long as the server asks', async () => {
    respond = () => answer(503, {}, { 'retry-after': '30' });
    const { queue } = start();
    queue.add(entry());
    await vi.advanceTimersByTimeAsync(29_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(requests).toHaveLength(2);
  });

  it('counts as stored what the server stored before', async () => {
    respond = () => answer(409);
    const { queue, progress } = start();
    queue.add(entry());
    await settle();
    expect(progress).toEqual([{ step: 'rate', kind: 'stored', withdrawUrl: null }]);
  });

  it('takes no sign-in page of a public network for an answer', async () => {
    respond = () => new Response('<html>Welcome to our Wi-Fi</html>', { status: 200 });
    const { queue, progress } = start();
    queue.add(entry());
    await settle();
    expect(progress).toEqual([{ step: 'rate', kind: 'waiting', network: true, kept: true }]);
    expect(readQueue()).toHaveLength(1);
  });

  it.each([
    [400, 'refused'],
    [403, 'refused'],
    [410, 'gone'],
  ])('drops what the server refuses with %d, and sends the next', async (status, kind) => {
    respond = (body) => (body === 'rating=4' ? answer(status) : stored());
    const { queue, progress } = start();
    queue.add(entry());
    queue.add(entry({ step: 'review', body: 'text=a' }));
    await settle();
    expect(progress.map((one) => one.kind)).toEqual([kind, 'stored']);
    expect(readQueue()).toEqual([]);
  });

  it('tells the end of a visit from that of the page', async () => {
    respond = () => answer(410, { code: 'visit-ended' });
    const { queue, progress } = start();
    queue.add(entry());
    await settle();
    respond = () => answer(410, { code: 'page-ended' });
    queue.add(entry({ key: 'key-of-a-visit-0002' }));
    await settle();
    expect(progress.map((one) => one.kind)).toEqual(['ended', 'gone']);
    expect(readQueue()).toEqual([]);
  });

  it('renews an old token and sends the same key again', async () => {
    respond = renewing;
    const { queue, progress } = start();
    queue.add(entry());
    await vi.advanceTimersByTimeAsync(1200);
    expect(requests).toEqual(['rating=4', 'renew', 'rating=4&token=new']);
    expect(progress.map((one) => one.kind)).toEqual(['stored']);
    expect(readQueue()).toEqual([]);
  });

  it('sends nothing with a new token before the server takes it for a person, and proves meanwhile', async () => {
    respond = renewing;
    const { queue } = start({ proving: 1000 });
    queue.add(entry());
    await vi.advanceTimersByTimeAsync(1199);
    expect(requests).toEqual(['rating=4', 'renew']);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests.at(-1)).toBe('rating=4&token=new');
  });

  it('sends only the newer rating when it was given during the renewal of the older', async () => {
    respond = renewing;
    const { queue, progress } = start();
    queue.add(entry());
    await vi.advanceTimersByTimeAsync(600);
    queue.add(entry({ body: 'rating=2&token=new' }));
    expect(readQueue()).toEqual([entry({ body: 'rating=2&token=new' })]);
    await vi.advanceTimersByTimeAsync(600);
    expect(requests).toEqual(['rating=4', 'renew', 'rating=2&token=new']);
    expect(progress.map((one) => one.kind)).toEqual(['stored']);
    expect(readQueue()).toEqual([]);
  });

  it('sends what was given on a tablet at the counter also when its visitor leaves during the renewal', async () => {
    respond = renewing;
    const { queue } = start({ keeps: false });
    queue.add(entry());
    await vi.advanceTimersByTimeAsync(600);
    queue.clear();
    await vi.advanceTimersByTimeAsync(600);
    expect(requests).toEqual(['rating=4', 'renew', 'rating=4&token=new']);
  });

  it('sends one of two entries of the same key and step, the later', async () => {
    respond = () => Promise.reject(new TypeError('no network'));
    const { queue } = start();
    queue.add(entry());
    await settle();
    queue.add(entry({ body: 'rating=2' }));
    expect(readQueue()).toEqual([entry({ body: 'rating=2' })]);
  });

  it('keeps nothing on a tablet at the counter, and drops what cannot be sent at once', async () => {
    respond = () => Promise.reject(new TypeError('no network'));
    const { queue, progress } = start({ keeps: false });
    queue.add(entry());
    await vi.advanceTimersByTimeAsync(600_000);
    expect(kept.size).toBe(0);
    expect(requests).toHaveLength(1);
    expect(progress).toEqual([{ step: 'rate', kind: 'waiting', network: true, kept: false }]);
  });

  it('says that an entry is not kept where the device keeps nothing, and sends it all the same', async () => {
    vi.stubGlobal('localStorage', undefined);
    respond = () => Promise.reject(new TypeError('no network'));
    const { queue, progress } = start();
    queue.add(entry());
    await settle();
    expect(progress).toEqual([{ step: 'rate', kind: 'waiting', network: true, kept: false }]);
    respond = stored;
    await vi.advanceTimersByTimeAsync(3000);
    expect(progress.at(-1)).toMatchObject({ kind: 'stored' });
  });
});

describe('what the device keeps', () => {
  const many = (count: number, body = '') =>
    Array.from({ length: count }, (_, index) => entry({ key: `key-${index}`, body }));

  it('is at most 20 entries and 64 KB, and what was kept before stays', () => {
    expect(writeQueue(many(20))).toBe(true);
    expect(writeQueue(many(21))).toBe(false);
    expect(writeQueue(many(5, 'x'.repeat(20_000)))).toBe(false);
    expect(readQueue()).toHaveLength(20);
  });

  it.each([
    'null',
    '{"a":1}',
    'not JSON',
    '[1,null,"x",{}]',
    JSON.stringify([entry({ path: '//elsewhere.example/' }), entry({ path: 'https://elsewhere.example/' })]),
    JSON.stringify([{ ...entry(), body: 7 }]),
  ])('is read as carefully as any input: %s', (text) => {
    kept.set('kindling.queue', text);
    expect(readQueue()).toEqual([]);
  });
});
