/** The link that ends mails of a kind, and what nobody can do with it. */

import { readAlertChoices } from '@kindling/contract/profile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertDeps, setAlerts } from '../../testing/alert-harness.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const before = {
  newReviews: 'all',
  digest: 'weekly',
  monthlyReport: true,
  privateFeedback: true,
  connectionTrouble: true,
  assigned: true,
  productNews: true,
} as const;

describe.each(featureModes)('the link that ends mails, %s', (mode) => {
  let app: TestApp;
  let ann: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    ann = await app.signIn('ann@example.com');
  });
  afterAll(() => app.close());

  const linkOf = (mail: keyof typeof before) =>
    new URL(alertDeps(app).alertLink({ accountId: ann.accountId, userId: ann.userId, mail })).pathname;
  const choices = async () => {
    const { rows } = await queryAsOwner<{ alerts: unknown }>(
      app.services.db,
      'select alerts from memberships where user_id = $1',
      [ann.userId],
    );
    return readAlertChoices(rows[0]?.alerts);
  };
  const titleOf = (html: string) => /<title>(.+?)<\/title>/.exec(html)?.[1];
  const press = (url: string, payload = 'List-Unsubscribe=One-Click') =>
    app.request({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  test.each([
    ['newReviews', { newReviews: 'off' }],
    ['digest', { digest: 'off' }],
    ['monthlyReport', { monthlyReport: false }],
    ['privateFeedback', { privateFeedback: false }],
    ['connectionTrouble', { connectionTrouble: false }],
    ['assigned', { assigned: false }],
    ['productNews', { productNews: false }],
  ] as const)('of %s ends these and no others, by one click, however often', async (mail, ended) => {
    await setAlerts(app, ann, before);
    const url = linkOf(mail);
    // Scanners open links.
    const page = await app.request({ url });
    expect(page.status).toBe(200);
    expect(/<form action="([^"]+)" method="post">/.exec(page.text)?.[1]).toBe(url);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(await choices()).toMatchObject(before);
    for (let index = 0; index < 2; index += 1) expect((await press(url)).status).toBe(200);
    expect(await choices()).toMatchObject({ ...before, ...ended });
    const { rows } = await queryAsOwner<{ count: number }>(
      app.services.db,
      `select count(*)::int as count from audit_entries where account_id = $1 and action = 'profile.alerts'`,
      [ann.accountId],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  });

  test('takes the other form of the one click, and speaks the reader’s language', async () => {
    await setAlerts(app, ann, before);
    const url = linkOf('digest');
    const answer = await app.request({
      method: 'POST',
      url,
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'accept-language': 'de' },
    });
    expect(answer.status).toBe(200);
    expect(titleOf(answer.text)).toBe('Diese E-Mails sind abbestellt');
    expect((await choices()).digest).toBe('off');
    const page = await app.request({ url: `${linkOf('newReviews')}?lng=sr` });
    expect(/<strong>(.+?)<\/strong>/.exec(page.text)?.[1]).toBe('Imejlovi o pojedinačnim recenzijama');
  });

  test('that nobody made ends nothing', async () => {
    await setAlerts(app, ann, before);
    const url = linkOf('digest');
    const bytes = Buffer.from(url.slice(3), 'base64url');
    const forged = [0, 20, 32, 40].map((at) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      return `/m/${copy.toString('base64url')}`;
    });
    for (const wrong of [...forged, `${url}A`, url.slice(0, -1), '/m/x']) {
      expect((await press(wrong)).status, wrong).toBe(404);
      expect((await app.request({ url: wrong })).status, wrong).toBe(404);
    }
    expect(await choices()).toMatchObject(before);
  });
});
