import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kindling-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (variables: Record<string, string> = {}) =>
  readSettings({ KINDLING_DATA: folder, ...variables });

function faultsOf(variables: Record<string, string>): string[] {
  try {
    read(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const secret = 'Zk3vX8qLw0TgYb5RnCe7HuJ1sPd9MaFo';
const simulatorSecret = { KINDLING_SIMULATOR_SECRET: 'sixteen-random-characters' };

describe('faults', () => {
  test('lists all problems at once, each with its variable and the expected value', () => {
    const bad = {
      PORT: '70000',
      PUBLIC_URL: 'ftp://example.com',
      IDENTITY_PORT: 'x',
      IDENTITY_URL: 'not an address',
      KINDLING_ROLES: 'web,cook',
      DATABASE_URL: 'mysql://x',
      KINDLING_SECRET: 'short',
      GOOGLE_CALLS_PER_MINUTE: '0',
      FACEBOOK_GRAPH_VERSION: '21',
      SMTP_URL: 'https://mail.example.com',
      BRAND_COLOR: 'blue',
      BRAND_NAME: 'x'.repeat(41),
      SUPPORT_EMAIL: 'nobody',
      LOG_LEVEL: 'loud',
      KINDLING_EXIT_WITH_PARENT: 'yes',
      AUTH_AUDIENCE: 'api',
      OPERATOR_NAME: 'x'.repeat(101),
      OPERATOR_ADDRESS: 'x'.repeat(201),
      OPERATOR_COUNTRY: 'XX',
      OPERATOR_EMAIL: 'nobody',
      OPERATOR_PHONE: 'by mail only',
      OPERATOR_REPRESENTATIVE: 'x'.repeat(201),
      OPERATOR_REGISTER: 'x'.repeat(201),
      OPERATOR_VAT_ID: 'x'.repeat(41),
      PRICE_MONTHLY: '15,00',
      PRICE_YEARLY: '-1',
      PRICE_CURRENCY: 'dollars',
    };
    const faults = faultsOf(bad);
    for (const name of Object.keys(bad))
      expect
        .soft(
          faults.filter((fault) => fault.startsWith(`${name}: expected `)),
          name,
        )
        .toHaveLength(1);
    // The tenant's two other values are missing beside a bad one.
    expect(faults).toHaveLength(Object.keys(bad).length + 2);
    expect(() => read(bad)).toThrow(/^These settings are not right:\n {2}- /);
  });

  test('no problem repeats a secret value', () => {
    const text = faultsOf({ KINDLING_SECRET: 'hunter2', DATABASE_URL: 'hunter2', SMTP_URL: 'hunter2' }).join(
      '\n',
    );
    expect(text).not.toContain('hunter2');
  });

  test('an incomplete group names the missing variables', () => {
    const groups = [
      ['AUTH_DOMAIN', 'AUTH_CLIENT_ID', 'AUTH_AUDIENCE'],
      ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
    ];
    for (const group of groups)
      for (const given of group) {
        const faults = faultsOf({ [given]: 'https://value.example.com' });
        const missing = group.filter((name) => name !== given);
        expect.soft(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([...missing].sort());
        for (const fault of faults) expect.soft(fault).toContain(`because ${given} is set`);
      }
  });

  test('DATABASE_URL needs KINDLING_SECRET', () => {
    const url = 'postgres://user@host/kindling';
    expect(faultsOf({ DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^KINDLING_SECRET: expected .* DATABASE_URL is set/),
    ]);
    expect(faultsOf({ DATABASE_URL: url, KINDLING_SECRET: secret })).toEqual([]);
  });

  test('names a data folder that is a file or inside one', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    for (const place of [file, path.join(file, 'below')])
      expect
        .soft(faultsOf({ KINDLING_DATA: place })[0])
        .toMatch(/^KINDLING_DATA: expected a folder that can be written/);
  });

  test('a truncated secret file stops the start instead of losing the stored tokens', () => {
    read();
    writeFileSync(path.join(folder, 'secret'), 'cut');
    expect(faultsOf({})[0]).toContain('the file is damaged');
  });
});

describe('insecure settings', () => {
  test('refuses sample secrets and secrets that can be guessed', () => {
    const samples = ['put-at-least-32-random-characters-here', 'x'.repeat(40), 'changeme'.repeat(5)];
    for (const sample of samples)
      expect
        .soft(faultsOf({ KINDLING_SECRET: sample }), sample)
        .toEqual([
          expect.stringMatching(
            /^KINDLING_SECRET: expected at least 32 random characters that nobody can guess/,
          ),
        ]);
    for (const sample of ['put-at-least-16-random-characters-here', '1234123412341234'])
      expect.soft(faultsOf({ FACEBOOK_VERIFY_TOKEN: sample }), sample).toHaveLength(1);
  });

  test('refuses an address without TLS that is not local', () => {
    const smtp = { SMTP_URL: 'smtps://mail.example.com' };
    for (const name of ['PUBLIC_URL', 'IDENTITY_URL']) {
      for (const address of ['http://reviews.example.com', 'http://192.168.1.5:4000'])
        expect
          .soft(faultsOf({ ...smtp, [name]: address }), address)
          .toEqual([
            expect.stringMatching(new RegExp(`^${name}: expected .*; with http:// it must be local`)),
          ]);
      for (const address of ['https://reviews.example.com', 'http://127.0.0.1:4000', 'http://a.localhost'])
        expect.soft(faultsOf({ ...smtp, [name]: address }), address).toEqual([]);
    }
  });

  test('TRUST_PROXY: warns about a network that is too wide, not about the operator’s own', () => {
    expect(read({ TRUST_PROXY: '10.0.0.0/8, 1.2.3.4/0' }).warnings).toEqual([
      expect.stringContaining('TRUST_PROXY: 1.2.3.4/0 believes everybody'),
    ]);
  });

  test('TRUST_PROXY: lists an invalid proxy with the other problems', () => {
    const faults = faultsOf({ TRUST_PROXY: '10.0.0.0/8,garbage', BRAND_COLOR: 'blue' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['BRAND_COLOR', 'TRUST_PROXY']);
  });

  test.each(['PUBLIC_URL', 'IDENTITY_URL', 'IDENTITY_INTERNAL_URL'])('%s is an origin', (name) => {
    for (const address of ['https://u:p@r.example.com', 'https://r.example.com/x', 'https://*'])
      expect(faultsOf({ SMTP_URL: 'smtp://127.0.0.1', [name]: address }).join()).toContain(
        `${name}: expected`,
      );
  });

  test('token keys are fetched over TLS or a private network', () => {
    const fault = (address: string) => faultsOf({ IDENTITY_INTERNAL_URL: address }).join();
    expect(fault('http://example.com')).toContain('IDENTITY_INTERNAL_URL: expected');
    expect(fault('http://identity:4001')).not.toContain('IDENTITY_INTERNAL_URL');
    expect(fault('https://id.example.com')).not.toContain('IDENTITY_INTERNAL_URL');
  });

  test('lists a bad PORT with the other problems', () => {
    for (const port of ['abc', '65530', '0'])
      expect
        .soft(faultsOf({ PORT: port, BRAND_COLOR: 'blue' }).map((fault) => fault.split(':')[0]))
        .toEqual(['PORT', 'BRAND_COLOR']);
  });
});

describe('simulators', () => {
  const addresses = {
    KINDLING_GOOGLE_SIMULATOR_URL: 'http://127.0.0.1:4010',
    KINDLING_FACEBOOK_SIMULATOR_URL: 'http://127.0.0.1:4011',
    KINDLING_HELPDESK_SIMULATOR_URL: 'http://127.0.0.1:4014',
    KINDLING_MAILBOX_URL: 'http://localhost:4012',
    KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:4013',
    ...simulatorSecret,
  };
  const reached = { PUBLIC_URL: 'https://reviews.example.com' };

  test('refuses each simulator on a public installation, and asks for a mail server', () => {
    const faults = faultsOf({ ...reached, ...addresses });
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
      'KINDLING_FACEBOOK_SIMULATOR_URL',
      'KINDLING_GOOGLE_SIMULATOR_URL',
      'KINDLING_HELPDESK_SIMULATOR_URL',
      'KINDLING_MAILBOX_SMTP_URL',
      'KINDLING_MAILBOX_URL',
      'SMTP_URL',
    ]);
    for (const fault of faults) expect.soft(fault).toContain('because PUBLIC_URL is an address that others');
  });

  test('without keys and simulators a platform is not configured; a process that sends no mail needs no mail server', () => {
    expect(read({ ...reached, SMTP_URL: 'smtps://mail.example.com' }).connectors.size).toBe(0);
    expect(faultsOf(reached)).toEqual([
      expect.stringMatching(/^SMTP_URL: expected an address such as smtps:/),
    ]);
    expect(faultsOf({ ...reached, KINDLING_ROLES: 'web' })).toEqual([]);
  });

  test('KINDLING_ALLOW_SIMULATORS=1 allows all of them', () => {
    const { connectors, mail, helpDesk } = read({ ...reached, ...addresses, KINDLING_ALLOW_SIMULATORS: '1' });
    expect([...connectors.values()].map(({ mode }) => mode)).toEqual(['simulated', 'simulated', 'simulated']);
    expect(mail.url).toBe('smtp://127.0.0.1:4013');
    expect(helpDesk?.hmacKey).toBe(simulatorSecret.KINDLING_SIMULATOR_SECRET);
    expect(faultsOf({ KINDLING_ALLOW_SIMULATORS: 'yes' })).toHaveLength(1);
  });

  test('the simulators’ secret is not part of the program and must be set with the address', () => {
    expect(faultsOf({ KINDLING_GOOGLE_SIMULATOR_URL: 'http://127.0.0.1:4010' })).toEqual([
      'KINDLING_SIMULATOR_SECRET: expected a value, because KINDLING_GOOGLE_SIMULATOR_URL is set.',
    ]);
  });
});

describe('values', () => {
  test('the defaults work on this machine', () => {
    const settings = read();
    expect(settings).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      identityUrl: 'http://localhost:4001',
      roles: ['web', 'worker', 'identity'],
      databaseUrl: null,
      auth: {
        issuer: 'http://localhost:4001/',
        audience: 'http://localhost:4000/api',
        domain: 'http://localhost:4001',
      },
      connectors: new Map(),
      trustProxy: [],
      mailboxUrl: null,
    });
    expect(Object.isFrozen(settings)).toBe(true);
  });

  test('generates the secret once, readable by the owner only, and reads it again', () => {
    const first = read().secret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(read().secret).toBe(first);
    expect(readFileSync(path.join(folder, 'secret'), 'utf8').trim()).toBe(first);
    expect(statSync(path.join(folder, 'secret')).mode & 0o077).toBe(0);
    expect(read({ KINDLING_SECRET: secret }).secret).toBe(secret);
  });

  test('a hosted tenant replaces our sign-in service', () => {
    const settings = read({
      AUTH_DOMAIN: 'shop.eu.auth0.com',
      AUTH_CLIENT_ID: 'client',
      AUTH_AUDIENCE: 'https://api.example.com',
    });
    expect(settings.roles).toEqual(['web', 'worker']);
    expect(settings.auth).toEqual({
      domain: 'shop.eu.auth0.com',
      issuer: 'https://shop.eu.auth0.com/',
      clientId: 'client',
      audience: 'https://api.example.com',
      keysUrl: 'https://shop.eu.auth0.com/.well-known/jwks.json',
      hosted: true,
      adminNeedsSecondFactor: false,
    });
  });

  test('token keys are fetched from the internal address, which is not the issuer', () => {
    const own = { IDENTITY_URL: 'https://id.example.com', SMTP_URL: 'smtps://mail.example.com' };
    expect(read(own).auth.keysUrl).toBe('https://id.example.com/.well-known/jwks.json');
    expect(read({ ...own, IDENTITY_INTERNAL_URL: 'http://10.0.0.5:4001/' }).auth).toMatchObject({
      keysUrl: 'http://10.0.0.5:4001/.well-known/jwks.json',
      issuer: 'https://id.example.com/',
      domain: 'https://id.example.com',
    });
  });

  test('a brand with a comma is one sender, and a sender without an address is refused', () => {
    const { mail } = read({ BRAND_NAME: 'Fire, "Ash" & Sons', SUPPORT_EMAIL: 'a@b.example' });
    expect(mail.from).toBe('"Fire, Ash & Sons" <a@b.example>');
    for (const from of ['reviews@example.com', 'Kindling <reviews@example.com>', '"A, B" <c@d.example>'])
      expect(read({ MAIL_FROM: from }).mail.from).toBe(from);
    for (const from of ['Kindling', 'Kindling <>', 'a@b, c@d <e>'])
      expect(() => read({ MAIL_FROM: from }), from).toThrow('MAIL_FROM');
  });

  test('reports of returned mail have an address and a mailbox of their own', () => {
    const mailbox = 'imaps://returned%40example.com:p%3Aw@mail.example.com/Reports';
    const { mail } = read({ MAIL_RETURN_ADDRESS: 'returned@example.com', MAIL_RETURN_IMAP_URL: mailbox });
    expect([mail.returnAddress, mail.reportsUrl]).toEqual(['returned@example.com', mailbox]);
    expect([read({}).mail.returnAddress, read({}).mail.reportsUrl]).toEqual([null, null]);
    for (const address of ['returned', 'Kindling <a@b.example>', 'a@b@c'])
      expect(() => read({ MAIL_RETURN_ADDRESS: address }), address).toThrow('MAIL_RETURN_ADDRESS');
    for (const url of [
      'https://mail.example.com',
      'imaps://mail.example.com',
      'imap:user@x',
      'imaps://us er@x',
    ])
      expect(() => read({ MAIL_RETURN_IMAP_URL: url }), url).toThrow('MAIL_RETURN_IMAP_URL');
  });

  test('an empty variable counts as not set, and a trailing slash of an address is removed', () => {
    expect(read({ PUBLIC_URL: '', SMTP_URL: '', DATABASE_URL: '', GOOGLE_CLIENT_ID: '' }).publicUrl).toBe(
      'http://localhost:4000',
    );
    expect(read({ PUBLIC_URL: 'http://reviews.localhost//' }).publicUrl).toBe('http://reviews.localhost');
  });

  test('variables of connectors are checked like the others', () => {
    expect(faultsOf({ FACEBOOK_VERIFY_TOKEN: 'short' })).toHaveLength(1);
    expect(faultsOf({ GOOGLE_PUBSUB_TOPIC: 'projects/example/topics/reviews' })).toEqual([
      'GOOGLE_PUSH_ACCOUNT: expected a value, because GOOGLE_PUBSUB_TOPIC is set.',
    ]);
  });

  test('connectors are simulated where a simulator runs, and live with credentials', () => {
    const simulated = { KINDLING_GOOGLE_SIMULATOR_URL: 'http://127.0.0.1:4011', ...simulatorSecret };
    expect(read(simulated).connectors.get('google')?.mode).toBe('simulated');
    const live = { ...simulated, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(read(live).connectors.get('google')?.mode).toBe('live');
  });
});

describe('operator and prices', () => {
  test('without settings: the brand as operator, no address, the default prices', () => {
    const { operator, prices } = read({ BRAND_NAME: 'Ember', SUPPORT_EMAIL: 'help@example.com' });
    expect(operator).toEqual({
      name: 'Ember',
      address: null,
      country: null,
      email: 'help@example.com',
      phone: null,
      representative: null,
      register: null,
      vatId: null,
    });
    expect(prices).toEqual({ monthly: 15, yearly: 144, currency: 'USD' });
  });

  test('with settings: theirs', () => {
    const { operator, prices } = read({
      OPERATOR_NAME: 'Example Ltd',
      OPERATOR_ADDRESS: ' 1 Street, Dublin ',
      OPERATOR_COUNTRY: 'IE',
      OPERATOR_EMAIL: 'office@example.com',
      OPERATOR_PHONE: '+353 1 234 5678',
      OPERATOR_REPRESENTATIVE: 'Mary Example, director',
      OPERATOR_REGISTER: 'CRO 123456',
      OPERATOR_VAT_ID: 'IE1234567A',
      PRICE_MONTHLY: '9.90',
      PRICE_YEARLY: '99',
      PRICE_CURRENCY: 'EUR',
    });
    expect(operator).toEqual({
      name: 'Example Ltd',
      address: '1 Street, Dublin',
      country: 'IE',
      email: 'office@example.com',
      phone: '+353 1 234 5678',
      representative: 'Mary Example, director',
      register: 'CRO 123456',
      vatId: 'IE1234567A',
    });
    expect(prices).toEqual({ monthly: 9.9, yearly: 99, currency: 'EUR' });
  });
});

describe('companies that process data', () => {
  test('are none by default', () => {
    expect(read().subprocessors).toEqual([]);
    expect(read({ SUBPROCESSORS: ' ; ' }).subprocessors).toEqual([]);
  });

  test('have a name, which may hold commas, a purpose and a country', () => {
    const given = 'Example Hosting, Inc., servers, US; Beispiel GmbH ,Versand von E-Mails, Deutschland;';
    expect(read({ SUBPROCESSORS: given }).subprocessors).toEqual([
      { name: 'Example Hosting, Inc.', purpose: 'servers', country: 'US' },
      { name: 'Beispiel GmbH', purpose: 'Versand von E-Mails', country: 'Deutschland' },
    ]);
  });

  test.each([
    ['Example Ltd'],
    ['Example Ltd, servers'],
    ['Example Ltd, , Ireland'],
    ['Example\u202e Ltd, servers, Ireland'],
    [`${'x'.repeat(101)}, servers, Ireland`],
    [Array.from({ length: 31 }, () => 'Example, servers, Ireland').join(';')],
  ])('are refused when something is missing, unprintable or too long: %.40s', (given) => {
    expect(faultsOf({ SUBPROCESSORS: given })).toEqual([
      expect.stringMatching(/^SUBPROCESSORS: expected up to 30/),
    ]);
  });
});

describe('metrics and traces', () => {
  const token = randomBytes(24).toString('base64');

  test('are off by default', () => {
    expect(read()).toMatchObject({ metrics: null, tracing: null });
    expect(read({ KINDLING_METRICS_PORT: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toMatchObject({
      metrics: null,
      tracing: null,
    });
  });

  test('metrics listen on this machine; elsewhere they need a token that nobody can guess', () => {
    expect(read({ KINDLING_METRICS_PORT: '4090' }).metrics).toEqual({
      port: 4090,
      host: '127.0.0.1',
      token: null,
    });
    const away = { KINDLING_METRICS_PORT: '4090', KINDLING_METRICS_HOST: '10.0.0.5' };
    expect(read({ ...away, KINDLING_METRICS_TOKEN: token }).metrics).toEqual({
      port: 4090,
      host: '10.0.0.5',
      token,
    });
    for (const host of ['10.0.0.5', '0.0.0.0', '::', 'metrics.example.com'])
      expect(faultsOf({ ...away, KINDLING_METRICS_HOST: host })).toEqual([
        expect.stringMatching(/^KINDLING_METRICS_TOKEN: expected a value/),
      ]);
    for (const host of ['127.0.0.2', '::1', 'localhost'])
      expect(read({ ...away, KINDLING_METRICS_HOST: host }).metrics?.token).toBeNull();
    expect(faultsOf({ ...away, KINDLING_METRICS_TOKEN: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' })).toEqual([
      expect.stringMatching(/^KINDLING_METRICS_TOKEN: expected at least 24/),
    ]);
    expect(faultsOf({ KINDLING_METRICS_TOKEN: token })).toEqual([
      expect.stringMatching(/^KINDLING_METRICS_PORT: expected a value/),
    ]);
  });

  test('traces have an address, headers as OpenTelemetry writes them, and a share', () => {
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/' };
    expect(read(given).tracing).toEqual({
      endpoint: 'https://collector.example/otlp',
      headers: {},
      serviceName: 'kindling',
      ratio: 1,
    });
    expect(
      read({
        ...given,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-one=100%',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      }).tracing,
    ).toMatchObject({ headers: { authorization: 'Bearer a=b', 'x-one': '100%' }, ratio: 0.1 });
    expect(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'no header', OTEL_TRACES_SAMPLER_ARG: '2' })).toHaveLength(
      2,
    );
  });
});
