import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { portFault, standIns } from './stand-ins.mjs';

const namesOf = (env) => standIns(env).programs.map((program) => program.name);

test('without any key all three run, on ports that follow PORT', () => {
  const { programs, env } = standIns({ PORT: '5000' });
  expect(programs.map((program) => program.env)).toEqual([
    { PORT: '5010' },
    { PORT: '5011' },
    { PORT: '5012', SMTP_PORT: '5013' },
  ]);
  expect(env).toEqual({
    KINDLING_GOOGLE_SIMULATOR_URL: 'http://127.0.0.1:5010',
    KINDLING_FACEBOOK_SIMULATOR_URL: 'http://127.0.0.1:5011',
    KINDLING_MAILBOX_URL: 'http://localhost:5012',
    KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:5013',
  });
});

test('a service with keys, or with an address of its own, gets no stand-in', () => {
  expect(namesOf({ GOOGLE_CLIENT_ID: 'x' })).toEqual(['facebook', 'mailbox']);
  expect(namesOf({ KINDLING_FACEBOOK_SIMULATOR_URL: 'http://127.0.0.1:9' })).toEqual(['google', 'mailbox']);
  expect(namesOf({ SMTP_URL: 'smtp://x', GOOGLE_CLIENT_ID: 'x', FACEBOOK_APP_ID: 'x' })).toEqual([]);
});

test('the help desk runs where it is asked for, and an address of its own is left alone', () => {
  const asked = standIns({ PORT: '5000', KINDLING_HELPDESK_SIMULATOR_URL: 'on' });
  expect(asked.programs.at(-1)).toMatchObject({ name: 'helpdesk', env: { PORT: '5014' } });
  expect(asked.env.KINDLING_HELPDESK_SIMULATOR_URL).toBe('http://127.0.0.1:5014');
  expect(namesOf({ KINDLING_HELPDESK_SIMULATOR_URL: 'http://127.0.0.1:9' })).not.toContain('helpdesk');
});

test.each(['abc', '0', '1.5', '65530'])('PORT %s is refused by name', (text) => {
  expect(() => standIns({ PORT: text })).toThrow(/^PORT must be a whole number/);
});

test('a taken port is told with its number and its variable', async () => {
  const holder = createServer();
  await new Promise((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address();
  const programs = [{ ports: { [port]: 'the mailbox (PORT + 12)' } }];
  const fault = await portFault({ port: 1, programs });
  await new Promise((resolve) => holder.close(resolve));
  expect(fault).toMatch(new RegExp(`^Port ${port} is taken .* the mailbox \\(PORT \\+ 12\\)`));
  expect(await portFault({ programs: [] })).toBeUndefined();
});
