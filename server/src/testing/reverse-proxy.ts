/** For tests only: a plain nginx in front of several processes, as in docs/operations.md. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface ReverseProxy {
  /** What nginx wrote about processes that did not answer. */
  errors(): Promise<string>;
  /** Sends no new requests to the processes at these ports, and again to all others; running requests finish. */
  takeOut(ports: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

interface ProxiedServer {
  port: number;
  ports: readonly number[];
  cache?: boolean;
}

/** Debian's nginx; null where it is not installed. */
export function findNginx(): string | null {
  return (
    ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((file) => existsSync(file)) ?? null
  );
}

const readyMs = 60_000;

/**
 * Starts nginx with one server for each entry: it listens on `port` and passes requests on to the processes at `ports`, each in
 * its turn. With `cache` it keeps public embeds as a content delivery network does.
 */
export async function startReverseProxy(servers: readonly ProxiedServer[]): Promise<ReverseProxy> {
  const program = findNginx();
  if (program === null) throw new Error('This test needs nginx: install the package "nginx".');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-proxy-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of [...temporary, 'cache']) await mkdir(path.join(folder, name));
  // nginx drops root's rights for its workers, which write here.
  if (process.getuid?.() === 0) execFileSync('chmod', ['-R', '777', folder]);
  const config = path.join(folder, 'nginx.conf');
  let generation = 1;
  const configure = (down: readonly number[]) =>
    writeFile(
      config,
      `daemon off;
worker_processes 1;
pid ${path.join(folder, 'pid')};
error_log ${path.join(folder, 'error.log')} error;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${path.join(folder, name)};`).join('\n  ')}
  proxy_cache_path ${path.join(folder, 'cache')} keys_zone=embeds:10m max_size=100m use_temp_path=off;
  ${servers.map((server) => serverBlock(server, down, generation)).join('\n')}
}
`,
    );
  await configure([]);
  const child = spawn(program, ['-p', folder, '-c', config], { stdio: 'ignore' });
  const closed = once(child, 'close');
  const untilConfigured = async () => {
    for (const { port } of servers) await untilGeneration(port, generation, () => child.exitCode !== null);
  };
  await untilConfigured();
  return {
    errors: () => readFile(path.join(folder, 'error.log'), 'utf8'),
    async takeOut(ports) {
      generation += 1;
      await configure(ports);
      child.kill('SIGHUP');
      await untilConfigured();
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serverBlock(
  { port, ports, cache = false }: ProxiedServer,
  down: readonly number[],
  generation: number,
): string {
  const pass = `proxy_pass http://processes_${port};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_next_upstream error timeout;`;
  const cached = `location /e/ {
      ${pass}
      proxy_cache embeds;
      proxy_cache_lock on;
      proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;
      proxy_cache_background_update on;
      proxy_cache_revalidate on;
      add_header x-cache $upstream_cache_status always;
    }`;
  return `upstream processes_${port} {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0${down.includes(one) ? ' down' : ''};`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 60m;
    location = /proxy-generation { return 200 '${generation}'; }
    ${cache ? cached : ''}
    location / {
      ${pass}
      proxy_buffering off;
    }
  }`;
}

/** nginx prints nothing when it is ready, or when it has read its configuration again. */
async function untilGeneration(port: number, wanted: number, hasEnded: () => boolean): Promise<void> {
  const end = performance.now() + readyMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/proxy-generation`, {
      headers: { connection: 'close' },
    }).then(
      (response) => response.text(),
      () => '',
    );
    if (answer === String(wanted)) return;
    if (hasEnded() || performance.now() > end) throw new Error('nginx did not start.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
