import type { PlatformSimulator } from '../manifest.ts';

export const simulator: PlatformSimulator = {
  name: 'facebook',
  title: 'Facebook',
  portOffset: 11,
  addressVariable: 'KINDLING_FACEBOOK_SIMULATOR_URL',
  keyVariable: 'FACEBOOK_APP_ID',
};
