import { portFrom, readSecrets, runSimulator } from '../kit/run.ts';
import { startHelpDesk } from './server.ts';

await runSimulator('helpdesk', () =>
  startHelpDesk({ port: portFrom('PORT', 4014), hmacKey: readSecrets().secret }),
);
