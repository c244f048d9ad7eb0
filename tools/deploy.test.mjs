// The files with which others run Kindling, read as their programs read them and compared with the product.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../server/src/config/settings.ts';
import { letsThrough } from './lib/docker-ignore.mjs';
import { readDockerfile } from './lib/dockerfile.mjs';
import { root } from './lib/paths.mjs';
import { serverFlags } from './lib/server-options.mjs';
import { settingNames } from './lib/setting-names.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');
const names = settingNames();
/** How long the program may take to stop, in seconds. */
const drainSeconds =
  Number(/shutdownTimeoutMs = ([\d_]+);/.exec(read('server/src/main.ts'))?.[1].replace('_', '')) / 1000;
const nodeVersion = /FETCHED_VERSION = '([\d.]+)'/.exec(read('tools/bootstrap.mjs'))?.[1];

const stages = readDockerfile(read('Dockerfile'));
const image = stages.at(-1);
const compose = parse(read('compose.yaml'), { merge: true });
const { proxy, kindling, database } = compose.services;
/** What an operator writes into .env. */
const written = {
  PUBLIC_URL: 'https://reviews.example.com',
  IDENTITY_URL: 'https://id.example.com',
  SUPPORT_EMAIL: 'help@example.com',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  KINDLING_SECRET: 'Zk3vX8qLw0TgYb5RnCe7HuJ1sPd9MaFo',
  KINDLING_DATABASE_PASSWORD: '9f2c41d07be8a6531c0e4f7ad98b2c56',
  KINDLING_DATABASE_ADMIN_PASSWORD: '5b80d3f1e2c94a67b1f06c2d7e93a845',
};

/** Puts the values of .env where `text` names them, as `docker compose` does; throws where a required one is missing. */
function interpolate(text, values) {
  return String(text).replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_all, name) => {
    if (!values[name]) throw new Error(`${name} is missing`);
    return values[name];
  });
}

test('Dockerfile: bases have an exact version, and it is the Node that CI runs', () => {
  expect(drainSeconds).toBeGreaterThan(0);
  expect(stages.map(({ from }) => from)).toEqual(stages.map(() => `node:${nodeVersion}-bookworm-slim`));
  expect(stages).toHaveLength(2);
});

test('Dockerfile: the image has the release alone, and an ordinary user runs it', () => {
  const of = (stage, word) => stage.instructions.filter(({ name }) => name === word).map(({ rest }) => rest);
  expect(of(image, 'COPY')).toEqual(['--from=build /release /app']);
  expect(of(image, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d{3,}:[1-9]\d{3,}$/)]);
  const [user] = of(image, 'USER')[0].split(':');
  const [run] = of(image, 'RUN');
  for (const folder of JSON.parse(of(image, 'VOLUME')[0])) expect(run).toContain(folder);
  expect(run).toContain(`install -d -o ${user} -g ${user}`);
  // After the last instruction that needs root.
  const order = image.instructions.map(({ name }) => name);
  expect(order.indexOf('USER')).toBeGreaterThan(order.lastIndexOf('RUN'));
  expect(read('Dockerfile')).not.toMatch(/curl|wget|apt-get|ADD /);
  expect(of(stages[0], 'RUN')[0]).toMatch(
    /node tools\/release\.mjs --platform "linux-\$cpu" --folder \/release/,
  );
});

test('Dockerfile: signals reach the program, and it looks at its own health', () => {
  const of = (word) => image.instructions.find(({ name }) => name === word)?.rest;
  expect(JSON.parse(of('ENTRYPOINT'))).toEqual(['kindling']);
  expect(of('STOPSIGNAL')).toBe('SIGTERM');
  const [, options, command] = /^(.*) CMD (\[.*\])$/.exec(of('HEALTHCHECK')) ?? [];
  expect(JSON.parse(command)).toEqual(['kindling', 'health']);
  expect(options).toMatch(/--interval=\S+ --timeout=\S+ --start-period=\S+ --retries=\d/);
  const variables = of('ENV')
    .split(/\s+/)
    .map((pair) => pair.split('=')[0]);
  expect(variables.filter((name) => !names.has(name))).toEqual([]);
  // Docker sets no flags of Node: the starter of the release has them.
  expect(read('tools/lib/release/starters.mjs')).toContain('serverFlags');
  expect(serverFlags.length).toBeGreaterThan(1);
});

test('.dockerignore lets through what a build reads, and no data, settings or history', () => {
  const passes = letsThrough(read('.dockerignore'));
  const tracked = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n');
  const wanted =
    /^(contract|deploy|design|guest|identity|locales|react|server|service|simulators|tools|web)\/|^(package(-lock)?\.json|\.npmrc|LICENSE|tsconfig\.base\.json|\.env\.example)$|^e2e\/package\.json$/;
  const isWanted = (name) => wanted.test(name) && !/\.test\.\w+$/.test(name);
  expect(tracked.filter((name) => isWanted(name) !== passes(name))).toEqual([]);
  const private_ = ['.env', 'web/.env', 'data/secret', '.git/config', 'node_modules/zod/package.json'];
  const built = ['server/node_modules/fflate/package.json', 'dist/server/main.js', 'artifacts/release/x'];
  expect([...private_, ...built].filter(passes)).toEqual([]);
});

test('compose.yaml: what it sets for the program are settings, and the program accepts them', () => {
  const empty = Object.keys(kindling.environment).filter((name) => kindling.environment[name] === '');
  const set = Object.keys(kindling.environment).filter((name) => !empty.includes(name));
  expect(set.filter((name) => !names.has(name))).toEqual([]);
  // All of .env reaches the program, and these are not for it.
  expect(empty.sort()).toEqual(['KINDLING_DATABASE_ADMIN_PASSWORD', 'KINDLING_DATABASE_PASSWORD']);
  const values = Object.fromEntries(
    set.map((name) => [name, interpolate(kindling.environment[name], written)]),
  );
  const settings = readSettings({ ...written, ...values });
  expect(settings).toMatchObject({ port: 4000, identityPort: 4001, dataFolder: '/data', host: '0.0.0.0' });
  expect(settings.databaseUrl).toBe(
    `postgres://kindling:${written.KINDLING_DATABASE_PASSWORD}@database:5432/kindling`,
  );
  expect(settings.backups).toMatchObject({ folder: '/backups', journal: '/backups/journal/erasure-journal' });
  expect(settings.warnings).toEqual([]);
});

test('compose.yaml: without a secret, an address or a mail server it says which is missing', () => {
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?([^}]*)\}/g)];
  expect(new Set(required.map(([, name]) => name))).toEqual(new Set(Object.keys(written)));
  const explained = required.filter(([, , why]) => why !== '').map(([, name]) => name);
  expect(explained.sort()).toEqual(Object.keys(written).sort());
  // Nothing is taken from .env without that, and no password stands in the file.
  expect(read('compose.yaml')).not.toMatch(/\$\{\w+\}|\$\{\w+:-/);
  const fixed = Object.values(compose.services).flatMap(({ environment }) =>
    Object.entries(environment).filter(([name, value]) => /PASSWORD|SECRET|KEY/.test(name) && value !== ''),
  );
  expect(fixed.filter(([, value]) => !/^\$\{\w+:\?[^}]*\}$/.test(value))).toEqual([]);
});

test('compose.yaml: only the proxy is reached from outside, and the server believes it alone', () => {
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name]) => name)).toEqual(['proxy']);
  const [{ subnet }] = compose.networks.front.ipam.config;
  const address = proxy.networks.front.ipv4_address;
  const network = new BlockList();
  network.addSubnet(subnet.split('/')[0], Number(subnet.split('/')[1]));
  expect(network.check(address)).toBe(true);
  expect(kindling.environment.TRUST_PROXY).toBe(address);
  expect(compose.networks.database.internal).toBe(true);
  expect(database.networks).toEqual(['database']);
  expect(kindling.networks).toEqual(['front', 'database']);
});

test('compose.yaml: each service restarts, is limited, cannot be changed from inside, and starts after what it needs', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.restart, name).toBe('unless-stopped');
    expect(service.read_only, name).toBe(true);
    expect(service.tmpfs, name).toContain('/tmp');
    expect(service.cap_drop, name).toEqual(['ALL']);
    expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
    expect(Object.keys(service.deploy.resources.limits).sort(), name).toEqual(['cpus', 'memory', 'pids']);
    expect(service.image, name).toMatch(
      service.build === undefined ? /^[a-z]+:\d+\.\d+(\.\d+)?/ : /^kindling$/,
    );
    // The program's own is in its image.
    expect(service.healthcheck !== undefined || service.build === '.', name).toBe(true);
    for (const volume of service.volumes.map((text) => text.split(':')[0]))
      if (!volume.startsWith('./')) expect(Object.keys(compose.volumes), name).toContain(volume);
  }
  expect(kindling.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  expect(proxy.depends_on).toEqual({ kindling: { condition: 'service_healthy' } });
  expect(kindling.cap_add).toBeUndefined();
  expect(kindling.env_file).toBe('.env');
  expect(Number(kindling.stop_grace_period.replace('s', ''))).toBeGreaterThan(drainSeconds);
  const mounted = kindling.volumes.map((text) => text.split(':')[1]);
  const declared = image.instructions.find((one) => one.name === 'VOLUME')?.rest;
  expect(mounted).toEqual(JSON.parse(declared));
});

test('compose.yaml and its files name the same variables', () => {
  const used = [...read('deploy/Caddyfile').matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(proxy.environment).sort());
  expect(Object.keys(database.environment)).toContain('KINDLING_DATABASE_PASSWORD');
  const upstreams = [...read('deploy/Caddyfile').matchAll(/reverse_proxy (\S+)/g)].map(([, to]) => to);
  const { PORT, IDENTITY_PORT } = kindling.environment;
  expect(upstreams).toEqual([`kindling:${PORT}`, `kindling:${IDENTITY_PORT}`]);
});

test('deploy/kindling.service lets the program finish, and systemd takes it for well protected', (context) => {
  const text = read('deploy/kindling.service');
  const value = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(drainSeconds);
  expect(value('KillMode')).toBe('mixed');
  expect([value('User'), value('ProtectSystem'), value('NoNewPrivileges')]).toEqual([
    'kindling',
    'strict',
    'true',
  ]);
  expect(value('EnvironmentFile')).toBe(`${value('WorkingDirectory')}/.env`);
  const folder = mkdtempSync(join(tmpdir(), 'kindling-unit-'));
  try {
    // The check wants a program that exists.
    const file = join(folder, 'kindling.service');
    writeFileSync(file, text.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`));
    const analyze = (...args) => spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    const verified = analyze('verify', '--man=no');
    if (verified.error?.code === 'ENOENT') {
      context.annotate('systemd-analyze is not on this machine: the unit was not verified.');
      return;
    }
    expect([verified.stderr, verified.status]).toEqual(['', 0]);
    const { stdout } = analyze('security', '--offline=true');
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
