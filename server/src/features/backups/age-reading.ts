import type { GaugeReading } from '../../slices/gauge-reading.ts';
import { findLastBackups } from './queries.ts';

/** Age of the last backup, for metrics. Without a finished one it has no value. */
export const backupAgeReading: GaugeReading = {
  gauges: [
    {
      name: 'kindling_backup_age_seconds',
      help: 'Time since the last finished backup began; none without one.',
    },
  ],
  async read({ inSystem }) {
    const { finished } = await inSystem(findLastBackups);
    if (finished === null) return [];
    const age = (Date.now() - finished.began_at.getTime()) / 1000;
    return [{ name: 'kindling_backup_age_seconds', value: Math.max(0, age) }];
  },
};
