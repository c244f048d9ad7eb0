import type { Log } from '../../lib/log.ts';
import type { SyncDeps } from '../sync/index.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface AdminSyncScheduleDeps extends Pick<SyncDeps, 'db' | 'connectors' | 'queue' | 'plans'> {
  log: Log;
}
