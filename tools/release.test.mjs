// A release made in a clean folder by the steps of the Dockerfile and of `npm run release`, and the program that runs from it.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgresBinaries } from '../server/src/testing/postgres-binaries.ts';
import { runAsAdmin, startPostgresServer } from '../server/src/testing/postgres-server.ts';
import { runsEverything } from '../server/src/testing/scope.ts';
import { letsThrough } from './lib/docker-ignore.mjs';
import { readDockerfile } from './lib/dockerfile.mjs';
import { root } from './lib/paths.mjs';
import { assembleRelease, mostBytes } from './lib/release/assemble.mjs';
import { findNeeded, isPackage, nameOf, platforms } from './lib/release/packages.mjs';
import { startReleased } from './lib/released-program.mjs';
import { capture } from './lib/run.mjs';
import { isDevPackage } from './setup.mjs';

const own = `${process.platform}-${process.arch}`;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'kindling-released-'));
const out = join(scratch, 'kindling');
let files;

beforeAll(async () => {
  // Another user than ours passes through it.
  chmodSync(scratch, 0o755);
  // What npm installs there is compared below, with `--all`.
  files = await assembleRelease({ platform: own, out, commit: null, installed: root });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const json = (name) => JSON.parse(readFileSync(join(out, name), 'utf8'));
const content = (name) => readFileSync(join(out, name));
const named = (pattern) => files.map(({ name }) => name).filter((name) => pattern.test(name));

describe('what a release has', () => {
  test('it is small, and its checksums hold', () => {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50 * 2 ** 20);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
    const sums = content('SHA256SUMS').toString().trim().split('\n');
    const wrong = sums.filter((line) => {
      const [sum, name] = line.split('  ');
      return createHash('sha256').update(content(name)).digest('hex') !== sum;
    });
    expect(wrong).toEqual([]);
    expect(sums).toHaveLength(files.length - 1);
  });

  test('the built program with its source maps, what it needs to be run, and nothing of tests, types and tools', () => {
    for (const name of [
      'kindling',
      'LICENSE',
      '.env.example',
      'deploy/kindling.service',
      'dist/web/app.html',
    ])
      expect(named(/./)).toContain(name);
    expect(named(/^dist\/maps\/assets\/.+\.js\.map$/).length).toBeGreaterThan(20);
    // The bundler's own names differ from build to build.
    const ofOneBuild = named(/^dist\/maps\/.+\.map$/).filter((name) =>
      content(name).includes('ROLLDOWN_FILE_URL'),
    );
    expect(ofOneBuild).toEqual([]);
    expect(named(/^dist\/server\/main\.js\.map$/)).toHaveLength(1);
    const elsewhere = named(/\.map$/).filter((name) => !/^dist\/(maps\/|server\/[^/]+$)/.test(name));
    expect(elsewhere).toEqual([]);
    expect(named(/\.(test|spec)\.\w+$|\/__tests__\/|\.[cm]?tsx?$|^dist\/(simulators|react)\//)).toEqual([]);
    expect(named(/(^|\/)(\.env|\.npmrc|\.git|secret|\.package-lock\.json|\.bin|\.DS_Store)(\/|$)/)).toEqual(
      [],
    );
    expect(files.filter(({ mode }) => mode === 0o755).map(({ name }) => name)).toEqual([
      'deploy/database.sh',
      'kindling',
    ]);
    expect(json('release.json')).toEqual({
      ...{ name: 'kindling', version: json('package.json').version, platform: own },
      ...{ node: json('package.json').engines.node, commit: null },
    });
  });

  test('exactly the packages of the lock file that the server needs here, none of them a tool', () => {
    const needed = [...findNeeded(lock, 'server', platforms[own])].filter(([path]) => isPackage(path));
    const present = named(/(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/).map((name) =>
      name.replace(/\/package\.json$/, '').replace(/^dist\/server\//, 'server/'),
    );
    expect(present.sort()).toEqual(needed.map(([path]) => path).sort());
    expect(needed.filter(([path]) => isDevPackage(lock.packages[path])).map(([path]) => path)).toEqual([]);
    expect(needed.filter(([path]) => /\/(typescript|vite|vitest|esbuild|playwright)$/.test(path))).toEqual(
      [],
    );
  });

  test('the license of each package in it, and of those of which the scripts for browsers are made', () => {
    const text = content('THIRD-PARTY-LICENSES.txt').toString();
    const needed = [...findNeeded(lock, 'server', platforms[own])].filter(([path]) => isPackage(path));
    const missing = needed.filter(([path, { version }]) => !text.includes(`\n${nameOf(path)} ${version}\n`));
    expect(missing).toEqual([]);
    expect(text).toMatch(/^@mantine\/core \d/m);
    expect(text).toMatch(/Permission is hereby granted/);
    expect(text).not.toMatch(/^vite \d/m);
  });

  test('no path and no address of the machine that made it, and no key', () => {
    const hosts = [...new Set([root, scratch, homedir()])].filter((path) => path.length > 5);
    const needles = [...hosts, 'kindling-release-', '"_resolved"'].map((text) => Buffer.from(text));
    const telling = named(/./).filter((name) => {
      const bytes = content(name);
      return needles.some((needle) => bytes.includes(needle));
    });
    expect(telling).toEqual([]);
    const keys = /-----BEGIN [A-Z ]*PRIVATE KEY-----\\?r?\\?n?[A-Za-z0-9+/]{40}/;
    expect(
      named(/\.(js|cjs|mjs|json|pem|key|txt)$/).filter((name) => keys.test(content(name).toString('latin1'))),
    ).toEqual([]);
  });

  test('every package that the built programs import is there, and loads', async () => {
    const imported = new Set(
      named(/^dist\/server\/[^/]+\.js$/).flatMap((name) =>
        [
          ...content(name)
            .toString()
            .matchAll(/^(?:import|export) (?:[^'"\n]* from )?"([^"\n]+)";$|\bimport\("([^"\n]+)"\)/gm),
        ]
          .map(([, one, other]) => one ?? other)
          .filter((from) => !/^(\.|node:)/.test(from)),
      ),
    );
    expect(imported.size).toBeGreaterThan(50);
    const script = `for (const name of ${JSON.stringify([...imported])}) await import(name);
      for (const name of ${JSON.stringify(readFilesByName())}) import.meta.resolve(name);`;
    const program = join(out, 'dist/server/load-all.mjs');
    writeFileSync(program, script);
    const loaded = await capture(process.execPath, [program], { cwd: '/' });
    rmSync(program);
    expect([loaded.output, loaded.code]).toEqual(['', 0]);
  });

  /** Files of packages that the program resolves while it runs. */
  function readFilesByName() {
    const main = content('dist/server/main.js').toString();
    const names = [...main.matchAll(/\.resolve\([`"](@[^`"$]+?)(?:\$\{|[`"])/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(2);
    return names.map((name) => `${name.split('/').slice(0, 2).join('/')}/package.json`);
  }
});

describe('packages of the lock file', () => {
  test.each(Object.keys(platforms))('%s: one binary of each native package', (name) => {
    const paths = [...findNeeded(lock, 'server', platforms[name]).keys()];
    const cpu = platforms[name].cpu;
    const system = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[platforms[name].os];
    const binaries = paths.filter((path) => lock.packages[path].os !== undefined).map(nameOf);
    for (const native of ['@img/sharp', '@node-rs/argon2', '@resvg/resvg-js'])
      expect(binaries.filter((one) => one.startsWith(`${native}-${system}-${cpu}`))).toHaveLength(1);
    expect(binaries.filter((one) => !one.includes(`${system}-${cpu}`))).toEqual([]);
    expect(paths.filter((path) => /musl|wasm32/.test(path))).toEqual([]);
  });

  test('a platform for which a native package has no binary is refused', () => {
    expect(() => findNeeded(lock, 'server', { os: 'sunos', cpu: 'x64' })).toThrow(/has no binary for sunos/);
  });

  test('a package that the lock file does not have is named', () => {
    const { zod: _zod, ...rest } = { zod: 1 };
    const packages = { ...lock.packages, server: { dependencies: { 'not-there': '1.0.0', ...rest } } };
    expect(() => findNeeded({ packages }, 'server', platforms['linux-x64'])).toThrow(
      /no not-there, which server needs/,
    );
  });
});

describe('the starter', () => {
  test('an old Node is refused in one sentence', async () => {
    const folder = join(scratch, 'old');
    mkdirSync(folder);
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho v22.17.1\n', { mode: 0o755 });
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    const { code, output } = await capture(join(out, 'kindling'), [], { env });
    expect([code, output]).toEqual([
      1,
      'Kindling needs Node 22.18 or newer in PATH, and there is 22.17.1.\n',
    ]);
  });

  test('settings come from the file .env of the folder where it is started, also through a link', async () => {
    const folder = join(scratch, 'settings');
    mkdirSync(folder);
    writeFileSync(join(folder, '.env'), 'PORT=eighty\n');
    const { code, output } = await capture(
      'sh',
      ['-c', `ln -s ${out}/kindling started && ./started health`],
      {
        cwd: folder,
        env: { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin` },
      },
    );
    expect([code, output]).toEqual([1, expect.stringContaining('PORT: expected a port number')]);
  });
});

// It installs and builds everything.
const limits = { timeout: 900_000 };

describe.runIf(runsEverything)(
  'a release of what .dockerignore lets through, made in a clean folder',
  limits,
  () => {
    test('the command of the Dockerfile makes the same files, with the packages that npm installs', async () => {
      const passes = letsThrough(readFileSync(join(root, '.dockerignore'), 'utf8'));
      const tracked = await capture('git', ['ls-files', '-z'], { cwd: root });
      const clean = join(scratch, 'src');
      for (const name of tracked.output.split('\0').filter((one) => one !== '' && passes(one))) {
        mkdirSync(dirname(join(clean, name)), { recursive: true });
        copyFileSync(join(root, name), join(clean, name));
      }
      const [build] = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
      const { rest } = build.instructions.find(({ name }) => name === 'RUN');
      const command = rest
        .replace(/^--mount=\S+\s+/, '')
        .replace('--folder /release', `--folder ${join(scratch, 'release')}`);
      const TARGETARCH = { x64: 'amd64', arm64: 'arm64' }[process.arch];
      const made = await capture('sh', ['-c', command], {
        cwd: clean,
        env: { ...process.env, TARGETARCH, COMMIT: '' },
      });
      expect([made.output, made.code]).toEqual([expect.stringContaining(' MB'), 0]);
      const sums = readFileSync(join(scratch, 'release/SHA256SUMS'), 'utf8').split('\n');
      const before = new Set(content('SHA256SUMS').toString().split('\n'));
      expect(sums.filter((line) => !before.has(line))).toEqual([]);
      expect(sums).toHaveLength(before.size);
    });

    test('a release for another system has its binaries and its starter', async () => {
      const folder = join(scratch, 'windows');
      const made = await assembleRelease({ platform: 'win32-x64', out: folder, commit: null });
      const names = made.map(({ name }) => name);
      expect(names).toContain('kindling.cmd');
      expect(names).not.toContain('kindling');
      expect(names.filter((name) => /\.(node|dll)$/.test(name)).length).toBeGreaterThan(2);
      expect(names.filter((name) => /linux|darwin/.test(name) && /\.(node|so|dylib)/.test(name))).toEqual([]);
      expect(readFileSync(join(folder, 'kindling.cmd'), 'utf8')).toMatch(
        /health-check"\r\n[\s\S]*node %settings% --/,
      );
    });
  },
);

const databases = [
  ...(findPostgresBinaries() === null ? [] : ['PostgreSQL']),
  ...(findPostgresBinaries() === null || runsEverything ? ['embedded'] : []),
];

describe.each(databases)('the program of a release, %s', (kind) => {
  let server;
  let program;
  beforeAll(async () => {
    const password = 'f00d5eed';
    let env = {};
    if (kind === 'PostgreSQL') {
      const folder = mkdtempSync(join(tmpdir(), 'kindling-released-postgres-'));
      server = { folder, ...(await startPostgresServer(folder)) };
      const { hostname, port } = new URL(server.admin);
      // What compose.yaml runs at the first start of the database.
      const made = await capture(join(out, 'deploy/database.sh'), [], {
        env: { PATH: process.env.PATH, PGHOST: hostname, PGPORT: port, KINDLING_DATABASE_PASSWORD: password },
      });
      expect([made.output, made.code]).toEqual(['', 0]);
      env = {
        DATABASE_URL: `postgres://kindling:${password}@${hostname}:${port}/kindling`,
        KINDLING_SECRET: 'Zk3vX8qLw0TgYb5RnCe7HuJ1sPd9MaFo',
      };
    }
    program = await startReleased(out, env);
  });
  afterAll(async () => {
    await program?.kill();
    await server?.stop();
    if (server !== undefined) rmSync(server.folder, { recursive: true, force: true });
  });

  test('another user runs it from a folder that nobody can write, and it answers', async (context) => {
    if (!program.isolated)
      context.annotate(
        'Not as root on Linux: the program ran as this user, in a folder without write permission.',
      );
    await program.ready;
    for (const [path, type, part] of [
      ['/healthz', 'application/json', '"ok":true'],
      ['/readyz', 'application/json', '"ok":true'],
      ['/auth/sign-in', 'text/html', '<div id="root"'],
      ['/e/no-such-code.js', 'text/javascript', ''],
      ['/og/en/index.png', 'image/png', 'PNG'],
    ]) {
      const answer = await fetch(`${program.url}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-type')).toContain(type);
      expect(await answer.text()).toContain(part);
    }
  });

  test('the sign-in service shows its page with fonts and argon2 in place', async () => {
    const { auth } = await (await fetch(`${program.url}/api/v1/config`)).json();
    const query = new URLSearchParams({
      ...{ client_id: auth.clientId, audience: auth.audience, scope: 'openid', response_type: 'code' },
      ...{ redirect_uri: `${program.url}/dashboard`, state: 's', nonce: 'n' },
      ...{
        code_challenge: createHash('sha256').update('v').digest('base64url'),
        code_challenge_method: 'S256',
      },
    });
    const first = await fetch(`${program.identityUrl}/authorize?${query}`, { redirect: 'manual' });
    const cookie = first.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const page = await fetch(new URL(first.headers.get('location'), program.identityUrl), {
      headers: { cookie },
    });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('type="password"');
    const font = /\/assets\/inter-latin\.woff2/.exec(html)?.[0] ?? '/assets/inter-latin.woff2';
    expect((await fetch(`${program.identityUrl}${font}`)).status).toBe(200);
  });

  test('source maps are not served', async () => {
    const map = basename(named(/^dist\/maps\/assets\/.+\.js\.map$/)[0]);
    const paths = ['assets/', 'maps/assets/', 'assets/..%2f..%2fmaps/assets/', '../maps/assets/'].map(
      (one) => one + map,
    );
    const script = named(/^dist\/web\/assets\/.+\.js$/)[0].slice('dist/web/'.length);
    const status = async (path) => (await fetch(`${program.url}/${path}`)).status;
    expect(await status(script)).toBe(200);
    for (const path of paths) expect([path, await status(path)]).toEqual([path, 404]);
  });

  test('its commands and its health check work beside it', async () => {
    const healthy = await program.run(['health']);
    expect([healthy.output, healthy.code]).toEqual(['', 0]);
    const worker = { KINDLING_ROLES: 'worker' };
    expect(await program.run(['health'], worker)).toEqual(healthy);
    const closed = await program.run(['health'], { ...worker, KINDLING_METRICS_PORT: '' });
    expect([closed.code, closed.output]).toEqual([1, expect.stringContaining('set KINDLING_METRICS_PORT')]);
    const { output } = await program.run(['doctor', '--json']);
    const { checks } = JSON.parse(output);
    const status = Object.fromEntries(checks.map(({ check, status }) => [check, status]));
    expect(status).toMatchObject({ database: 'ok', migrations: 'ok', disk: 'ok', 'sign-in-keys': 'ok' });
    // There is no mail server.
    expect(checks.filter((one) => one.status === 'failure').map(({ check }) => check)).toEqual(['mail']);
  });

  test('it wrote into its data folder alone, and a stop signal ends it', async () => {
    expect(readdirSync(program.dataFolder).length).toBeGreaterThan(0);
    const sums = content('SHA256SUMS').toString();
    expect(named(/./).filter((name) => name !== 'SHA256SUMS' && !sums.includes(`  ${name}\n`))).toEqual([]);
    const listed = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(listed).toHaveLength(files.length);
    expect(await program.stop()).toBe(0);
    const sick = await program.run(['health']);
    expect([sick.code, sick.output]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });

  test.runIf(kind === 'PostgreSQL')(
    'the user of the database may neither make roles nor read other databases',
    async () => {
      const { hostname, port } = new URL(server.admin);
      const url = (name) => `postgres://kindling:f00d5eed@${hostname}:${port}/${name}`;
      await expect(runAsAdmin(url('kindling'), 'create role another')).rejects.toThrow(/permission denied/);
      await expect(runAsAdmin(url('postgres'), 'select 1')).rejects.toThrow(/permission denied/);
    },
  );
});
