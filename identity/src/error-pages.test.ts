import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { startService, type TestService } from './testing/service.ts';

describe.each(databaseKinds())('pages beside the forms over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
  });
  afterAll(async () => {
    await service.stop();
  });

  it('serves health, assets and error pages', async () => {
    const browser = new Browser(service.url);
    expect((await browser.get('/healthz')).text).toBe('{"status":"ok"}');
    const missing = await browser.get('/auth/%00/../nothing');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Page not found');
    for (const asset of missing.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
      const answer = await browser.get(asset[1] ?? '');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    expect((await browser.get('/assets/inter-latin.woff2')).headers.get('content-type')).toBe('font/woff2');
    expect((await browser.get(`/authorize/${'u'.repeat(43)}`)).text).toContain('expired');
  });
});

describe('when the database fails', () => {
  it('shows a page with a number that is also in the log, and no detail', async () => {
    const service = await startService(databaseKinds().at(-1) ?? 'embedded');
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    await service.database.pool.query('ALTER TABLE identity.record RENAME TO gone');
    const answer = await browser.get(page);
    expect(answer.status).toBe(500);
    const id = /Number: ([\w-]+)/.exec(answer.text)?.[1];
    expect(id).toBeDefined();
    expect(service.logged.some((line) => line.includes(String(id)))).toBe(true);
    expect(answer.text).not.toMatch(/relation|identity\.record/);
    await service.stop();
  });
});
