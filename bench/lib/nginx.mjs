// nginx as the reference for the widget endpoint: the same bytes from a file, and as a cache in front of the product.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../service/src/testing/free-port.ts';

const programs = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];
const READY_MS = 10_000;

/** The path of nginx, or null. Debian's package has all that is needed: `apt-get install nginx-light`. */
export function findNginx() {
  return programs.find((path) => existsSync(path)) ?? null;
}

/**
 * One process without a log, with all of its files in a temporary folder of the benchmark.
 * @param server the content of `server {}`
 * @param http additional content of `http {}`
 */
async function startNginx(stage, { program, core, server, http = '' }) {
  const folder = stage.folder();
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name));
    return `${name}_temp_path ${join(folder, name)};`;
  });
  const config = `daemon off;
master_process off;
worker_processes 1;
pid ${join(folder, 'pid')};
error_log stderr error;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100 inactive=60s;
  ${temporary.join('\n  ')}
  ${http}
  server {
    listen 127.0.0.1:${port};
    ${server}
  }
}
`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  const { pid } = await stage.start(['-p', folder, '-c', file], { program, core, isReady: null });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(url);
  return { url, pid };
}

/** nginx prints nothing when it is ready. */
async function waitUntilAnswering(url) {
  const end = performance.now() + READY_MS;
  for (;;) {
    try {
      await fetch(url, { method: 'HEAD' });
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** Serves the body from a file with the product's headers, but with nginx's own ETag. */
export function startStatic(stage, { program, core, headers, body }) {
  const folder = stage.folder();
  writeFileSync(join(folder, 'answer'), body);
  const own = new Set(['etag', 'content-type', 'content-length', 'last-modified', 'date']);
  const lines = Object.entries(headers)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}" always;`);
  return startNginx(stage, {
    program,
    core,
    server: `default_type "${headers['content-type']}";
    ${lines.join('\n    ')}
    location / { root ${folder}; try_files /answer =404; }`,
  });
}

/** In front of the product, as docs/operations.md describes: requests for fresh content never reach the product. */
export function startCache(stage, { program, core, target }) {
  const folder = stage.folder();
  return startNginx(stage, {
    program,
    core,
    http: `proxy_cache_path ${folder} keys_zone=embeds:1m use_temp_path=off;`,
    server: `location / {
      proxy_pass ${target};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache embeds;
      proxy_cache_lock on;
      proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;
      proxy_cache_background_update on;
    }`,
  });
}
