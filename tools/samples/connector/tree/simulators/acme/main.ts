import { portFrom, runSimulator } from '../kit/run.ts';
import { startAcmeSimulator } from './server.ts';

await runSimulator('acme', () => startAcmeSimulator({ port: portFrom('PORT', 4016) }));
