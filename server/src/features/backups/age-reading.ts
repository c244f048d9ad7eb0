import type { GaugeReading } from '../../slices/gauge-reading.ts';
import { readLastBackupAge } from './schedule.ts';

/** Age of the last backup, for metrics. Without a finished one it has no value. */
export const backupAgeReading: GaugeReading = {
  gauges: [
    {
      name: 'kindling_backup_age_seconds',
      help: 'Time since the last finished backup began; none without one.',
    },
  ],
  async read({ inSystem }) {
    const age = await inSystem(readLastBackupAge);
    return age === null ? [] : [{ name: 'kindling_backup_age_seconds', value: age }];
  },
};
