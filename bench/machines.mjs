// Two web processes beside one, behind nginx on one PostgreSQL: answers a second, and the web processes' time on a processor per
// answer, for an authenticated list. Rounds of one and of two take turns in one run; the calibration is what nginx itself answers.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresCluster } from '../server/src/testing/postgres-cluster.ts';
import { startReverseProxy } from '../server/src/testing/reverse-proxy.ts';
import { startTokenIssuer } from '../server/src/testing/token-issuer.ts';
import { freePort } from '../service/src/testing/free-port.ts';
import { cpuSecondsOf } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';

const ROUNDS = 5;
const ROUND_MS = 4_000;
const CLIENTS = 16;
/**
 * Requests a second that one process answers easily: what it costs per answer is not what a full machine costs then. An answer costs
 * more the fewer a process gives, so two processes are compared with one that gives as many as each of them, too.
 */
const PACE = 150;
let requests = 0;

const harness = createHarness();
try {
  await main();
} finally {
  await harness.close();
}

async function main() {
  const cluster = await startPostgresCluster();
  harness.onClose(() => cluster.stop());
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const issuer = await startTokenIssuer(`${origin}/api`);
  harness.onClose(() => issuer.close());
  const webs = [];
  for (let index = 0; index < 2; index += 1) webs.push(await startWeb(index, { cluster, origin, issuer }));
  const proxy = await startReverseProxy([{ port, ports: webs.map((web) => web.port) }]);
  harness.onClose(() => proxy.stop());
  const who = { sub: 'auth0|bench', email: 'bench@example.com' };
  const token = await issuer.sign(who);
  const added = await ask(`${origin}/api/users/adduser`, token, { ...who, name: 'Bench' });
  if (added !== 200) throw new Error(`The account was not made: ${added}`);
  const measureRound = (path, pace) => measure(`${origin}${path}`, token, webs, pace);
  const rounds = { one: [], two: [], pacedOne: [], slowOne: [], pacedTwo: [], nginx: [] };
  await measureRound('/api/v1/tags');
  for (let round = 0; round < ROUNDS; round += 1) {
    await proxy.takeOut([webs[1].port]);
    rounds.one.push(await measureRound('/api/v1/tags'));
    rounds.pacedOne.push(await measureRound('/api/v1/tags', PACE));
    rounds.slowOne.push(await measureRound('/api/v1/tags', PACE / 2));
    await proxy.takeOut([]);
    rounds.two.push(await measureRound('/api/v1/tags'));
    rounds.pacedTwo.push(await measureRound('/api/v1/tags', PACE));
    rounds.nginx.push(await measureRound('/proxy-generation'));
  }
  report(rounds);
}

async function startWeb(index, { cluster, origin, issuer }) {
  const port = await freePort();
  const { pid } = await harness.start([join('dist', 'server', 'main.js')], {
    env: {
      NODE_ENV: 'production',
      KINDLING_ROLES: 'web',
      PORT: String(port),
      PUBLIC_URL: origin,
      IDENTITY_URL: issuer.url,
      DATABASE_URL: cluster.url,
      KINDLING_SECRET: 'a secret of the benchmarks that is long enough',
      KINDLING_DATA: join(harness.folder(), `web-${index}`),
      TRUST_PROXY: '127.0.0.1',
    },
    isReady: (line) => line.includes(' is ready: '),
  });
  return { pid, port };
}

/** nginx closes idle connections when it is reloaded between two rounds, so a request that meets that is sent again, as browsers do. */
async function askAgain(url, token) {
  try {
    return await ask(url, token);
  } catch (error) {
    if (!['UND_ERR_SOCKET', 'ECONNRESET'].includes(error.cause?.code)) throw error;
    return ask(url, token);
  }
}

async function ask(url, token, body) {
  requests += 1;
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      // Each from a network of its own, because networks are limited.
      'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Answers a second, and the web processes' milliseconds on a processor per answer.
 * @param pace requests a second; without it, each client sends its next request when the last one is answered
 */
async function measure(url, token, webs, pace) {
  const used = () => webs.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
  const before = used();
  const began = performance.now();
  let answers = 0;
  let sent = 0;
  const client = async () => {
    while (performance.now() - began < ROUND_MS) {
      sent += 1;
      if (pace !== undefined) await wait(Math.max(0, began + (sent * 1000) / pace - performance.now()));
      const status = await askAgain(url, token);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: answers / seconds, cpuMs: ((used() - before) / answers) * 1000 };
}

function report({ one, two, pacedOne, slowOne, pacedTwo, nginx }) {
  const ratios = (single, both, of) => {
    const values = single.map((round, at) => both[at][of] / round[of]).sort((a, b) => a - b);
    return { median: values[Math.floor(values.length / 2)], min: values[0], max: values.at(-1) };
  };
  const middle = (rounds, of) =>
    rounds.map((round) => round[of]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
  const row = (what, rounds) => ({
    what,
    'answers/s': middle(rounds, 'perSecond').toFixed(0),
    'processor ms/answer': middle(rounds, 'cpuMs').toFixed(2),
  });
  finish('machines', {
    tables: [
      {
        title: 'An authenticated list',
        rows: [
          row('one process', one),
          row('two processes', two),
          row(`one process, ${PACE}/s`, pacedOne),
          row(`one process, ${PACE / 2}/s`, slowOne),
          row(`two processes, ${PACE}/s`, pacedTwo),
          row('nginx alone', nginx),
        ],
      },
      {
        title: 'Two processes, of one',
        rows: [
          {
            'answers/s': ratioText(ratios(one, two, 'perSecond')),
            'processor time/answer': ratioText(ratios(one, two, 'cpuMs')),
            [`processor time/answer, ${PACE}/s`]: ratioText(ratios(pacedOne, pacedTwo, 'cpuMs')),
            [`of one at ${PACE / 2}/s`]: ratioText(ratios(slowOne, pacedTwo, 'cpuMs')),
          },
        ],
      },
    ],
    foreignCores: null,
    notes: [
      `${cpus().length} cores for two web processes, PostgreSQL, nginx and the clients: with fewer than four, look at the processor time.`,
    ],
    raw: { one, two, pacedOne, slowOne, pacedTwo, nginx },
  });
}
