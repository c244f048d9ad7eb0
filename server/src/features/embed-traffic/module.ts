import { noPlaces, openPlaceDatabase } from '../../lib/country.ts';
import { runEvery } from '../../lib/run-every.ts';
import { singleHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { createFirstSiteRecorder } from './first-site.ts';
import { trafficJobs, trafficSweepJob } from './jobs.ts';
import { tables } from './tables.ts';
import { createTrafficBuffer } from './traffic-buffer.ts';
import { createVisitRecorder } from './visits.ts';

/** A process that dies loses at most the counts of this time. */
const flushMs = 15_000;

export const embedTrafficSlice = defineSlice({
  name: 'embed-traffic',
  tables,
  jobs: [trafficSweepJob],
  build({ settings, db, log }) {
    const { publicUrl } = settings;
    const hooks = {
      /** Stores the first site that shows an embed. */
      saveFirstSite: singleHook<[code: string, site: string]>('embed-traffic.save-first-site'),
    };
    // Only the web role has visits.
    const places = settings.roles.includes('web') ? openPlaceDatabase(settings.countries, log) : noPlaces;
    const visits = createVisitRecorder({
      publicUrl,
      placeOf: places.placeOf,
      buffer: createTrafficBuffer({ db, log }),
      firstSites: createFirstSiteRecorder({ save: hooks.saveFirstSite.call, publicUrl, log }),
    });
    return {
      visits,
      places,
      hooks,
      worker: { handlers: () => trafficJobs({ db }) },
      startWebTasks: () => runEvery(flushMs, () => visits.flush(), log),
      close: () => visits.settled(),
    };
  },
});
