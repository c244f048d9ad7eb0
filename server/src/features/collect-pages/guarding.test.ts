/** What one network can cost the others: addresses that it tries out, forms that are refused, counts that it drives up. */
import type { Pipeline } from '@kindling/contract/pipelines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { browser, createVisitor, firstPipeline, type Visitor } from '../../testing/visitor.ts';
import { invitationToken } from '../review-requests/links.ts';

const json = { accept: 'application/json' };

describe.each(featureModes)('visitors\u2019 pages against floods, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let visitor: Visitor;
  let pipeline: Pipeline;
  let address: string;
  let people = 0;
  let network: string;
  beforeAll(async () => {
    app = await startTestApp(mode);
    visitor = createVisitor(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    network = `192.0.2.${people}`;
    user = await app.signIn(`guard-${people}@example.com`);
    pipeline = await firstPipeline(user);
    address = `/c/${pipeline.slug}`;
  });
  afterEach(() => void vi.restoreAllMocks());

  const ask = (url: string, headers: Record<string, string> = {}) =>
    app.request({ url, headers: { 'user-agent': browser, ...headers }, remoteAddress: network });

  test.each([
    ['a form', (guess: string) => visitor.send(`/q/${guess}`, {}, { network, headers: json })],
    [
      'a click',
      (guess: string) => app.request({ method: 'POST', url: `/q/${guess}/click`, remoteAddress: network }),
    ],
    ['a contact', (guess: string) => ask(`/n/${guess}/contact.vcf`)],
    ['a profile', (guess: string) => ask(`/r/${guess}`)],
    ['a page', (guess: string) => ask(`/q/${guess}`)],
  ])('a network that tries out addresses by %s reaches the database no more', async (_name, guess) => {
    const reads = vi.spyOn(app.services.db.pool, 'connect');
    for (let count = 0; count < 60; count += 1) await guess(`${people}guess`.padEnd(7, '0') + (100 + count));
    await ask(`/q/${people}last`.padEnd(13, '0'));
    const before = reads.mock.calls.length;
    await guess(`${people}other`.padEnd(10, '0'));
    expect(reads.mock.calls.length).toBe(before);
    // The page may exist, so a form is to be sent again, and others are served.
    const form = await visitor.send(address, visitor.fields(`c/${pipeline.slug}`), {
      network,
      headers: json,
    });
    expect(form).toMatchObject({ status: 429, json: { code: 'rate-limited' } });
    expect((await visitor.open(address)).status).toBe(200);
    expect((await ask(address)).status).toBe(200);
  });

  test('a network whose forms are refused too often gets a small answer, and stores what is good', async () => {
    const bad = visitor.fields(`c/${pipeline.slug}`, { token: 'of-another-page-or-too-old' });
    const sizes: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      const answer = await visitor.send(address, bad, { network });
      sizes.push(answer.text.length);
      expect(answer.status).toBe(403);
    }
    const more = await visitor.send(address, bad, { network });
    expect(more.status).toBe(429);
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(0);
    expect(more.text.length).toBeLessThan(Math.min(...sizes) / 3);
    expect(await visitor.send(address, bad, { network, headers: json })).toMatchObject({
      status: 429,
      json: { code: 'rate-limited' },
    });
    const good = visitor.fields(`c/${pipeline.slug}`);
    expect((await visitor.send(address, good, { network, headers: json })).status).toBe(200);
    expect((await visitor.send(address, bad)).status).toBe(403);
  });

  test('a network opens no endless number of pages that end invitations', async () => {
    for (let count = 0; count < 600; count += 1) await ask('/u/unknown');
    const more = await ask('/u/unknown');
    expect(more.status).toBe(429);
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(0);
    expect((await visitor.open('/u/unknown')).status).toBe(404);
  });

  test('recipients of a campaign share one document, and each gets their own link in it', async () => {
    const { documents } = app.services.collectPages;
    const get = vi.spyOn(documents, 'get');
    const ids = { accountId: user.accountId, pipelineId: pipeline.id, campaignId: newId() };
    const [first, second] = [1, 2].map(
      (position) => `/i/${invitationToken(app.services.submissions.formKeys, { ...ids, position })}`,
    );
    for (const path of [first, second] as string[]) {
      const { text } = await visitor.open(`${path}?lng=en`);
      expect(text).toContain(`action="${path}#review"`);
      expect(text).toContain(`data-path="${path}"`);
      expect(text).toContain(`href="${path}?lng=de"`);
      expect(text).not.toContain('%%');
      const fields = visitor.fields(path.slice(1), { lng: 'en' });
      expect((await visitor.send(path, fields)).text).toContain(`action="${path}#review"`);
    }
    const templates = await Promise.all(get.mock.results.map(({ value }) => value));
    expect(templates).toHaveLength(2);
    expect(templates[0]).toBe(templates[1]);
  });

  const visitsOf = async () => {
    await app.services.collectPages.traffic.flush();
    const { json: answer } = await user.call('GET', `/pipelines/${pipeline.id}/funnel?days=7`);
    return (answer as { funnel: { total: { visits: number } } }).funnel.total.visits;
  };

  test('who opens the page counts once, however they use it', async () => {
    const origin = app.services.settings.publicUrl;
    const headers = { 'user-agent': browser };
    await app.request({ method: 'HEAD', url: address, headers });
    expect(await visitsOf()).toBe(0);
    await ask(address);
    await ask(`${address}?lng=de`, { referer: `${origin}${address}` });
    await ask(`${address}?lng=fr`, { referer: `${origin}${address}?lng=de` });
    await ask(`${address}?location=${newId()}&lng=fr`, { referer: `${origin}${address}` });
    expect(await visitsOf()).toBe(1);
    await ask(`${address}?lng=de`, { referer: `${origin}/r/${pipeline.slug}` });
    await ask(`${address}?lng=de`);
    await ask(`${address}?location=${newId()}`, { referer: 'not an address' });
    expect(await visitsOf()).toBe(4);
  });

  test('a network is counted 600 times a minute, and served beyond it', async () => {
    for (let count = 0; count < 600; count += 1) await ask(address);
    expect((await ask(address)).status).toBe(200);
    expect(await visitsOf()).toBe(600);
    await visitor.open(address);
    expect(await visitsOf()).toBe(601);
  });

  test('a page of the profile that does not exist costs no reading', async () => {
    const profile = `/r/${pipeline.slug}`;
    expect((await ask(profile)).status).toBe(200);
    const reads = vi.spyOn(app.services.db.pool, 'connect');
    for (const page of ['0', '01', '-1', '1.5', '1e1', 'x', '51', '1000', '2', '2&page=3', ''])
      expect.soft((await ask(`${profile}?page=${page}`)).status, page).toBe(404);
    for (const page of ['1', '7', 'x']) await ask(`${profile}/how-we-ask?page=${page}`);
    expect(reads).toHaveBeenCalledTimes(1);
    expect((await ask(`${profile}?page=1`)).status).toBe(200);
  });
});
