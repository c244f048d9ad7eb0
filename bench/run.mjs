// `npm run bench` runs all benchmarks one after the other, `npm run bench --
// embed|page|sync|memory|idle|heap|import|due|reviews|scroll|limits|site|routes|isolation|events|sweep|collect|watching|backup|schedule|audit|dashboard|people|mailings|errors|machines|deletion|soak` the named ones. Each prints ratios measured
// in one run and stores the details in artifacts/bench/.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from '../tools/bootstrap.mjs';

/** Each takes one to three minutes; one that takes longer than this is stopped, and stops what it has started. */
const LIMIT_MS = 10 * 60_000;
/** `reviews` fills six databases, two of them with a million reviews, and `backup` two; `scroll` syncs 200,000 and reads them all. */
const LIMITS_MS = {
  dashboard: 30 * 60_000,
  reviews: 90 * 60_000,
  scroll: 60 * 60_000,
  backup: 60 * 60_000,
  soak: (Number(process.env.BENCH_MINUTES ?? 60) + 15) * 60_000,
};
/** Takes an hour, so it runs only when it is named. */
const ONLY_WHEN_NAMED = ['soak'];
const sourceLoader = pathToFileURL(join(import.meta.dirname, '../tools/lib/source-loader.mjs')).href;
const SCRIPTS = {
  embed: 'embed-endpoint.mjs',
  page: 'embed-page.mjs',
  sync: 'first-sync.mjs',
  memory: 'memory.mjs',
  idle: 'idle.mjs',
  heap: 'sync-memory.mjs',
  import: 'import.mjs',
  due: 'due-listings.mjs',
  reviews: 'reviews.mjs',
  scroll: 'scroll.mjs',
  limits: 'location-limits.mjs',
  site: 'site.mjs',
  routes: 'routes.mjs',
  isolation: 'tenant-isolation.mjs',
  events: 'events.mjs',
  sweep: 'event-sweep.mjs',
  collect: 'collect.mjs',
  watching: 'watching.mjs',
  backup: 'backup.mjs',
  schedule: 'sync-schedule.mjs',
  audit: 'audit.mjs',
  deletion: 'account-deletion.mjs',
  dashboard: 'admin-dashboard.mjs',
  people: 'admin-users.mjs',
  mailings: 'mailings.mjs',
  errors: 'error-log.mjs',
  machines: 'machines.mjs',
  soak: 'soak.mjs',
};

if (await bootstrap()) {
  const asked = process.argv.slice(2);
  const strange = asked.filter((name) => !Object.hasOwn(SCRIPTS, name));
  if (strange.length > 0) {
    console.error(`There is no benchmark "${strange[0]}"; there are ${Object.keys(SCRIPTS).join(', ')}.`);
    process.exitCode = 1;
  } else {
    await runAll(
      asked.length > 0 ? asked : Object.keys(SCRIPTS).filter((name) => !ONLY_WHEN_NAMED.includes(name)),
    );
  }
}

async function runAll(names) {
  // Imported here, because they need the Node version that bootstrap provides.
  const { ensureBuilt, ensureInstalled } = await import('../tools/setup.mjs');
  const { run } = await import('../tools/lib/run.mjs');
  await ensureInstalled();
  await ensureBuilt();
  for (const name of names) {
    // Most benchmarks import the server's TypeScript directly; Node before 22.18 needs a flag for that.
    const flags = [
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      '--import',
      sourceLoader,
    ];
    const code = await run(process.execPath, [...flags, join(import.meta.dirname, SCRIPTS[name])], {
      timeout: LIMITS_MS[name] ?? LIMIT_MS,
    });
    if (code !== 0) process.exitCode = 1;
  }
}
