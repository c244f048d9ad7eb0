import type { Embed } from '@kindling/contract/embeds';
import { expect, test } from 'vitest';
import { databaseModes } from '../../testing/database.ts';
import { startTestApp } from '../../testing/test-app.ts';

const [mode = 'embedded'] = databaseModes.toReversed();

test.each([
  ['https://kindling.test', 'max-age=31536000; includeSubDomains'],
  ['http://kindling.test', undefined],
])('at %s, embeds send the HSTS header: %s', async (publicUrl, expected) => {
  const app = await startTestApp(mode, { settings: { PUBLIC_URL: publicUrl } });
  try {
    const user = await app.signIn('owner@example.com');
    const { json } = await user.call('POST', '/embeds', { kind: 'widget', name: 'W' });
    const { id, code } = (json as { embed: Embed }).embed;
    await user.call('POST', `/embeds/${id}/publish`);
    const ask = async (method: 'GET' | 'OPTIONS', url: string, headers = {}) => {
      const answer = await app.request({ method, url, headers });
      return [url, answer.status, answer.headers['strict-transport-security']];
    };
    const script = await app.request({ method: 'GET', url: `/e/${code}.js` });
    const etag = String(script.headers.etag);
    for (const end of ['', '.js', '.json', '.html', '.svg'])
      expect.soft(await ask('GET', `/e/${code}${end}`)).toEqual([`/e/${code}${end}`, 200, expected]);
    expect(await ask('GET', `/e/${code}.js`, { 'if-none-match': etag })).toEqual([
      `/e/${code}.js`,
      304,
      expected,
    ]);
    expect(await ask('OPTIONS', `/e/${code}.json`)).toEqual([`/e/${code}.json`, 204, expected]);
    expect(await ask('GET', '/e/aaaaaaaaaa.json')).toEqual(['/e/aaaaaaaaaa.json', 404, expected]);
    expect(await ask('GET', '/e/loader.js')).toEqual(['/e/loader.js', 200, expected]);
  } finally {
    await app.close();
  }
});
