import { portFrom, runSimulator } from '../kit/run.ts';
import { startHelpDesk } from './server.ts';

await runSimulator('helpdesk', () =>
  startHelpDesk({
    port: portFrom('PORT', 4014),
    websiteToken: process.env.HELPDESK_WEBSITE_TOKEN || undefined,
    hmacKey: process.env.HELPDESK_HMAC_KEY || undefined,
  }),
);
