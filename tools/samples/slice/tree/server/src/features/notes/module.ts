import { defineSlice } from '../../slices/slice.ts';
import { noteJobs, noteTidyJob } from './jobs.ts';
import { noteRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const notesSlice = defineSlice({
  name: 'notes',
  tables,
  jobs: [noteTidyJob],
  build: ({ db }) => ({
    web: ({ routes }) => ({ routes: { notes: noteRoutes(routes, { db }) } }),
    worker: { handlers: () => noteJobs({ db }) },
  }),
});
