import { defineSlice } from '../../slices/slice.ts';
import { replyTemplateRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const replyTemplatesSlice = defineSlice({
  name: 'reply-templates',
  tables,
  jobs: [],
  build({ db }) {
    return { web: ({ routes }) => ({ routes: { replyTemplates: replyTemplateRoutes(routes, { db }) } }) };
  },
});
