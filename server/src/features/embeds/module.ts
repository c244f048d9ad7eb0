import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTenant } from '../../db/transaction.ts';
import { openCountryDatabase } from '../../lib/country.ts';
import { runEvery } from '../../lib/run-every.ts';
import { createSafeFetch } from '../../lib/safe-fetch.ts';
import { defineSlice, type SharedServices, type Stop } from '../../slices/slice.ts';
import { connectionsSlice } from '../connections/module.ts';
import { identitySlice } from '../identity/module.ts';
import { reviewsSlice } from '../reviews/module.ts';
import { mountAvatarRoute } from './avatar-route.ts';
import { createAvatars } from './avatars.ts';
import { createTrafficBuffer } from './counts.ts';
import type { EmbedsDeps } from './deps.ts';
import { mountEventRoute } from './event-routes.ts';
import { embedJobs, lapseJob, refreshJob, trafficSweepJob } from './jobs.ts';
import { createPageAnalyzer } from './page-reader.ts';
import { createAvatarDownloads } from './picture-fetches.ts';
import { mountEmbedRoutes } from './public-routes.ts';
import { listEmbedCodes } from './queries.ts';
import { embedRoutes } from './routes.ts';
import { createFirstSiteRecorder } from './sightings.ts';
import { createEmbedStore } from './store.ts';
import { tables } from './tables.ts';
import { createVisitRecorder } from './visits.ts';

/** A process that dies loses at most the counts of this time. */
const visitFlushMs = 15_000;
/** How often pictures of authors are deleted that may not be kept any longer. */
const avatarSweepMs = 3_600_000;
/**
 * A notification tells of what another process published. It does not tell of what a refresh put back after its embed
 * was taken offline, so everything in memory is compared this often.
 */
const snapshotCheckMs = 60_000;

export const embedsSlice = defineSlice({
  name: 'embeds',
  tables,
  jobs: [refreshJob, lapseJob, trafficSweepJob],
  build(shared) {
    const { queue } = shared;
    const deps = createDeps(shared);
    const { store, visits, avatars, pageReader } = deps;
    const refresh = (accountId: string) => queue.enqueue(refreshJob, { accountId }, { key: accountId });
    reviewsSlice.module(shared).hooks.reviewsChanged.fill(refresh);
    connectionsSlice
      .module(shared)
      .hooks.contentRemoved.fill((accountId, delaySeconds) =>
        delaySeconds === undefined
          ? refresh(accountId)
          : queue.enqueue(refreshJob, { accountId }, { key: `${accountId} later`, delaySeconds }),
      );
    identitySlice.module(shared).addErasureStep(erasureStep(deps));
    return {
      deps,
      web: ({ routes }) => ({
        routes: { embeds: embedRoutes(routes, deps) },
        mount(app) {
          mountEmbedRoutes(app, deps);
          mountEventRoute(app, deps, shared.log);
          mountAvatarRoute(app, avatars);
        },
      }),
      worker: { handlers: () => embedJobs(deps) },
      startWebTasks: () => startWebTasks(shared, deps),
      async close() {
        avatars.close();
        pageReader.close();
        await visits.settled();
        await store.settled();
      },
    };
  },
});

function createDeps({ settings, db, queue, log, platforms, guestFolder }: SharedServices): EmbedsDeps {
  const { publicUrl, dataFolder } = settings;
  const script = (name: string) => readFileSync(join(guestFolder, `${name}.js`), 'utf8');
  return {
    db,
    queue,
    log,
    store: createEmbedStore({
      db,
      log,
      folder: join(dataFolder, 'snapshots'),
      clientScripts: {
        embed: script('embed'),
        paged: script('paged'),
        moving: script('moving'),
        opening: script('opening'),
      },
      frameScript: script('frame'),
    }),
    visits: createVisitRecorder({
      publicUrl,
      // Only the web role has visits.
      countryOf: settings.roles.includes('web') ? openCountryDatabase(settings.countries, log) : () => '',
      counts: createTrafficBuffer({ db, log }),
      sightings: createFirstSiteRecorder({ db, publicUrl, log }),
    }),
    avatars: createAvatars({
      db,
      log,
      folder: join(dataFolder, 'avatars'),
      hosts: platforms.photoHosts,
      ...createAvatarDownloads(publicUrl),
    }),
    loaderScript: script('loader'),
    fetchPage: createSafeFetch({ agent: `Mozilla/5.0 (compatible; page check; +${publicUrl})` }),
    pageReader: createPageAnalyzer(log),
    publicUrl,
    brand: { name: settings.brand.name, url: publicUrl },
  };
}

/** The names of the step are the codes of the account's embeds, which are unknown once the rows are gone. */
function erasureStep({ db, avatars, store }: EmbedsDeps) {
  return {
    slice: 'embeds',
    before: (accountId: string) => inTenant(db, accountId, (trx) => listEmbedCodes(trx, accountId)),
    async after(accountId: string, codes: readonly string[]) {
      await avatars.eraseAccount(accountId);
      for (const code of codes) store.drop(code);
      await store.settled();
    },
  };
}

function startWebTasks({ db, changes, log }: SharedServices, { store, visits, avatars }: EmbedsDeps): Stop {
  const stops: Stop[] = [
    runEvery(visitFlushMs, () => visits.flush(), log),
    runEvery(avatarSweepMs, () => avatars.sweep(), log),
  ];
  if (db.mode === 'postgres') {
    const unsubscribe = changes.subscribe('snapshots', (code) => store.notifyChanged(code));
    stops.push(async () => unsubscribe());
    stops.push(runEvery(snapshotCheckMs, () => store.revalidate(), log));
  }
  return () => Promise.all(stops.map((stop) => stop()));
}
