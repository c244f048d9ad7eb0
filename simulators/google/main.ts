import { portFrom, readSecrets, runSimulator } from '../kit/run.ts';
import { startGoogleSimulator } from './server.ts';

await runSimulator('google', () => {
  const { secret, tokenKey } = readSecrets();
  return startGoogleSimulator({
    port: portFrom('PORT', 4010),
    dataFolder: process.env.KINDLING_SIMULATOR_DATA || undefined,
    stateFolder: process.env.KINDLING_SIMULATOR_STATE || undefined,
    publicUrl: process.env.PUBLIC_URL || undefined,
    clientSecret: secret,
    tokenKey,
  });
});
