import type { Embed } from '@kindling/contract/embeds';
import { frameAncestors, isAllowedOrigin } from '@kindling/guest/embed/render/allowed-sites';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyMode } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const formats = ['', '.js', '.json', '.html', '.svg', '.png', '@2x.png'] as const;
const sites = ['shop.example', '*.branch.example', 'localhost'];

let app: TestApp;
let user: TestUser;
let open: Embed;
let closed: Embed;

beforeAll(async () => {
  app = await startTestApp(anyMode);
  user = await app.signIn('sites@example.com');
  open = await publish([]);
  closed = await publish(sites);
});
afterAll(() => app.close());

async function publish(allowedSites: string[]): Promise<Embed> {
  const { embed } = (await user.call('POST', '/embeds', { kind: 'widget', name: 'W' })).json as {
    embed: Embed;
  };
  const { id, name, settings } = embed;
  await user.call('PUT', `/embeds/${id}`, { name, settings: { ...settings, allowedSites } });
  await user.call('POST', `/embeds/${id}/publish`);
  await app.services.embeds.store.settled();
  return embed;
}

function ask(method: 'GET' | 'OPTIONS' | 'HEAD', url: string, headers: Record<string, string> = {}) {
  return app.web.inject({ method, url, headers });
}

const good = [
  'https://shop.example',
  'http://shop.example',
  'https://shop.example:8443',
  'https://a.branch.example',
  'https://a.b.branch.example',
  'http://localhost:3000',
  'http://kindling.test',
];
const bad = [
  'null',
  'https://evil.example',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://www.shop.example',
  'https://branch.example',
  'https://evilbranch.example',
  'https://shop.example/',
  'https://shop.example, https://evil.example',
  'https://user@shop.example',
  'file://shop.example',
  '',
];

describe('with a list', () => {
  test.each(formats)('only pages of these sites may read %s, and responses vary by origin', async (form) => {
    const url = `/e/${closed.code}${form}`;
    for (const origin of good) {
      const { headers, statusCode } = await ask('GET', url, { origin });
      expect.soft(statusCode).toBe(200);
      expect.soft(headers['access-control-allow-origin'], origin).toBe(origin);
      expect.soft(headers.vary).toBe('accept-encoding, origin');
    }
    for (const origin of bad) {
      const { headers } = await ask('GET', url, { origin });
      expect.soft(headers['access-control-allow-origin'], origin).toBeUndefined();
      expect.soft(headers.vary).toBe('accept-encoding, origin');
    }
    const etag = String((await ask('GET', url)).headers.etag);
    const again = await ask('GET', url, { origin: 'https://shop.example', 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: 'accept-encoding, origin',
    });
  });

  test('only these sites and our own may frame the page', async () => {
    const { headers } = await ask('GET', `/e/${closed.code}`);
    expect(String(headers['content-security-policy']).split('; ').at(-1)).toBe(
      "frame-ancestors 'self' http://shop.example:* http://*.branch.example:* http://localhost:* http://kindling.test:*",
    );
  });

  test('the script contains the list and our own host; without a list it contains no check', async () => {
    const { body } = await ask('GET', `/e/${closed.code}.js`);
    const pattern = '^(shop\\.example|.+\\.branch\\.example|localhost|kindling\\.test)$';
    expect(body).toMatch(/^RegExp\("[^"]+"\)\.test\(location\.hostname\)&&!function/);
    expect(body).toContain(`RegExp(${JSON.stringify(pattern)})`);
    expect((await ask('GET', `/e/${open.code}.js`)).body).toMatch(/^!function/);
  });

  test('the preview of the owner is shown anyway', async () => {
    const { settings } = closed;
    const answer = await user.call('POST', `/embeds/${closed.id}/preview`, {
      settings: { ...settings, allowedSites: ['elsewhere.example'] },
    });
    expect((answer.json as { html: string }).html).toContain('<section');
  });
});

describe('a CORS preflight', () => {
  test('without a list, any site may read and only read', async () => {
    for (const origin of [...good, ...bad].filter(Boolean)) {
      const { statusCode, headers, body } = await ask('OPTIONS', `/e/${open.code}.json`, {
        origin,
        'access-control-request-method': 'DELETE',
      });
      expect.soft(statusCode).toBe(204);
      expect.soft(body).toBe('');
      expect.soft(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
      });
      expect.soft(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  test('with a list, only these sites may read', async () => {
    const asked = async (origin: string, path: string) => (await ask('OPTIONS', path, { origin })).headers;
    for (const path of [`/e/${closed.code}.json`, `/e/x/${closed.code}.json`]) {
      for (const origin of good)
        expect.soft((await asked(origin, path))['access-control-allow-origin'], origin).toBe(origin);
      for (const origin of bad)
        expect.soft((await asked(origin, path))['access-control-allow-origin'], origin).toBeUndefined();
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)('%s is not found', async (method) => {
    for (const form of formats)
      expect((await app.web.inject({ method, url: `/e/${open.code}${form}` })).statusCode).toBe(404);
  });
});

test('without a list any site may read and frame, and the origin changes nothing', async () => {
  const { headers } = await ask('GET', `/e/${open.code}`, { origin: 'https://evil.example' });
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'accept-encoding' });
  expect(headers['content-security-policy']).toContain('frame-ancestors *');
});

test('an origin without a valid host is never allowed', () => {
  expect(frameAncestors(null)).toBe('frame-ancestors *');
  expect(isAllowedOrigin('https://any.example', null)).toBe(true);
  for (const origin of bad) expect.soft(isAllowedOrigin(origin, sites), origin).toBe(false);
});
