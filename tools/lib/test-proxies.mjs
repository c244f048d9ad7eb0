// For tests only: the proxies of deploy/ in front of a service on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { freePort } from '../../service/src/testing/free-port.ts';
import { root } from './paths.mjs';
import { capture } from './run.mjs';

const READY_MS = 30_000;
export const names = { app: 'reviews.example.com', identity: 'id.example.com' };
const read = (name) => readFileSync(join(root, 'deploy', name), 'utf8');

/** The path of a program in the folders of the system; undefined where it is not installed. */
function findProgram(name) {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find(existsSync);
}

/** What starts each proxy: its command, after its files were written into `folder`. */
const proxies = {
  async nginx(folder, port, to) {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const { code, output } = await capture('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${names.app}`],
      ...['-keyout', key, '-out', certificate],
    ]);
    if (code !== 0) throw new Error(output);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    for (const name of [...temporary, 'cache']) mkdirSync(join(folder, name));
    const site = read('nginx.conf')
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replace('listen 80', `listen 127.0.0.1:${await freePort()}`)
      .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
      .replaceAll(/ssl_certificate {5}.*;/g, `ssl_certificate ${certificate};`)
      .replace('/var/cache/nginx/kindling', join(folder, 'cache'))
      .replaceAll('/var/log/nginx/kindling.log', join(folder, 'access.log'))
      .replace('127.0.0.1:4000', `127.0.0.1:${to.app}`)
      .replace('127.0.0.1:4001', `127.0.0.1:${to.identity}`);
    const outer = [
      ...['daemon off;', 'master_process off;', `pid ${join(folder, 'pid')};`, 'error_log stderr crit;'],
      ...['events { worker_connections 256; }', 'http {', 'access_log off;'],
      ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    ];
    writeFileSync(join(folder, 'nginx.conf'), `${outer.join('\n')}\n${site}\n}\n`);
    return ['-p', folder, '-c', join(folder, 'nginx.conf')];
  },
  async caddy(folder, _port, to) {
    // Certificates of its own authority, and no other port than ours.
    const local = ['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects'];
    const site = read('Caddyfile')
      .replace('{\n', `{\n\t${[...local, 'default_bind 127.0.0.1'].join('\n\t')}\n`)
      .replace('kindling:4000', `127.0.0.1:${to.app}`)
      .replace('kindling:4001', `127.0.0.1:${to.identity}`);
    writeFileSync(join(folder, 'Caddyfile'), site);
    return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

/**
 * Starts a proxy with its file of deploy/. Only names, ports, certificates and folders are changed.
 * @param {'nginx' | 'caddy'} kind
 * @param {{ app: number, identity: number }} to ports of the service
 * @returns undefined where the program is not installed
 */
export async function startProxy(kind, to) {
  const program = findProgram(kind);
  if (program === undefined) return undefined;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `kindling-${kind}-`));
  const child = spawn(program, await proxies[kind](folder, port, to), {
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      PUBLIC_URL: `https://${names.app}:${port}`,
      IDENTITY_URL: `https://${names.identity}:${port}`,
      SUPPORT_EMAIL: 'help@example.com',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const chunks = [];
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const closed = once(child, 'close');
  // Caddy listens before it has its certificates.
  for (const servername of Object.values(names))
    await untilAnswered(
      { port, servername },
      () => child.exitCode !== null && Buffer.concat(chunks).toString(),
    );
  return {
    port,
    /** What nginx logged; '' for Caddy, which logs no requests. */
    log: () =>
      existsSync(join(folder, 'access.log')) ? readFileSync(join(folder, 'access.log'), 'utf8') : '',
    async stop() {
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswered(address, ended) {
  const end = performance.now() + READY_MS;
  for (;;) {
    const socket = connect({ ...address, host: '127.0.0.1', rejectUnauthorized: false });
    const answered = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answered) return;
    const words = ended();
    if (words !== false || performance.now() > end)
      throw new Error(`The proxy did not start. ${words || ''}`);
    await setTimeout(20);
  }
}
