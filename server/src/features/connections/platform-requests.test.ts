import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

describe.each(featureModes)('platform requests, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  test('a request is recorded once, and can be taken back', async () => {
    const user = await app.signIn('wisher@example.com');
    const wish = (platform: string, wanted: boolean) =>
      user.call('PUT', `/platform-requests/${platform}`, { wanted });
    expect((await wish('trustpilot', true)).json).toEqual({ platforms: ['trustpilot'] });
    await wish('trustpilot', true);
    expect((await wish('yelp', true)).json).toEqual({ platforms: ['yelp', 'trustpilot'] });
    expect((await wish('trustpilot', false)).json).toEqual({ platforms: ['yelp'] });
    expect((await user.call('GET', '/platform-requests')).json).toEqual({ platforms: ['yelp'] });
    expect((await wish('myspace', true)).status).toBe(400);
  });
});
