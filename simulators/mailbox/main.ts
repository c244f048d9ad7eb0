import { portFrom, runSimulator } from '../kit/run.ts';
import { startMailbox } from './server.ts';

await runSimulator('mailbox', async () => {
  const running = await startMailbox({
    port: portFrom('PORT', 4012),
    smtpPort: portFrom('SMTP_PORT', 4025),
    folder: process.env.MAILBOX_FOLDER || undefined,
  });
  return { ...running, readyFields: { smtpPort: running.smtpPort } };
});
