import { defineSlice } from '../../slices/slice.ts';
import { createNoticeBoard } from './notice-board.ts';
import { maintenanceRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const maintenanceSlice = defineSlice({
  name: 'maintenance',
  tables,
  build: ({ db, changes, readOnly }) => ({
    web: ({ routes }) => ({
      routes: {
        maintenance: maintenanceRoutes(routes, { db, readOnly, board: createNoticeBoard(db, changes) }),
      },
    }),
  }),
});
