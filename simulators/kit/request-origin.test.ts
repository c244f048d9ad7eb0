import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { startFacebookSimulator } from '../facebook/server.ts';
import { startGoogleSimulator } from '../google/server.ts';
import { startHelpDesk } from '../helpdesk/server.ts';
import { startMailbox } from '../mailbox/server.ts';

const running = await Promise.all([
  startGoogleSimulator({ port: 0 }),
  startFacebookSimulator({ port: 0 }),
  startHelpDesk({ port: 0 }),
  startMailbox({ port: 0, smtpPort: 0 }),
]);
const names = ['google', 'facebook', 'helpdesk', 'mailbox'];
afterAll(() => Promise.all(running.map((one) => one.close())));

/** The status of a request with these headers, which `fetch` does not let a caller set. */
function statusOf(url: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });
}

describe.each(running.map(({ url }, at) => ({ name: names[at], url })))(
  'refuses requests from other sites: $name simulator',
  ({ url }) => {
    const { port } = new URL(url);
    const control = `${url}/_control`;

    it('a host name of another site that resolves to this machine is refused', async () => {
      for (const host of [
        `evil.example:${port}`,
        'evil.example',
        '127.0.0.1',
        `127.0.0.1.evil.example:${port}`,
      ])
        expect.soft(await statusOf(control, { host }), host).toBe(403);
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`])
        expect.soft(await statusOf(control, { host }), host).toBe(200);
    });

    it('any request of another site’s page is refused', async () => {
      for (const origin of [
        'https://evil.example',
        'null',
        'http://localhost:1',
        `https://localhost:${port}`,
      ])
        for (const method of ['GET', 'POST', 'DELETE'])
          expect
            .soft(await statusOf(`${url}/api/mails`, { origin }, method), `${method} ${origin}`)
            .toBe(403);
      expect(await statusOf(control, { origin: `http://localhost:${port}` })).toBe(200);
    });
  },
);
