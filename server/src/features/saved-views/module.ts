import { defineSlice } from '../../slices/slice.ts';
import { savedViewRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const savedViewsSlice = defineSlice({
  name: 'saved-views',
  tables,
  jobs: [],
  build({ db }) {
    return { web: ({ routes }) => ({ routes: { savedViews: savedViewRoutes(routes, { db }) } }) };
  },
});
