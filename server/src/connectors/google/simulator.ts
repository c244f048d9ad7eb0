import type { PlatformSimulator } from '../manifest.ts';

export const simulator: PlatformSimulator = {
  name: 'google',
  title: 'Google',
  portOffset: 10,
  addressVariable: 'KINDLING_GOOGLE_SIMULATOR_URL',
  keyVariable: 'GOOGLE_CLIENT_ID',
};
