import { portFrom, runSimulator } from '../kit/run.ts';
import { startFacebookSimulator } from './server.ts';

await runSimulator('facebook', () =>
  startFacebookSimulator({
    port: portFrom('PORT', 4011),
    dataFolder: process.env.KINDLING_SIMULATOR_DATA || undefined,
    stateFolder: process.env.KINDLING_SIMULATOR_STATE || undefined,
    appId: process.env.FACEBOOK_APP_ID || undefined,
    appSecret: process.env.FACEBOOK_APP_SECRET || undefined,
  }),
);
