import { portFrom, readSecrets, runSimulator } from '../kit/run.ts';
import { startFacebookSimulator } from './server.ts';

await runSimulator('facebook', () => {
  const { secret, tokenKey } = readSecrets();
  return startFacebookSimulator({
    port: portFrom('PORT', 4011),
    dataFolder: process.env.KINDLING_SIMULATOR_DATA || undefined,
    stateFolder: process.env.KINDLING_SIMULATOR_STATE || undefined,
    publicUrl: process.env.PUBLIC_URL || undefined,
    appSecret: secret,
    tokenKey,
  });
});
