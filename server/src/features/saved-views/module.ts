import { subscribe } from '../../events/subscriber.ts';
import { defineSlice } from '../../slices/slice.ts';
import { followMergedTags, mergedTagsSubscriber } from './merged-tags.ts';
import { savedViewRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const savedViewsSlice = defineSlice({
  name: 'saved-views',
  tables,
  jobs: [],
  subscribers: [mergedTagsSubscriber],
  build({ db }) {
    return {
      web: ({ routes }) => ({ routes: { savedViews: savedViewRoutes(routes, { db }) } }),
      worker: {
        handlers: () => [],
        subscribers: () => [
          subscribe(mergedTagsSubscriber, (accountId, events) => followMergedTags({ db }, accountId, events)),
        ],
      },
    };
  },
});
