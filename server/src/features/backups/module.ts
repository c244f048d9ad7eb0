import { defineSlice } from '../../slices/slice.ts';
import { backupAgeReading } from './age-reading.ts';
import type { BackupsDeps } from './deps.ts';
import { backupDeleteOldJob, backupJobs, backupSweepJob } from './jobs.ts';
import { tables } from './tables.ts';

export const backupsSlice = defineSlice({
  name: 'backups',
  tables,
  jobs: [backupSweepJob, backupDeleteOldJob],
  build({ db, settings, box, log }) {
    const deps: BackupsDeps = { db, settings, box, log };
    return { deps, readings: [backupAgeReading], worker: { handlers: () => backupJobs(deps) } };
  },
});
