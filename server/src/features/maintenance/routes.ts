import type { ReadOnlyMode } from '../../db/read-only-mode.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { adminOf } from '../../http/caller.ts';
import { provedAdminOf } from '../identity/index.ts';
import {
  changeNotice,
  createNotice,
  getMaintenance,
  type MaintenanceDeps,
  removeNotice,
  setReadOnly,
} from './maintenance.ts';
import type { NoticeBoard } from './notice-board.ts';

export function maintenanceRoutes(
  { maintenance }: RouteBuilder,
  deps: MaintenanceDeps & { readOnly: ReadOnlyMode; board: NoticeBoard },
) {
  return {
    current: maintenance.current.handler(async ({ input }) => ({
      readOnly: deps.readOnly.isOn(),
      notices: await deps.board.read(input.language),
    })),
    get: maintenance.get.handler(() => getMaintenance(deps)),
    setReadOnly: maintenance.setReadOnly.handler(({ input, context }) =>
      // It stops the writes of every account, which an open browser alone must not do.
      setReadOnly(deps, (input.on ? provedAdminOf(context) : adminOf(context)).adminId, input),
    ),
    createNotice: maintenance.createNotice.handler(({ input, context }) =>
      createNotice(deps, adminOf(context).adminId, input),
    ),
    changeNotice: maintenance.changeNotice.handler(({ input, context }) =>
      changeNotice(deps, adminOf(context).adminId, input),
    ),
    removeNotice: maintenance.removeNotice.handler(({ input, context }) =>
      removeNotice(deps, adminOf(context).adminId, input),
    ),
  };
}
