import type { Embed } from '@kindling/contract/embeds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FetchedPage, SafeFetchError } from '../../lib/safe-fetch.ts';
import { anyMode } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const code = 'abcdefghjk';

function pageAt(url: string, text: string): FetchedPage {
  return { status: 200, headers: { 'content-type': 'text/html' }, text, url };
}
function scriptOf({ code }: Pick<Embed, 'code'>): string {
  return `<kindling-reviews code="${code}" style="x"></kindling-reviews><script src="http://kindling.test/e/loader.js"></script>`;
}

describe('the check of a page over the API', () => {
  let app: TestApp;
  let user: TestUser;
  let embed: Embed;
  beforeAll(async () => {
    app = await startTestApp(anyMode);
    user = await app.signIn('checks@example.com');
    const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'W' })).json as { embed: Embed };
    embed = made.embed;
  });
  afterAll(() => app.close());

  const check = (url: string, by = user) => by.call('POST', `/embeds/${embed.id}/check`, { url });

  test('fetches the page, also without a scheme, and reports the result or the error', async () => {
    const fetchedUrls: string[] = [];
    app.services.embeds.fetchPage = async (url) => {
      fetchedUrls.push(url);
      if (url.includes('slow')) throw new SafeFetchError('timeout');
      if (url.includes('long')) throw new SafeFetchError('too-large');
      return pageAt(url, scriptOf(embed));
    };
    expect((await check(' shop.example ')).json).toEqual({ result: 'found-script', detail: null });
    expect((await check('http://slow.example/x')).json).toEqual({ result: 'unreachable', detail: 'timeout' });
    expect((await check('long.example')).json).toEqual({ result: 'too-large', detail: null });
    expect(fetchedUrls).toEqual(['https://shop.example', 'http://slow.example/x', 'https://long.example']);
    expect((await check('')).status).toBe(400);
  });

  test('compares the site with the allowed sites in the settings', async () => {
    app.services.embeds.fetchPage = (url) => Promise.resolve(pageAt(url, scriptOf(embed)));
    const { settings } = embed;
    const allow = (allowedSites: string[]) =>
      user.call('PUT', `/embeds/${embed.id}`, { name: 'W', settings: { ...settings, allowedSites } });
    await allow(['*.shop.example']);
    expect((await check('shop.example')).json).toEqual({
      result: 'not-allowed-site',
      detail: 'shop.example',
    });
    expect((await check('www.shop.example')).json).toMatchObject({ result: 'found-script' });
    await allow([]);
  });

  test('does not find the embed of another account, and fetches nothing', async () => {
    app.services.embeds.fetchPage = () => Promise.reject(new Error('fetched'));
    const stranger = await app.signIn('stranger@example.com');
    expect((await check('shop.example', stranger)).status).toBe(404);
  });

  test('has a limit per account', async () => {
    const hasty = await app.signIn('hasty@example.com');
    const made = (await hasty.call('POST', '/embeds', { kind: 'widget', name: 'W' })).json as {
      embed: Embed;
    };
    let fetched = 0;
    app.services.embeds.fetchPage = () => {
      fetched += 1;
      return Promise.reject(new SafeFetchError('network'));
    };
    const answers = [];
    for (let count = 0; count < 11; count += 1)
      answers.push(await hasty.call('POST', `/embeds/${made.embed.id}/check`, { url: 'shop.example' }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    expect(answers.at(-1)?.json).toMatchObject({ code: 'rate-limited', retryAfter: expect.any(Number) });
    expect(fetched).toBe(10);
  });

  test('stops a page that takes too long to analyze, and other requests get an answer meanwhile', async () => {
    const busy = await app.signIn('busy-page@example.com');
    const made = (await busy.call('POST', '/embeds', { kind: 'widget', name: 'W' })).json as { embed: Embed };
    // Comparing each frame with each policy takes minutes.
    const policies = `<meta http-equiv="content-security-policy" content="${'a,'.repeat(500_000)}">`;
    const frames = `<iframe src="http://kindling.test/e/${code}"></iframe>`.repeat(30_000);
    const answers: string[] = [];
    let others: Promise<void> = Promise.resolve();
    app.services.embeds.fetchPage = async (url) => {
      const ask = async () => {
        for (let count = 0; count < 10; count += 1)
          answers.push(String((await app.request({ method: 'GET', url: '/healthz' })).status));
      };
      others = new Promise<void>((resolve) => setImmediate(resolve)).then(ask);
      return pageAt(url, policies + frames);
    };
    const answer = await busy.call('POST', `/embeds/${made.embed.id}/check`, { url: 'shop.example' });
    answers.push('check');
    await others;
    expect(answer.json).toEqual({ result: 'too-large', detail: null });
    expect(answers).toEqual([...Array<string>(10).fill('200'), 'check']);
    // The next page gets a new process.
    app.services.embeds.fetchPage = (url) => Promise.resolve(pageAt(url, scriptOf(embed)));
    expect((await check('shop.example')).json).toMatchObject({ result: 'found-script' });
  });

  test('reports a failure of the process as unavailable, not as a fault of the page', async () => {
    const patient = await app.signIn('failing-process@example.com');
    const made = (await patient.call('POST', '/embeds', { kind: 'widget', name: 'W' })).json as {
      embed: Embed;
    };
    app.services.embeds.fetchPage = (url) => Promise.resolve({ ...pageAt(url, ''), text: null as never });
    const answer = await patient.call('POST', `/embeds/${made.embed.id}/check`, { url: 'shop.example' });
    expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
    expect(app.logLines.join('')).toContain('"program":"page-child"');
  });

  test('runs one check at a time per account, and a few over all accounts', async () => {
    const waiting: (() => void)[] = [];
    app.services.embeds.fetchPage = (url) =>
      new Promise((resolve) => waiting.push(() => resolve(pageAt(url, ''))));
    const people = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const person = await app.signIn(`at-once-${index}@example.com`);
        const { json } = await person.call('POST', '/embeds', { kind: 'widget', name: 'W' });
        const { id } = (json as { embed: Embed }).embed;
        return () => person.call('POST', `/embeds/${id}/check`, { url: 'shop.example' });
      }),
    );
    const [first, ...rest] = people;
    const last = rest.pop();
    const running = [first, ...rest].map((ask) => ask?.());
    await eventually(() => expect(waiting).toHaveLength(8));
    expect((await first?.())?.json).toMatchObject({ code: 'rate-limited', retryAfter: expect.any(Number) });
    expect((await last?.())?.json).toEqual({ result: 'busy', detail: null });
    expect(waiting).toHaveLength(8);
    for (const respond of waiting) respond();
    for (const answer of await Promise.all(running))
      expect(answer?.json).toMatchObject({ result: 'not-found' });
    const again = last?.();
    await eventually(() => expect(waiting).toHaveLength(9));
    waiting.at(-1)?.();
    expect((await again)?.json).toMatchObject({ result: 'not-found' });
  });
});
