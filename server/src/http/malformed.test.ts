/** Malformed requests get a 4xx problem that names the fields: never a 5xx, never a new row. */
import { api } from '@kindling/contract/api';
import { errorCodes } from '@kindling/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiAddress } from '../testing/api-address.ts';
import type { ApiRequest } from '../testing/api-request.ts';
import { isAdminRoute, sendRequest, validRequests } from '../testing/api-requests.ts';
import { anyMode } from '../testing/database.ts';
import { everySixth, everyThird, runsEverything } from '../testing/scope.ts';
import { stringFields, withField } from '../testing/string-fields.ts';
import { createTenantFixture, type TenantFixture } from '../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let world: TenantFixture;
let admin: TestUser;
/** Of whoever may call the route. */
const tokenFor = (route: string, user: TestUser = world.user) =>
  isAdminRoute(route) ? admin.token : user.token;
beforeAll(async () => {
  app = await startTestApp(anyMode, { payments: true });
  world = await createTenantFixture(app, 'tester');
  admin = await app.signInAdmin('admin@example.com');
});
afterAll(() => app.close());

const problemSchema = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string().min(1),
  status: z.number().int().min(400).max(499),
  code: z.enum(Object.keys(errorCodes)),
  requestId: z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-z]+$/),
  fields: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
  retryAfter: z.number().optional(),
});

function expectProblem(
  label: string,
  answer: TestResponse,
  status: number | number[],
): z.infer<typeof problemSchema> | null {
  expect.soft([status].flat(), `${label}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
  expect.soft(answer.headers['content-type'], label).toContain('application/problem+json');
  const parsed = problemSchema.safeParse(answer.json);
  expect.soft(parsed.error, label).toBeUndefined();
  expect.soft(parsed.data?.requestId, label).toBe(answer.headers['x-request-id']);
  expect.soft(parsed.data?.status, label).toBe(answer.status);
  return parsed.data ?? null;
}

/** A request with a body, and the token of whoever may send it. */
type Sent = ApiRequest & { body: Record<string, unknown>; token: string };

function raw(request: Sent, payload: string | Buffer, contentType?: string): Promise<TestResponse> {
  return app.request({
    method: request.method as 'POST',
    url: apiAddress(request.path),
    payload,
    headers: {
      authorization: `Bearer ${request.token}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
  });
}

/** Valid requests of the routes that take a body. */
function withBody(): [route: string, request: Sent][] {
  return Object.entries(validRequests).flatMap(([route, build]): [string, Sent][] => {
    const { body, ...request } = build(world);
    return body === undefined ? [] : [[route, { ...request, body, token: tokenFor(route) }]];
  });
}

/**
 * Fields that may be null: a business without a website, an error without a stack or a request, an import setting that
 * is detected.
 */
const nullable = new Set([
  'POST /review-requests/preview locationId',
  'POST /review-requests/test locationId',
  'POST /review-requests locationId',
  'POST /review-requests reminder',
  'POST /review-requests when',
  'PUT /businesses/{id} website',
  'POST /error-reports stack',
  'POST /error-reports requestId',
  'POST /imports/{id}/read encoding',
  'POST /imports/{id}/read separator',
  'POST /imports/{id}/read header',
  'POST /imports/{id}/read sheet',
  // A location with unknown details; a review without a draft; a review that had no reply when it was read.
  ...['POST /businesses/{id}/locations', 'PUT /locations/{id}'].flatMap((route) =>
    ['address', 'country', 'phone', 'timeZone'].map((field) => `${route} ${field}`),
  ),
  'PUT /reviews/{id}/draft text',
  'PUT /reviews/{id}/reply seen',
  'DELETE /reviews/{id}/reply seen',
  // A mailing that goes out at once.
  'POST /admin/mailings/{id}/confirm start',
  // No reason for the cancelation.
  'POST /billing/cancel reason',
  // A member with all locations.
  'POST /team/invitations locationIds',
  'PUT /team/members/{id} locationIds',
  // A code or pipeline for all locations of its business, a code of no series and without a contact.
  ...['POST /codes', 'PUT /codes/{id}'].flatMap((route) =>
    ['locationId', 'series', 'contact'].map((field) => `${route} ${field}`),
  ),
  'POST /pipelines locationId',
  'POST /pipelines/{id}/preview locationId',
  // A free plan that is new and has no last day.
  'PUT /admin/accounts/{accountId}/free-plan expected',
  'PUT /admin/accounts/{accountId}/free-plan lastDay',
  // A notice without a time of work, and an error rule for every route, origin or message.
  'POST /admin/maintenance/notices workFrom',
  'PUT /admin/maintenance/notices/{id} workFrom',
  ...['route', 'origin', 'message'].map((field) => `POST /admin/error-rules ${field}`),
  // Nobody takes care of the message, or of the review.
  'PUT /feedback/{id} assigneeId',
  'PUT /reviews/{id}/assignee assigneeId',
  // A tag that only people give, a pin without a reason, a template for every business.
  'PUT /tags/{id} rule',
  'PUT /reviews/{id}/pin reason',
  'POST /reply-templates businessId',
  'PUT /reply-templates/{id} businessId',
  // The default holds.
  ...['intervalMinutes', 'fastestIntervalMinutes', 'fullPassDays', 'callsPerMinute'].map(
    (field) => `PUT /admin/sync-schedule/platforms/{connector} ${field}`,
  ),
  'POST /admin/sync-schedule/listings/actions intervalMinutes',
]);

/** Fields that are optional: a profile's name, settings of a new embed, a visitor's name. */
const optional = new Set([
  'POST /users/adduser name',
  'POST /embeds settings',
  'POST /help/questions name',
  // Fields of a listing that are absent stay as they are.
  'PUT /listings/{id} paused',
  'PUT /listings/{id} syncIntervalMinutes',
  'PUT /listings/{id} locationId',
  // The same of a private message.
  'PUT /feedback/{id} state',
  'PUT /feedback/{id} assigneeId',
  // A QR code has no contact.
  'POST /codes contact',
  // A new tag gets a color of its own.
  'POST /tags color',
]);

const wrongValues: [string, unknown][] = [
  ['null', null],
  ['a number', 1e308],
  ['negative', -1],
  ['a boolean', true],
  ['an object', { $ne: null }],
  ['a list of lists', [[[]]]],
  ['a very long text', 'x'.repeat(20_000)],
  ['nothing', undefined],
];

/** A list of recipients is a file. */
const takesLongText = new Set(['POST /review-requests/recipients/read text']);

describe('bodies', () => {
  test('each field of each body is named when its value has the wrong type', async () => {
    let tried = 0;
    let fields = 0;
    for (const [route, request] of withBody())
      for (const field of Object.keys(request.body)) {
        fields += 1;
        for (const [kind, value] of everySixth(wrongValues, fields)) {
          if (optional.has(`${route} ${field}`) && value === undefined) continue;
          if (nullable.has(`${route} ${field}`) && value === null) continue;
          if (takesLongText.has(`${route} ${field}`) && kind === 'a very long text') continue;
          if (typeof value === 'boolean' && typeof request.body[field] === 'boolean') continue;
          const answer = (await sendRequest(
            app,
            { ...request, body: { ...request.body, [field]: value } },
            tokenFor(route),
          )) as TestResponse;
          const problem = expectProblem(`${route} ${field} ${kind}`, answer, [400, 413]);
          // Only a body above its route's size limit is refused without naming a field.
          if (answer.status === 413) {
            expect.soft(kind, `${route} ${field}`).toBe('a very long text');
            continue;
          }
          expect
            .soft(
              problem?.fields?.some(({ path }) => path.split('.')[0] === field),
              `${route} ${field} ${kind}`,
            )
            .toBe(true);
          tried += 1;
        }
      }
    expect(tried).toBeGreaterThan(80);
  });

  /** Which of the values below are valid for a field. */
  function fitting(field: string, usual: unknown, value: unknown): boolean {
    if (typeof value === 'boolean') return typeof usual === 'boolean';
    if (value === null) return ['text', 'background', 'line'].includes(field);
    return Array.isArray(value) && ['includeWords', 'excludeWords', 'allowedSites'].includes(field);
  }

  test('each setting of an embed is named when its value is invalid', async () => {
    const request = validRequests['PUT /embeds/{id}']?.(world);
    const settings = request?.body?.settings as Record<string, unknown>;
    const values = [null, -1, 1e9, 1.5, 'url(javascript:alert(1))', '</style><script>', ['x'], {}, true];
    for (const [turn, field] of Object.keys(settings).entries())
      for (const value of everyThird(values, turn)) {
        if (fitting(field, settings[field], value)) continue;
        const answer = await world.user.call('PUT', `/embeds/${world.ids.embedId}`, {
          name: 'Name',
          settings: { ...settings, [field]: value },
        });
        const problem = expectProblem(`${field} ${JSON.stringify(value)}`, answer, 400);
        expect.soft(problem?.fields?.[0]?.path, field).toMatch(new RegExp(`^settings\\.${field}`));
      }
  });

  test('texts that the database cannot store are refused or mended, in the fields of every route', async () => {
    const routes = new Map(
      Object.values(api)
        .flatMap((slice) => Object.values(slice))
        .map(({ '~orpc': { route, inputSchema } }) => [`${route.method} ${route.path}`, inputSchema]),
    );
    // Some of the requests succeed, so they have a tenant of their own.
    const spoilt = await createTenantFixture(app, 'spoilt');
    const tried: string[] = [];
    for (const [route, build] of Object.entries(validRequests)) {
      const [method, path = ''] = route.split(' ');
      const input = routes.get(`${method} ${apiAddress(path)}`);
      if (input === undefined || build(spoilt).body === undefined) continue;
      for (const field of stringFields(input)) {
        // It is in the address, not in the body.
        if (route.includes(`{${field[0]}}`)) continue;
        const texts = ['a\u0000b', 'a\ud800b'];
        // Usually each field gets one of them, and its neighbors the other.
        for (const text of texts.filter((_, at) => runsEverything || at === tried.length % 2)) {
          const request = build(spoilt);
          const [top = '', ...below] = field;
          // Beside its example, and alone, because of two forms of a value only one may be given.
          const bodies = [withField(request.body, field, text)];
          if (below.length > 0) bodies.push({ ...request.body, [top]: withField(undefined, below, text) });
          for (const body of bodies) {
            const changed = { ...request, body: body as Record<string, unknown> };
            const answer = (await sendRequest(app, changed, tokenFor(route, spoilt.user))) as TestResponse;
            const label = `${route} ${field.join('.')} ${JSON.stringify(text)}`;
            expect.soft(answer.status, `${label}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
          }
          tried.push(`${route} ${field.join('.')}`);
        }
      }
    }
    expect(tried).toEqual(
      expect.arrayContaining([
        'POST /saved-views filter.search',
        'POST /reviews/exports filter.search',
        'POST /bulk-actions selection.filter.search',
        'PUT /tags/{id} rule.words.0',
      ]),
    );
  });

  test('bodies that are not objects or not JSON are refused', async () => {
    const bodies = [
      'null',
      '[]',
      '1',
      '"text"',
      'true',
      '',
      '{',
      '{"a":}',
      'NaN',
      '[{"a":1}]',
      '{"a":1}{',
      '\u0000',
    ];
    for (const [turn, [route, request]] of withBody().entries())
      for (const body of everySixth(bodies, turn))
        expectProblem(`${route} ${JSON.stringify(body)}`, await raw(request, body, 'application/json'), 400);
  });

  test('keys such as `__proto__` are refused or dropped, and change no prototype', async () => {
    for (const [turn, [route, request]] of withBody().entries())
      for (const key of everyThird(['__proto__', 'constructor', 'prototype'], turn)) {
        const payload = JSON.stringify(request.body).replace(
          /^\{/,
          `{"${key}":{"polluted":true,"prototype":{"polluted":true}},`,
        );
        const answer = await raw(request, payload, 'application/json');
        // The sign-up profile drops unknown keys, which is as safe as refusing them.
        expect.soft(answer.status, `${route} ${key}`).toBeLessThan(500);
        if (route !== 'POST /users/adduser') expect.soft(answer.status, `${route} ${key}`).toBe(400);
      }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('other content types than JSON are refused', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'text/json',
      'application/jsonx',
      'application/vnd.api+json',
      '*/*',
      'json',
      '',
      ';',
    ];
    for (const [turn, [route, request]] of withBody().entries())
      for (const type of everySixth(types, turn))
        expectProblem(
          `${route} ${JSON.stringify(type)}`,
          await raw(request, JSON.stringify(request.body), type),
          [400, 415],
        );
    // Content types that are parsed as JSON must not bypass the checks of JSON bodies.
    const disguised = [
      'application/json\t; charset=utf-8',
      'application/json\t, text/plain',
      'application/json ;x=y',
    ];
    for (const [turn, [route, request]] of withBody().entries())
      for (const type of everyThird(disguised, turn))
        expectProblem(`${route} ${JSON.stringify(type)}`, await raw(request, '{"x":1}', type), [400, 415]);
    const [, request] = withBody().find(([route]) => route === 'POST /users/savelogin') ?? [];
    if (request === undefined) throw new Error('No request');
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON'])
      expect.soft((await raw(request, JSON.stringify(request.body), type)).status, type).toBe(200);
  });

  test('a body over the limit is too large', async () => {
    for (const [route, request] of withBody()) {
      const payload = JSON.stringify({ ...request.body, filler: 'x'.repeat(1_100_000) });
      expectProblem(route, await raw(request, payload, 'application/json'), 413);
    }
  });

  test('a deeply nested body gets an answer', async () => {
    const [, request] = withBody()[0] ?? [];
    if (request === undefined) throw new Error('No request');
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expectProblem('deep', await raw(request, `{"useremail":${deep}}`, 'application/json'), 400);
  });
});

describe('addresses', () => {
  test('malformed ids are refused', async () => {
    const ids = [
      '1',
      '-1',
      'null',
      'undefined',
      '..%2f..%2fetc',
      '%00',
      "1'--",
      '%F0%9F%A6%86',
      'x'.repeat(2000),
      `${world.ids.embedId}%20`,
    ];
    const withId = Object.entries(validRequests).filter(([route]) => route.includes('{'));
    for (const [turn, [route, build]] of withId.entries()) {
      const request = build(world);
      const place =
        route
          .split(' ')[1]
          ?.split('/')
          .findIndex((part) => part.startsWith('{')) ?? 0;
      for (const id of everySixth(ids, turn)) {
        const path = request.path
          .split('/')
          .map((part, index) => (index === place ? id : part))
          .join('/');
        const answer = (await sendRequest(app, { ...request, path }, tokenFor(route))) as TestResponse;
        expectProblem(`${route} ${id.slice(0, 20)}`, answer, [400, 404, 414]);
      }
    }
  });

  test('malformed percent signs, doubled slashes and other spellings reach no handler', async () => {
    for (const path of [
      '/api/%',
      '/api/%zz',
      '/api/v1/embeds/%E0%A4%A',
      '/api/v1/%C0%AE%C0%AE/x',
      '/api/v1//dashboard',
      '/api//v1/dashboard',
      '/api/V1/dashboard',
      '/api/v1/DASHBOARD',
      '/api/v1/dashboard/',
      '/api/v1/./dashboard%2f..',
      '/api/v1/embeds/%2e%2e/dashboard',
    ]) {
      const answer = await app.request({ method: 'GET', url: path });
      expect.soft([400, 401, 404], `${path} ${answer.status}`).toContain(answer.status);
      expectProblem(path, answer, [400, 401, 404]);
      expect.soft(answer.text, path).not.toMatch(/"total"/);
    }
  });

  test('methods that a path does not have are refused', async () => {
    for (const method of ['PATCH', 'OPTIONS', 'HEAD', 'TRACE'] as const) {
      const answer = await app.request({ method: method as 'GET', url: '/api/v1/dashboard' });
      expect.soft([401, 404, 405], `${method} ${answer.status}`).toContain(answer.status);
    }
    expectProblem('DELETE', (await world.user.call('DELETE', '/dashboard')) as TestResponse, [404, 405]);
  });

  test('each query parameter of the list of reviews is named when its value is invalid', async () => {
    const bad: Record<string, string[]> = {
      limit: ['0', '101', '-1', '1.5', 'NaN', 'Infinity', '1e9', 'x', '99999999999999999999', ''],
      rating: ['0', '6', '-3', 'NaN', '5 or 1=1', '9'.repeat(400), '4.5'],
      ratingMode: ['below', '', 'up;drop'],
      source: ['yelp', "google'", ''],
      locationId: ['1', "' or true--", ''],
      answered: ['yes', '2', 'null', ''],
      withText: ['maybe', '3'],
      removed: ['gone', '7'],
      from: ['2026-02-30', '0000-00-00', '0000-01-01', 'today', '2026-1-1', '2026-01-01T00:00:00Z', ''],
      to: ['2026-13-01', '99999-01-01', "2026-01-01'::date"],
      search: ['x'.repeat(201)],
      cursor: ['x'.repeat(201), '', 'AAAA'],
      sort: ['rating'],
      __proto__: ['1'],
    };
    for (const [name, values] of Object.entries(bad))
      for (const value of values) {
        const answer = await world.user.call('GET', `/reviews?${name}=${encodeURIComponent(value)}`);
        const problem = expectProblem(`${name}=${value.slice(0, 30)}`, answer, 400);
        expect.soft(problem?.fields?.length, `${name}=${value.slice(0, 30)}`).toBeGreaterThan(0);
        if (!['sort', '__proto__'].includes(name)) expect.soft(problem?.fields?.[0]?.path).toBe(name);
      }
    for (const query of [
      'rating=5&rating=1',
      'rating[]=5',
      'rating[a]=5',
      'filter[rating]=5',
      'from[]=2026-01-01',
    ])
      expectProblem(query, await world.user.call('GET', `/reviews?${query}`), 400);
  });
});
