import { portFrom, readSecrets, runSimulator } from '../kit/run.ts';
import { startPayments } from './server.ts';

await runSimulator('payments', () =>
  startPayments({
    port: portFrom('PORT', 4016),
    secret: readSecrets().secret,
    webhookUrl: process.env.KINDLING_WEBHOOK_URL || undefined,
    // The folder of the other simulators' state, where one is set: DATA is the demo data of some of them.
    dataFolder: process.env.KINDLING_SIMULATOR_STATE || process.env.KINDLING_SIMULATOR_DATA || undefined,
  }),
);
