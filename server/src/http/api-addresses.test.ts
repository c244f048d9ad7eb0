/** Addresses of the API: all but three contain its version, and no route has a second address. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequest, validRequests } from '../testing/api-requests.ts';
import { anyMode } from '../testing/database.ts';
import { createTenantFixture, type TenantFixture } from '../testing/tenant-fixture.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { declaredRoutes } from './api.ts';

const fixedAddresses = ['/api/users/adduser', '/api/users/savelogin', '/api/users/getuserbyemail'];

let app: TestApp;
let world: TenantFixture;
beforeAll(async () => {
  app = await startTestApp(anyMode);
  world = await createTenantFixture(app, 'reader');
});
afterAll(() => app.close());

function callAs(token: string, method: string, url: string, payload?: object | Buffer) {
  const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json';
  return app.request({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
}

test('only the three addresses that the requirements fix have no version', () => {
  const unversioned = declaredRoutes().filter(({ path }) => !path.startsWith('/api/v1/'));
  expect(unversioned.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    fixedAddresses.map((address) => `POST ${address}`).sort(),
  );
});

test('the three calls of the sign-in sequence answer at their fixed addresses', async () => {
  const { email, sub, token } = world.user;
  const credentials = { useremail: email, userToken: token };
  const add = await callAs(token, 'POST', '/api/users/adduser', { sub, email, name: 'reader' });
  expect(add).toMatchObject({ status: 200, json: { data: { status: true } } });
  const login = await callAs(token, 'POST', '/api/users/savelogin', credentials);
  expect(login).toMatchObject({ status: 200, json: { data: { status: true } } });
  const user = await callAs(token, 'POST', '/api/users/getuserbyemail', credentials);
  expect(user).toMatchObject({ status: 200, json: { user: { email } } });
});

test('a route with a version answers 404 with another version and without one', async () => {
  const { token } = world.user;
  for (const build of Object.values(validRequests)) {
    const { method, path, body } = build(world);
    const address = fixedAddresses.includes(`/api${path}`) ? `/api/v1${path}` : `/api${path}`;
    for (const url of [address, `/api/v2${path}`, path.replace('/', '/v1/')]) {
      const answer = await callAs(token, method, url, body);
      expect.soft(`${method} ${url} ${answer.status}`).toBe(`${method} ${url} 404`);
      if (!url.startsWith('/api/')) continue;
      expect.soft(answer.headers['content-type'], url).toContain('application/problem+json');
      expect.soft(answer.json, url).toMatchObject({ status: 404, code: 'unknown-route' });
    }
  }
});

test('the plain routes for pictures and import parts contain the version too', async () => {
  const { token } = world.user;
  const set = validRequests['PUT /profile/picture'];
  if (set === undefined) throw new Error('No request');
  expect((await sendRequest(app, set(world), token)).status).toBe(200);
  const profile = (await callAs(token, 'GET', '/api/v1/profile')).json as { profile: { picture: string } };
  const { picture } = profile.profile;
  expect(picture).toMatch(/^\/api\/v1\/pictures\//);
  expect((await callAs(token, 'GET', picture)).status).toBe(200);
  expect((await callAs(token, 'GET', picture.replace('/v1', ''))).status).toBe(404);

  const created = await callAs(token, 'POST', '/api/v1/imports', { files: [{ name: 'a.csv', bytes: 2 }] });
  const { id } = (created.json as { import: { id: string } }).import;
  const part = `/imports/${id}/files/0/parts/0`;
  const stale = await callAs(token, 'PUT', `/api${part}`, Buffer.from('a\n'));
  expect(stale).toMatchObject({ status: 404, json: { status: 404, code: 'unknown-route' } });
  expect((await callAs(token, 'PUT', `/api/v1${part}`, Buffer.from('a\n'))).status).toBe(204);
});

/** Sends a request target as it is; every HTTP client would write dot segments anew. */
async function askRaw(target: string): Promise<{ status: number; type: string; body: string }> {
  const socket = connect(Number(new URL(await app.listen()).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: kindling.test\r\nConnection: close\r\nAuthorization: Bearer ${world.user.token}\r\n\r\n`,
  );
  const answer = await text(socket);
  const end = answer.indexOf('\r\n\r\n');
  return {
    status: Number(answer.split(' ')[1]),
    type: /^content-type: (.*)$/im.exec(answer.slice(0, end))?.[1] ?? '',
    body: answer.slice(end + 4),
  };
}

test.each([
  '/api/v1/team/',
  '/api/v1/team/?a=1',
  '/api/v1/./team',
  '/api/v1/../v1/team',
  '/api/v1/x/../team',
  '/api/v1/%2e/team',
  '/api/v1/x/%2E%2e/team',
  '/api/v1/x\\..\\team',
  'http://kindling.test/api/v1/team',
  'http://kindling.test/api/v1/team?a=1',
])('%s is no second address of a route', async (target) => {
  expect((await askRaw('/api/v1/team')).status).toBe(200);
  const answer = await askRaw(target);
  expect(answer).toMatchObject({ status: 404, type: 'application/problem+json' });
  expect(JSON.parse(answer.body)).toMatchObject({ status: 404, code: 'unknown-route' });
});

test('an error of an absolute target is a problem document too', async () => {
  const answer = await askRaw('http://kindling.test/api/nowhere');
  expect(answer.type).toBe('application/problem+json');
  expect(JSON.parse(answer.body)).toMatchObject({ status: 404, code: 'unknown-route' });
});
