import { createHash } from 'node:crypto';
import type { Business } from '@kindling/contract/businesses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { makePng } from '../../testing/png.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('logos of businesses, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let business: Business;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`logo${people}@example.com`);
    const [first] = await list();
    if (first === undefined) throw new Error('No business');
    business = first;
  });

  async function list(): Promise<Business[]> {
    return ((await user.call('GET', '/businesses')).json as { businesses: Business[] }).businesses;
  }
  const upload = (bytes: Buffer, by = user) =>
    by.call('PUT', `/businesses/${business.id}/logo`, { data: bytes.toString('base64') });

  test('a logo is stored without what is hidden in it, and everybody may read it at an address that never changes', async () => {
    expect(business.logo).toBeNull();
    const clean = makePng(200);
    const answer = await upload(Buffer.concat([clean, Buffer.from('<script>alert(1)</script>')]));
    const hash = createHash('sha256').update(clean).digest('hex');
    const logo = { url: `/l/${hash}`, width: 200, height: 200 };
    expect(answer).toMatchObject({ status: 200, json: { business: { id: business.id, logo } } });
    expect(await list()).toMatchObject([{ logo }]);
    const read = await app.web.inject({ method: 'GET', url: logo.url });
    expect(read.statusCode).toBe(200);
    expect(read.rawPayload.equals(clean)).toBe(true);
    expect(read.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('another picture replaces it, and a removed one is at no address', async () => {
    const first = await upload(makePng(64));
    const second = await upload(makePng(128));
    const [old, current] = [first, second].map(
      ({ json }) => (json as { business: Business }).business.logo?.url ?? '',
    );
    expect((await app.web.inject({ method: 'GET', url: old ?? '' })).statusCode).toBe(404);
    expect((await app.web.inject({ method: 'GET', url: current ?? '' })).statusCode).toBe(200);
    const removed = await user.call('DELETE', `/businesses/${business.id}/logo`);
    expect(removed).toMatchObject({ status: 200, json: { business: { logo: null } } });
    expect((await app.web.inject({ method: 'GET', url: current ?? '' })).statusCode).toBe(404);
  });

  test.each([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a picture that is cut short', makePng(64).subarray(0, 60)],
    ['a picture with too many pixels', makePng(513)],
  ])('refuses %s', async (_what, bytes) => {
    expect(await upload(bytes)).toMatchObject({ status: 400, json: { code: 'invalid-input' } });
    expect(await list()).toMatchObject([{ logo: null }]);
  });

  test('refuses a file of more bytes than the contract allows', async () => {
    expect((await upload(Buffer.alloc(161 * 1024))).status).toBe(400);
  });

  test('nobody changes the logo of another account, and no address but a hash is looked up', async () => {
    const stranger = await app.signIn(`logo-stranger${people}@example.com`);
    expect((await upload(makePng(64), stranger)).status).toBe(404);
    expect((await stranger.call('DELETE', `/businesses/${business.id}/logo`)).status).toBe(404);
    for (const name of ['x', 'A'.repeat(64), '..%2f..%2fetc%2fpasswd', '0'.repeat(65)])
      expect((await app.web.inject({ method: 'GET', url: `/l/${name}` })).statusCode).toBe(404);
  });
});
