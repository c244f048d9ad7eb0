import { portFrom, runSimulator } from '../kit/run.ts';
import { startGoogleSimulator } from './server.ts';

await runSimulator('google', () =>
  startGoogleSimulator({
    port: portFrom('PORT', 4010),
    dataFolder: process.env.KINDLING_SIMULATOR_DATA || undefined,
    stateFolder: process.env.KINDLING_SIMULATOR_STATE || undefined,
    clientId: process.env.GOOGLE_CLIENT_ID || undefined,
    placesKey: process.env.GOOGLE_PLACES_API_KEY || undefined,
    clientSecret: process.env.GOOGLE_CLIENT_SECRET || undefined,
  }),
);
