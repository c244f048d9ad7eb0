import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { platformSimulators } from '../../server/src/connectors/registry.ts';
import { root } from './paths.mjs';
import { simulatorSecrets } from './simulator-secrets.mjs';
import { findPortConflict, planSimulators } from './simulators.mjs';

const namesOf = (env) => planSimulators(env).programs.map((program) => program.name);
const ordered = platformSimulators.toSorted((one, other) => one.portOffset - other.portOffset);
const platforms = ordered.map(({ name }) => name);
const without = (...names) => platforms.filter((name) => !names.includes(name));
const platformKeys = Object.fromEntries(ordered.map(({ keyVariable }) => [keyVariable, 'x']));

test('without any key all simulators run, on ports above PORT', () => {
  const { programs, env } = planSimulators({ PORT: '5000' });
  expect(programs).toHaveLength(platforms.length + 3);
  expect(programs.map(({ name, env: of }) => [name, of])).toEqual(
    expect.arrayContaining([
      ['google', { PORT: '5010' }],
      ['facebook', { PORT: '5011' }],
      ['mailbox', { PORT: '5012', SMTP_PORT: '5013' }],
      ['assistant', { PORT: '5015' }],
      [
        'payments',
        {
          PORT: '5016',
          KINDLING_WEBHOOK_URL: 'http://127.0.0.1:5000/hooks/stripe',
          KINDLING_SIMULATOR_STATE: join(root, 'data', 'simulators'),
        },
      ],
    ]),
  );
  expect(env).toMatchObject({
    KINDLING_GOOGLE_SIMULATOR_URL: 'http://127.0.0.1:5010',
    KINDLING_FACEBOOK_SIMULATOR_URL: 'http://127.0.0.1:5011',
    KINDLING_MAILBOX_URL: 'http://localhost:5012',
    KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:5013',
    KINDLING_ASSISTANT_SIMULATOR_URL: 'http://127.0.0.1:5015',
    KINDLING_PAYMENTS_SIMULATOR_URL: 'http://127.0.0.1:5016',
  });
});

test('a service with keys, or with a configured address, gets no simulator', () => {
  expect(namesOf({ GOOGLE_CLIENT_ID: 'x' })).toEqual([
    ...without('google'),
    'mailbox',
    'assistant',
    'payments',
  ]);
  expect(namesOf({ KINDLING_FACEBOOK_SIMULATOR_URL: 'http://127.0.0.1:9' })).toEqual([
    ...without('facebook'),
    'mailbox',
    'assistant',
    'payments',
  ]);
  const others = { ...platformKeys, SMTP_URL: 'smtp://x', ASSISTANT_URL: 'https://x' };
  expect(namesOf({ ...others, STRIPE_SECRET_KEY: 'x' })).toEqual([]);
  expect(namesOf({ ...others, KINDLING_PLANS: 'off' })).toEqual([]);
});

test('the state of the payments simulator is kept in the data folder', () => {
  const { programs } = planSimulators({ PORT: '5000', KINDLING_DATA: '/srv/kindling' });
  const payments = programs.find(({ name }) => name === 'payments');
  expect(payments.env.KINDLING_SIMULATOR_STATE).toBe(join('/srv/kindling', 'simulators'));
});

test('the help desk simulator runs on request, and not when an address is configured', () => {
  const asked = planSimulators({ PORT: '5000', KINDLING_HELPDESK_SIMULATOR_URL: 'on' });
  expect(asked.programs.at(-1)).toMatchObject({ name: 'helpdesk', env: { PORT: '5014' } });
  expect(asked.env.KINDLING_HELPDESK_SIMULATOR_URL).toBe('http://127.0.0.1:5014');
  expect(namesOf({ KINDLING_HELPDESK_SIMULATOR_URL: 'http://127.0.0.1:9' })).not.toContain('helpdesk');
});

const unset = { port: undefined, programs: [], env: {}, lines: [] };
test.each(['abc', '0', '1.5', '65530'])(
  'with PORT %s no simulator is planned, because the server lists it with all other invalid settings',
  (text) => {
    expect(planSimulators({ PORT: text })).toEqual(unset);
  },
);

describe('at a public address', () => {
  const env = { PUBLIC_URL: 'https://reviews.example.com', KINDLING_HELPDESK_SIMULATOR_URL: 'on' };

  test('no simulator runs, and each platform without keys is listed as not set up', () => {
    const { programs, lines, env: serverEnv } = planSimulators(env);
    expect(programs).toEqual([]);
    expect(lines).toEqual(
      ordered.map(({ title }) => expect.stringMatching(new RegExp(`^${title} +not set up`))),
    );
    expect(lines[0]).toContain('(GOOGLE_CLIENT_ID is not set;');
    expect(serverEnv).toEqual({ KINDLING_HELPDESK_SIMULATOR_URL: '' });
    expect(planSimulators({ ...env, PUBLIC_URL: 'no address' }).programs).toEqual([]);
  });

  test('KINDLING_ALLOW_SIMULATORS=1 allows all of them', () => {
    const allowed = { ...env, KINDLING_ALLOW_SIMULATORS: '1' };
    expect(namesOf(allowed)).toEqual([...platforms, 'mailbox', 'assistant', 'payments', 'helpdesk']);
    expect(namesOf({ ...env, KINDLING_ALLOW_SIMULATORS: '0' })).toEqual([]);
  });

  test.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:4000', 'http://app.localhost'])(
    '%s is not a public address',
    (address) => {
      expect(namesOf({ PUBLIC_URL: address })).toEqual([...platforms, 'mailbox', 'assistant', 'payments']);
    },
  );

  test.each(['http://192.168.1.5:4000', 'http://localhost.example.com', 'http://0.0.0.0:4000'])(
    '%s is a public address',
    (address) => {
      expect(namesOf({ PUBLIC_URL: address })).toEqual([]);
    },
  );
});

test('secrets are new at each start, the key of the tokens stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-secrets-'));
  const env = { KINDLING_DATA: folder };
  const [first, second] = [simulatorSecrets(env), simulatorSecrets(env)];
  rmSync(folder, { recursive: true });
  expect(first.KINDLING_SIMULATOR_SECRET).not.toBe(second.KINDLING_SIMULATOR_SECRET);
  expect(first.KINDLING_SIMULATOR_SECRET).toHaveLength(43);
  expect(first.KINDLING_SIMULATOR_TOKEN_KEY).toBe(second.KINDLING_SIMULATOR_TOKEN_KEY);
  expect(simulatorSecrets({ ...env, KINDLING_SIMULATOR_SECRET: 'given' }).KINDLING_SIMULATOR_SECRET).toBe(
    'given',
  );
});

test('a port in use is reported with its number and its setting', async () => {
  const holder = createServer();
  await new Promise((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address();
  const programs = [{ ports: { [port]: 'the mailbox (PORT + 12)' } }];
  const fault = await findPortConflict({ port: 1, programs });
  await new Promise((resolve) => holder.close(resolve));
  expect(fault).toMatch(new RegExp(`^Port ${port} is taken .* the mailbox \\(PORT \\+ 12\\)`));
  expect(await findPortConflict({ programs: [] })).toBeUndefined();
});
