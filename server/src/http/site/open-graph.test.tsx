import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testInstallation, writeTestSite } from '../../testing/test-site.ts';
import { loadSite } from './documents.ts';
import { type ImageRenderer, serveOpenGraphImages } from './open-graph.tsx';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-pictures-'));
  await writeTestSite(folder);
  await writeFile(path.join(folder, 'og.png'), 'spare picture');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function serve(loadPainter?: () => Promise<ImageRenderer>) {
  const logged: string[] = [];
  const app = Fastify();
  serveOpenGraphImages(app, {
    documents: loadSite(folder, testInstallation),
    publicUrl: testInstallation.publicUrl,
    folder,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    ...(loadPainter === undefined ? {} : { loadRenderer: loadPainter }),
  });
  return { app, logged };
}

/** Width and height from the head of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('renders an image per page and language once, and answers with its ETag after that', async () => {
  const { app, logged } = serve();
  const english = await app.inject('/og/en/pricing.png');
  expect(english.headers['content-type']).toBe('image/png');
  expect(sizeOf(english.rawPayload)).toEqual([1200, 630]);
  const serbian = await app.inject('/og/sr/pricing.png');
  expect(sizeOf(serbian.rawPayload)).toEqual([1200, 630]);
  expect(serbian.headers.etag).not.toBe(english.headers.etag);
  const known = await app.inject({
    url: '/og/en/pricing.png',
    headers: { 'if-none-match': String(english.headers.etag) },
  });
  expect(known.statusCode).toBe(304);
  expect(known.rawPayload).toHaveLength(0);
  expect(sizeOf((await app.inject('/og/logo.png')).rawPayload)).toEqual([512, 512]);
  expect(logged).toEqual([]);
});

test('renders nothing for unknown pages and languages', async () => {
  let drawn = 0;
  const { app } = serve(async () => async () => {
    drawn += 1;
    return Buffer.from(`picture ${drawn}`);
  });
  const strange = ['/og/en/nowhere.png', '/og/xx/pricing.png', '/og/en/pricing', '/og/en/..%2fpricing.png'];
  for (const url of [...strange, '/og/en/404.png']) expect((await app.inject(url)).statusCode, url).toBe(404);
  expect(drawn).toBe(0);
  const many = await Promise.all(['en', 'en', 'fr', 'en'].map((one) => app.inject(`/og/${one}/index.png`)));
  expect(many.map(({ body }) => body)).toEqual(['picture 1', 'picture 1', 'picture 2', 'picture 1']);
});

test('a system that cannot render sends the fallback image and logs it once', async () => {
  const { app, logged } = serve(() => Promise.reject(new Error('no such binary')));
  for (const url of ['/og/en/index.png', '/og/fr/index.png', '/og/logo.png'])
    expect((await app.inject(url)).body, url).toBe('spare picture');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('no such binary');
});
