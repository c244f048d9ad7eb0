import { errorCodes } from '@kindling/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { anyMode } from '../testing/database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { declaredRoutes } from './api.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(anyMode);
});
afterAll(() => app.close());

const schema = z.record(z.string(), z.unknown());
const operation = z.object({
  operationId: z.string().min(1),
  summary: z.string().min(10),
  tags: z.array(z.string()).length(1),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.enum(['path', 'query']), schema, required: z.boolean().optional() }),
    )
    .optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema })) }).optional(),
  responses: z.record(
    z.string().regex(/^[2345]\d\d$/),
    z.object({ description: z.string(), content: z.record(z.string(), z.object({ schema })).optional() }),
  ),
});
const documentSchema = z.object({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.record(z.enum(['get', 'post', 'put', 'delete']).or(z.string()), operation),
  ),
  components: z.object({ securitySchemes: z.object({ bearer: z.object({ type: z.literal('http') }) }) }),
});

async function readDocument() {
  const answer = await app.request({ method: 'GET', url: '/api/openapi.json' });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('application/json');
  return { document: documentSchema.parse(answer.json), raw: answer.json };
}

test('the document is OpenAPI 3.1 and has every declared route, and no other', async () => {
  const { document } = await readDocument();
  // The paths start at the origin, so the server entry is the origin alone.
  expect(document.servers).toEqual([{ url: 'http://kindling.test' }]);
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(listed.sort()).toEqual(
    declaredRoutes()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map((one) => one.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('each placeholder of a path is a required parameter, and each route with a body documents the refusal of a bad one', async () => {
  const { document } = await readDocument();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, one] of Object.entries(operations)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = (one.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect.soft(inPath.map(({ name }) => name).sort(), path).toEqual(placeholders.sort());
      for (const parameter of inPath) expect.soft(parameter.required, path).toBe(true);
      const body = one.requestBody?.content['application/json']?.schema;
      if (body !== undefined && path !== '/api/users/adduser')
        expect.soft(body.additionalProperties, `${method} ${path}`).toBe(false);
    }
});

test('every reference has a target', async () => {
  const { raw } = await readDocument();
  const references = [...JSON.stringify(raw).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  for (const reference of references) {
    const target = reference
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], raw);
    expect.soft(target, reference).toBeDefined();
  }
});

test('every error code is listed with its status in the document and on the page', async () => {
  const { document } = await readDocument();
  const page = await app.request({ method: 'GET', url: '/api/docs' });
  expect(page.status).toBe(200);
  for (const [code, { status, title }] of Object.entries(errorCodes)) {
    expect.soft(document.info.description).toContain(`\`${code}\` (${status}): ${title}`);
    expect.soft(page.text).toContain(`${code} (${status}): ${title}`);
  }
});

test('the page shows each route, runs no script and allows only its own style', async () => {
  const page = await app.request({ method: 'GET', url: '/api/docs' });
  expect(page.headers['content-type']).toContain('text/html');
  for (const { path } of declaredRoutes()) expect.soft(page.text).toContain(`<code>${path}</code>`);
  expect(page.text).not.toMatch(/<script|\son\w+=/i);
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+={0,2}'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
  );
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
});
