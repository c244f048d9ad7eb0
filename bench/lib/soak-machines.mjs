// The built program as an operator of thousands of accounts runs it: two web and two worker processes and the sign-in service
// behind nginx, on one PostgreSQL behind PgBouncer, with the demo account; each process serves its metrics.
import { join } from 'node:path';
import { startPostgresCluster } from '../../server/src/testing/postgres-cluster.ts';
import { startReverseProxy } from '../../server/src/testing/reverse-proxy.ts';
import { freePort } from '../../service/src/testing/free-port.ts';
import { root } from '../../tools/lib/paths.mjs';
import { serverEnvironment, serverFlags } from '../../tools/lib/server-options.mjs';
import { isReadyJson } from './google-simulator.mjs';

const NAMES = ['identity-1', 'web-1', 'web-2', 'worker-1', 'worker-2'];
const START_LIMIT_MS = 300_000;

/** @returns address and sign-in of the app, the simulator, the database, and each process with its id and its metrics */
export async function startMachines(stage) {
  const cluster = await startPostgresCluster();
  stage.onClose(() => cluster.stop());
  const [port, identityPort] = [await freePort(), await freePort()];
  const google = await startSimulator(stage, 'google');
  const mailbox = await startSimulator(stage, 'mailbox');
  const env = {
    ...serverEnvironment,
    DATABASE_URL: await cluster.startPooler(),
    DATABASE_DIRECT_URL: cluster.url,
    PUBLIC_URL: `http://localhost:${port}`,
    IDENTITY_URL: `http://localhost:${identityPort}`,
    TRUST_PROXY: '127.0.0.1,::1',
    KINDLING_SECRET: 'a secret of the benchmarks that is long enough',
    KINDLING_GOOGLE_SIMULATOR_URL: google.url,
    KINDLING_MAILBOX_URL: mailbox.url,
    KINDLING_MAILBOX_SMTP_URL: `smtp://127.0.0.1:${mailbox.smtpPort}`,
  };
  const demo = await createDemo(stage, env, { port, identityPort });
  const places = [];
  for (const name of NAMES) places.push(await findPlace(name));
  const portsOf = (role) => places.filter((each) => each.role === role).map((each) => each.port);
  // First, because the processes fetch the keys of the sign-in service when they start.
  const proxy = await startReverseProxy([
    { port, ports: portsOf('web') },
    { port: identityPort, ports: portsOf('identity') },
  ]);
  stage.onClose(() => proxy.stop());
  const processes = [];
  for (const place of places) processes.push(await startProcess(stage, env, place));
  return {
    url: env.PUBLIC_URL,
    identityUrl: env.IDENTITY_URL,
    databaseUrl: cluster.url,
    databaseAdminUrl: cluster.admin.replace(/[^/]+$/, 'kindling'),
    google,
    demo,
    processes,
  };
}

async function startSimulator(stage, name) {
  const { line } = await stage.start([join(root, `dist/simulators/${name}.js`)], {
    env: { PORT: '0', SMTP_PORT: '0' },
    isReady: isReadyJson,
  });
  return JSON.parse(line);
}

/** One process with all roles at the public ports creates the demo and ends. */
async function createDemo(stage, env, { port, identityPort }) {
  let signIn = null;
  const { stop } = await stage.start([...serverFlags, join(root, 'dist/server/main.js'), '--demo'], {
    env: {
      ...env,
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      KINDLING_DATA: stage.folder(),
    },
    isReady: (line) => {
      signIn ??= /sign in as (\S+) with the password (\S+)/.exec(line);
      return line.includes(' is ready: ');
    },
    limitMs: START_LIMIT_MS,
  });
  await stop();
  if (signIn === null) throw new Error('The program told no demo account.');
  return { email: signIn[1], password: signIn[2] };
}

async function findPlace(name) {
  return { name, role: name.split('-')[0], port: await freePort(), metricsPort: await freePort() };
}

async function startProcess(stage, env, { name, role, port, metricsPort }) {
  const { pid } = await stage.start([...serverFlags, join(root, 'dist/server/main.js')], {
    env: {
      ...env,
      [role === 'identity' ? 'IDENTITY_PORT' : 'PORT']: String(port),
      KINDLING_ROLES: role,
      KINDLING_METRICS_PORT: String(metricsPort),
      KINDLING_DATA: stage.folder(),
    },
    isReady: (line) => line.includes(' is ready: '),
    limitMs: START_LIMIT_MS,
  });
  return { name, pid, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
}
