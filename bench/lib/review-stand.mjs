// The product on a filled database, and the times of its answers.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { identityMigrations } from '@kindling/identity';
import { sql } from 'kysely';
import { closeModules, createServices } from '../../server/src/app.ts';
import { readSettings } from '../../server/src/config/settings.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { inSystem, inTenant } from '../../server/src/db/transaction.ts';
import { remoteTokenKeys } from '../../server/src/features/identity/token-keys.ts';
import { createWeb } from '../../server/src/processes/web.ts';
import { startTokenIssuer } from '../../server/src/testing/token-issuer.ts';
import { root } from '../../tools/lib/paths.mjs';

const WARM_UP = 5;
const CALLS = Number(process.env.BENCH_CALLS ?? 100);
/** A request that is slower than its goal would otherwise take the whole run. */
const MAX_MS_PER_REQUEST = 6_000;
const DEEP = 0.9;
const publicUrl = 'http://kindling.localhost';
const silent = { info() {}, warn() {}, error() {}, debug() {}, fatal() {}, trace() {}, child: () => silent };

/** The product on this database, with a member of the filled account. */
export async function startStand(stage, db, own) {
  const issuer = await startTokenIssuer(`${publicUrl}/api`);
  const settings = readSettings({
    PUBLIC_URL: publicUrl,
    IDENTITY_URL: issuer.url,
    KINDLING_DATA: stage.folder(),
    KINDLING_SECRET: 'a secret of the benchmark that is long enough',
    // Sign-ins are answered by the issuer above.
    KINDLING_ROLES: 'web,worker',
    SMTP_URL: 'smtp://127.0.0.1:1',
    // Trusts the proxy headers, so that each request may have an address of its own and no limit is reached.
    TRUST_PROXY: '127.0.0.1',
  });
  const folders = {
    web: join(root, 'dist/web'),
    guest: join(root, 'dist/guest'),
    maps: join(root, 'dist/maps'),
  };
  await migrate(db, { log: silent, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
  const services = await createServices(settings, db, folders, silent);
  services.tokenKeys = remoteTokenKeys(settings.auth.keysUrl, silent);
  const web = await createWeb(services, folders);
  const url = await web.listen({ host: '127.0.0.1', port: 0 });
  stage.onClose(async () => {
    await web.close();
    await closeModules(services);
    await services.queue.stop();
    await issuer.close();
  });
  const { rows } = await inSystem(db, (trx) =>
    sql`select issuer, sub, email from users where id = ${own.userId}::uuid`.execute(trx),
  );
  const { sub, email } = rows[0];
  await inSystem(db, (trx) =>
    sql`update users set issuer = ${settings.auth.issuer} where id = ${own.userId}::uuid`.execute(trx),
  );
  const token = await issuer.sign({ sub, email });
  let asked = 0;
  const ask = async (path) => {
    asked += 1;
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
    };
    const answer = await fetch(`${url}/api/v1${path}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
  return { db, ask };
}

/** Times of each request in milliseconds, by its name. */
export async function measureStand({ db, ask }, own, requests) {
  const times = {};
  times['calibration: select 1'] = await measure(() =>
    inTenant(db, own.accountId, (trx) => sql`select 1`.execute(trx)),
  );
  times['calibration: GET /config'] = await measure(() => ask('/config'));
  times['calibration: hash of 4 MB'] = await measure(async () => {
    createHash('sha256')
      .update(Buffer.alloc(4 << 20))
      .digest();
  });
  for (const { name, path, goal, deep } of requests) {
    times[name] = await measure(() => ask(path));
    times[name].goal = goal;
    if (deep) {
      const below = await deepPath(ask, path);
      if (below === null) continue;
      times[`${name}, deep`] = await measure(() => ask(below));
      times[`${name}, deep`].goal = goal;
    }
  }
  return times;
}

/** The path of a page at nine tenths of the list; null for a list of one page. */
async function deepPath(ask, path) {
  const query = new URLSearchParams(path.split('?')[1]);
  const { count } = JSON.parse(
    await ask(`/reviews/count?${new URLSearchParams([...query].filter(([key]) => key !== 'sort'))}`),
  );
  let cursor = null;
  let passed = 0;
  // Pages of 100 to the depth of 9,000, which is nine tenths of what a count can say.
  while (passed < count * DEEP) {
    const next = JSON.parse(
      await ask(`${path}&limit=100${cursor === null ? '' : `&cursor=${cursor}`}`),
    ).nextCursor;
    if (next === null) break;
    cursor = next;
    passed += 100;
  }
  return cursor === null ? null : `${path}&cursor=${cursor}`;
}

async function measure(call) {
  for (let at = 0; at < WARM_UP; at += 1) await call();
  const list = [];
  const until = performance.now() + MAX_MS_PER_REQUEST;
  while (list.length < CALLS && (performance.now() < until || list.length < 10)) {
    const began = performance.now();
    await call();
    list.push(performance.now() - began);
  }
  return list;
}
