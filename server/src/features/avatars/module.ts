import { join } from 'node:path';
import { runEvery } from '../../lib/run-every.ts';
import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import { createAvatarDownloads } from './avatar-downloads.ts';
import { mountAvatarRoute } from './avatar-route.ts';
import { createAvatars } from './avatars.ts';

/** How often pictures of authors are deleted that may not be kept any longer. */
const sweepMs = 3_600_000;

export const avatarsSlice = defineSlice({
  name: 'avatars',
  build(shared) {
    const { settings, db, log, platforms } = shared;
    const avatars = createAvatars({
      db,
      log,
      folder: join(settings.dataFolder, 'avatars'),
      hosts: platforms.photoHosts,
      ...createAvatarDownloads(settings.publicUrl),
    });
    identitySlice.module(shared).addErasureStep({
      slice: 'avatars',
      before: async () => [],
      after: (accountId) => avatars.eraseAccount(accountId),
    });
    return {
      avatars,
      web: () => ({ mount: (app) => mountAvatarRoute(app, avatars) }),
      startWebTasks: () => runEvery(sweepMs, () => avatars.sweep(), log),
      async close() {
        avatars.close();
      },
    };
  },
});
