import { portFrom, readSecrets, runSimulator } from '../kit/run.ts';
import { startAssistant } from './server.ts';

await runSimulator('assistant', () =>
  startAssistant({ port: portFrom('PORT', 4015), key: readSecrets().secret }),
);
