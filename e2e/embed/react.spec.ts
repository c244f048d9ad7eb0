/** The React package on a customer's page, with React's development build, which warns about mistakes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import { shortClasses } from '../../guest/src/style-names.ts';
import type { AppProps } from '../../react/src/testing/app.tsx';
import type { render } from '../../react/src/testing/server.ts';
import { type Harness, startHarness } from './harness.ts';

const folder = fileURLToPath(new URL('../../react/src/testing/', import.meta.url));
const other = 'secondcode';
let kit: Harness;
let client: string;
let server: { render: typeof render };
let host: Server;
let origin: string;
/** The response for the page's address. */
let document: string;

async function bundle(name: 'client' | 'server'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, `${name}.ts`)],
    bundle: true,
    write: false,
    platform: name === 'client' ? 'browser' : 'node',
    format: name === 'client' ? 'iife' : 'cjs',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  return outputFiles[0]?.text ?? '';
}

test.beforeAll(async () => {
  kit = await startHarness();
  client = await bundle('client');
  const place = await mkdtemp(join(tmpdir(), 'kindling-react-'));
  await writeFile(join(place, 'server.cjs'), await bundle('server'));
  server = createRequire(import.meta.url)(join(place, 'server.cjs')) as typeof server;
  await rm(place, { recursive: true });
  host = createServer(({ url }, response) => {
    const script = url === '/react.js';
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(script ? client : document);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await kit.close();
});

const words = 'Warm bread at seven in the morning.';
const otherWords = 'The rye is the best in town.';

/** Publishes both codes. @returns the props of the page, with the content for the first HTML. */
function publish(): AppProps {
  const main = kit.makeSnapshot({ reviews: [kit.makeReview(0, { text: words })] });
  kit.publish(main, kit.makeSnapshot({ code: other, reviews: [kit.makeReview(1, { text: otherWords })] }));
  const { html, css } = kit.renderEmbed(main);
  const template = `<template shadowrootmode="open"><style>${css}</style>${html}</template>`;
  return { host: kit.scriptOrigin, code: main.code, other, html: template };
}

interface Watch {
  /** Warnings and errors of React and the browser. */
  readonly faults: string[];
  /** Paths requested from the embed's origin. */
  readonly asked: string[];
}

async function open(page: Page, props: AppProps, way: 'in the browser' | 'on the server'): Promise<Watch> {
  const faults: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === kit.scriptOrigin) asked.push(url.pathname);
  });
  const json = JSON.stringify(props).replaceAll('<', '\\u003c');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head><body>
<div id="root">${way === 'on the server' ? server.render(props) : ''}</div><p id="after">Open every day.</p>
<script id="props" type="application/json">${json}</script><script src="/react.js"></script></body></html>`;
  document = html;
  await page.goto(`${origin}/`, { waitUntil: 'commit' });
  return { faults, asked };
}

const text = (page: Page, name: string) =>
  page.locator(`kindling-reviews.${name} .${shortClasses.reviewText}`);

test('loads each script once, whatever React mounts, hides, shows and renders again', async ({ page }) => {
  const { faults, asked } = await open(page, { ...publish(), html: null }, 'in the browser');
  await expect(text(page, 'first')).toHaveText(words);
  await expect(text(page, 'again')).toHaveText(words);
  await expect(text(page, 'other')).toHaveText(otherWords);
  await page.getByRole('button', { name: 'Show or hide' }).click();
  await expect(page.locator('kindling-reviews')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show or hide' }).click();
  await expect(text(page, 'first')).toHaveText(words);
  await page.getByRole('button', { name: 'Drawn 0' }).click();
  await expect(page.getByRole('button', { name: 'Drawn 1' })).toBeVisible();
  await expect(text(page, 'other')).toHaveText(otherWords);
  expect(asked.sort()).toEqual([`/e/k3v9xq2mzt.js`, `/e/${other}.js`]);
  expect(faults).toEqual([]);
});

test('shows another embed when its code changes', async ({ page }) => {
  const { faults } = await open(page, publish(), 'on the server');
  await expect(text(page, 'other')).toHaveText(otherWords);
  await page.getByRole('button', { name: 'Change code' }).click();
  await expect(text(page, 'first')).toHaveText(otherWords);
  await page.getByRole('button', { name: 'Change code' }).click();
  await expect(text(page, 'first')).toHaveText(words);
  expect(faults).toEqual([]);
});

test('reserves the space before the script has loaded', async ({ page }) => {
  const props = { ...publish(), html: null };
  const release = kit.hold();
  await open(page, props, 'in the browser');
  const element = page.locator('kindling-reviews.first');
  await expect.poll(async () => (await element.boundingBox())?.height).toBe(2600);
  const before = await page.locator('kindling-reviews.again').boundingBox();
  release();
  await expect(text(page, 'first')).toHaveText(words);
  expect((await page.locator('kindling-reviews.again').boundingBox())?.y).toBe(before?.y);
});

test('is part of the first HTML, hydrates without a warning, and stays when the script loads', async ({
  page,
}) => {
  const props = publish();
  const release = kit.hold();
  const { faults } = await open(page, props, 'on the server');
  await expect(text(page, 'first')).toHaveText(words);
  // React has hydrated: its buttons work while the script is delayed.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: /^Drawn/ }).click();
      return page.getByRole('button', { name: 'Drawn 0' }).count();
    })
    .toBe(0);
  await expect(text(page, 'first')).toHaveText(words);
  await expect(text(page, 'again')).toHaveCount(0);
  release();
  await expect(text(page, 'again')).toHaveText(words);
  await expect(text(page, 'first')).toHaveText(words);
  expect(await page.locator('kindling-reviews.first').evaluate((element) => element.childNodes.length)).toBe(
    0,
  );
  expect(faults).toEqual([]);
});

test('when the embed’s host does not answer, the place stays empty and the page works', async ({ page }) => {
  const props = { ...publish(), html: null };
  await page.route(`${kit.scriptOrigin}/**`, (route) => route.abort());
  await open(page, props, 'in the browser');
  await expect(page.locator('kindling-reviews')).toHaveCount(3);
  await page.unroute(`${kit.scriptOrigin}/**`);
  await page.getByRole('button', { name: 'Show or hide' }).click();
  await page.getByRole('button', { name: 'Show or hide' }).click();
  await expect(text(page, 'first')).toHaveText(words);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the content is on the page', async ({ page }) => {
    await open(page, publish(), 'on the server');
    await expect(text(page, 'first')).toHaveText(words);
    await expect(page.locator('kindling-reviews.first section')).toHaveCSS(
      'background-color',
      'rgb(255, 255, 255)',
    );
  });
});
