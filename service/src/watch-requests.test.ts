import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHttpService } from './http-server.ts';
import { type Measurements, onMeasurement } from './measurements.ts';
import type { Span } from './span.ts';
import { inSpan, setTracer, type Tracer } from './tracing.ts';
import { currentRequestId, currentWork, nameRoute } from './work-context.ts';

interface Recorded {
  name: string;
  parent: string | null;
  attributes: Record<string, unknown>;
  failed: boolean;
  ended: boolean;
}

function recordingTracer(): { tracer: Tracer; spans: Recorded[] } {
  const spans: Recorded[] = [];
  const tracer: Tracer = {
    startSpan(name, { parent, attributes }) {
      const recorded: Recorded = {
        name,
        parent: parent === null || typeof parent === 'string' ? parent : parent.spanId,
        attributes: { ...attributes },
        failed: false,
        ended: false,
      };
      const spanId = `span-${spans.push(recorded)}`;
      const span: Span = {
        traceId: 'trace',
        spanId,
        traceparent: `of ${spanId}`,
        rename: (to) => {
          recorded.name = to;
        },
        set: (more) => void Object.assign(recorded.attributes, more),
        fail: () => {
          recorded.failed = true;
        },
        end: () => {
          recorded.ended = true;
        },
      };
      return span;
    },
  };
  return { tracer, spans };
}

describe('requests that are watched', () => {
  const reports: Measurements['request'][] = [];
  let stop: () => void = () => {};
  let recorded = recordingTracer();

  beforeEach(() => {
    reports.length = 0;
    recorded = recordingTracer();
    stop = onMeasurement({ request: (values) => void reports.push(values) });
    setTracer(recorded.tracer);
  });
  afterEach(() => {
    stop();
    setTracer(null);
  });

  test('are reported by template, method and class of the status; an address or a header never becomes a name', async () => {
    const app = createHttpService({ role: 'identity', trustProxy: [] });
    app.get('/people/:name', () => 'hello');
    app.post('/fails', () => Promise.reject(new Error('secret words')));
    app.get('/api/*', () => {
      nameRoute('/api/things/{id}');
      return 'thing';
    });
    app.get('/raw', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(302, { location: '/' }).end();
    });
    app.get('/events', (_request, reply) => reply.type('text/event-stream').send('data: 1\n\n'));
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await app.inject({ url: '/people/ann@example.com?token=hush', headers: { traceparent } });
    await app.inject({ method: 'POST', url: '/fails' });
    await app.inject('/api/things/42');
    await app.inject('/raw');
    await app.inject('/nothing/ann@example.com');
    await app.inject('/events');
    await app.close();
    expect(reports.map(({ seconds: _seconds, ...labels }) => labels)).toEqual([
      { role: 'identity', method: 'GET', route: '/people/:name', status: '2xx' },
      { role: 'identity', method: 'POST', route: '/fails', status: '5xx' },
      { role: 'identity', method: 'GET', route: '/api/things/{id}', status: '2xx' },
      { role: 'identity', method: 'GET', route: '/raw', status: '3xx' },
      { role: 'identity', method: 'GET', route: 'none', status: '4xx' },
    ]);
    expect(reports.every(({ seconds }) => seconds >= 0 && seconds < 60)).toBe(true);
    const { spans } = recorded;
    expect(spans.map(({ name }) => name)).toEqual([
      'GET /people/:name',
      'POST /fails',
      'GET /api/things/{id}',
      'GET /raw',
      'GET none',
      'GET /events',
    ]);
    expect(spans.map(({ failed }) => failed)).toEqual([false, true, false, false, false, false]);
    expect(spans.every(({ parent, ended }) => parent === null && ended)).toBe(true);
    expect(JSON.stringify([spans, reports])).not.toMatch(/ann@|hush|secret|aaaa/);
  });

  test('know their id and their span, also after the body was read; two at once do not mix', async () => {
    const app = createHttpService({ role: 'web', trustProxy: [] });
    app.post('/work', async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const inner = await inSpan('inner', { kind: 'internal' }, async () => currentRequestId());
      return { own: request.id, seen: currentRequestId(), inner, work: currentWork()?.span?.spanId };
    });
    const answers = await Promise.all(
      [1, 2, 3].map((n) => app.inject({ method: 'POST', url: '/work', payload: { n } })),
    );
    await app.close();
    const bodies = answers.map((one) =>
      one.json<{ own: string; seen: string; inner: string; work: string }>(),
    );
    for (const { own, seen, inner } of bodies) expect([seen, inner]).toEqual([own, own]);
    expect(new Set(bodies.map(({ work }) => work)).size).toBe(3);
    const inners = recorded.spans.filter(({ name }) => name === 'inner');
    expect(inners.map(({ parent }) => parent).toSorted()).toEqual(bodies.map(({ work }) => work).toSorted());
    expect(currentWork()).toBeNull();
  });

  test('of a client that hangs up before the response are counted as aborted', async () => {
    const app = createHttpService({ role: 'web', trustProxy: [] });
    let arrived = () => {};
    const inHandler = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    app.get('/slow', () => {
      arrived();
      return new Promise(() => {});
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const caller = new AbortController();
    const answer = fetch(`${origin}/slow`, { signal: caller.signal }).catch(() => 'gone');
    await inHandler;
    caller.abort();
    expect(await answer).toBe('gone');
    for (let turn = 0; reports.length === 0 && turn < 1000; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await app.close();
    expect(reports).toMatchObject([{ route: '/slow', status: 'aborted' }]);
  });
});

test('nothing is reported, and nothing is run in a span, where nobody listens', async () => {
  const app = createHttpService({ role: 'web', trustProxy: [] });
  app.get('/', () => currentWork());
  const { request, span } = (await app.inject('/')).json<{ request: unknown; span: unknown }>();
  await app.close();
  expect(request).toMatchObject({ route: null });
  expect(span).toBeNull();
  expect(await inSpan('nothing', { kind: 'internal' }, async (none) => none)).toBeNull();
});
