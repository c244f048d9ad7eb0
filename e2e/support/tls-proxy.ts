/** nginx in front of a product, as in docs/operations.md: TLS with its own certificate, two names on one port. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const readyMs = 10_000;

/** Names without DNS entries: the browser gets their address by a flag, the server never resolves them. */
export const proxyNames = { app: 'reviews.kindling.example', identity: 'id.kindling.example' };

/** Starts nginx on `port`; it forwards the names to the ports in `to`. */
export async function startTlsProxy(
  port: number,
  to: { app: number; identity: number },
): Promise<{ stop(): Promise<void> }> {
  const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) =>
    existsSync(path),
  );
  if (program === undefined) throw new Error('This test needs nginx: install the package "nginx".');
  const folder = await mkdtemp(join(tmpdir(), 'kindling-proxy-'));
  await makeCertificate(folder);
  await writeFile(join(folder, 'nginx.conf'), await configuration(folder, port, to));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const closed = once(child, 'close');
  await untilAnswered(port, () => child.exitCode !== null);
  return {
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCertificate(folder: string): Promise<void> {
  const names = Object.values(proxyNames).map((name) => `DNS:${name}`);
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Kindling tests'],
    ...['-addext', `subjectAltName=${names.join(',')}`],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
  ]);
}

async function configuration(
  folder: string,
  port: number,
  to: { app: number; identity: number },
): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await Promise.all(temporary.map((name) => mkdir(join(folder, name))));
  const server = (name: string, target: number) => `server {
    listen 127.0.0.1:${port} ssl;
    server_name ${name};
    ssl_certificate ${join(folder, 'certificate.pem')};
    ssl_certificate_key ${join(folder, 'key.pem')};
    location / {
      proxy_pass http://127.0.0.1:${target};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto https;
      proxy_buffering off;
    }
  }`;
  return `daemon off;
master_process off;
pid ${join(folder, 'pid')};
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n  ')}
  ${server(proxyNames.app, to.app)}
  ${server(proxyNames.identity, to.identity)}
}
`;
}

/** nginx prints nothing when it is ready. */
async function untilAnswered(port: number, hasEnded: () => boolean): Promise<void> {
  const end = performance.now() + readyMs;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const answered = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answered) return;
    if (hasEnded() || performance.now() > end) throw new Error('nginx did not start.');
  }
}
