import type { PlatformSimulator } from '../manifest.ts';

export const simulator: PlatformSimulator = {
  name: 'acme',
  title: 'Acme',
  portOffset: 16,
  addressVariable: 'KINDLING_ACME_SIMULATOR_URL',
  keyVariable: 'ACME_CLIENT_ID',
};
