import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientScripts } from '@kindling/guest/embed/render/client-script';
import { runEvery } from '../../lib/run-every.ts';
import { defineSlice, type SharedServices, type Stop } from '../../slices/slice.ts';
import { embedTrafficSlice } from '../embed-traffic/module.ts';
import type { EmbedServingDeps } from './deps.ts';
import { mountEmbedRoutes } from './public-routes.ts';
import { createEmbedStore, type EmbedStore } from './store.ts';

/**
 * A notification reports what another process published. It does not report that a refresh restored an embed that was
 * taken offline meanwhile, so everything in memory is compared at this interval.
 */
const revalidationMs = 60_000;

export const embedServingSlice = defineSlice({
  name: 'embed-serving',
  build(shared) {
    const { settings, log, guestFolder } = shared;
    const { publicUrl, brand } = settings;
    const clientScripts = readClientScripts(guestFolder);
    const deps: EmbedServingDeps = {
      store: createStore(shared, clientScripts),
      clientScripts,
      visits: embedTrafficSlice.module(shared).visits,
      publicUrl,
      brand: { name: brand.name, url: publicUrl },
      loaderScript: readScript(guestFolder, 'loader'),
      log,
    };
    return {
      deps,
      web: () => ({ mount: (app) => mountEmbedRoutes(app, deps) }),
      startWebTasks: () => startWebTasks(shared, deps.store),
      close: () => deps.store.settled(),
    };
  },
});

function createStore(
  { settings, db, log, guestFolder }: SharedServices,
  clientScripts: ClientScripts,
): EmbedStore {
  return createEmbedStore({
    db,
    log,
    folder: join(settings.dataFolder, 'snapshots'),
    clientScripts,
    frameScript: readScript(guestFolder, 'frame'),
    pageScripts: {
      pageLanguage: readScript(guestFolder, 'page-language'),
      pageEvents: readScript(guestFolder, 'page-events'),
    },
  });
}

function readClientScripts(guestFolder: string): ClientScripts {
  return {
    embed: readScript(guestFolder, 'embed'),
    paged: readScript(guestFolder, 'paged'),
    moving: readScript(guestFolder, 'moving'),
    opening: readScript(guestFolder, 'opening'),
    searching: readScript(guestFolder, 'searching'),
    arriving: readScript(guestFolder, 'arriving'),
  };
}

function readScript(folder: string, name: string): string {
  return readFileSync(join(folder, `${name}.js`), 'utf8');
}

function startWebTasks({ db, changes, log }: SharedServices, store: EmbedStore): Stop {
  // Only one process uses the embedded database, so no other process publishes there.
  if (db.mode === 'embedded') return async () => {};
  const unsubscribe = changes.subscribe('snapshots', (code) => store.notifyChanged(code));
  const stop = runEvery(revalidationMs, () => store.revalidate(), log);
  return async () => {
    unsubscribe();
    await stop();
  };
}
