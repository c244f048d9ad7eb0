/**
 * Outgoing mail. A mail is first put on the queue, sealed (it may hold a one-time link), and sent by a job that
 * repeats while the mail server is away: an accepted mail is not lost with the process.
 */
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { newId } from '../../lib/ids.ts';
import type { SecretBox } from '../../lib/secret-box.ts';

const mailSchema = z.object({
  to: z.email(),
  subject: z.string().min(1).max(300),
  text: z.string().min(1),
  html: z.string().min(1),
});
export type Mail = z.infer<typeof mailSchema>;

const sendJob = defineJob({
  name: 'mail.send',
  payload: z.strictObject({ id: z.uuid(), sealed: z.string() }),
  retryLimit: 12,
  concurrency: 2,
});
export const mailJobsDeclared = [sendJob];

/** Accepts a mail for delivery; resolves when it is safely queued. */
export async function queueMail(deps: { queue: Queue; box: SecretBox }, mail: Mail): Promise<void> {
  const id = newId();
  const { to, subject, text, html } = mail;
  const sealed = deps.box.seal(JSON.stringify(mailSchema.parse({ to, subject, text, html })), `mail:${id}`);
  await deps.queue.enqueue(sendJob, { id, sealed }, { key: id });
}

export function mailJobs(deps: { box: SecretBox; url: string; from: string }): JobHandler[] {
  const transport = createTransport(
    { url: deps.url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from: deps.from },
  );
  return [
    handle(sendJob, async ({ id, sealed }) => {
      const mail = mailSchema.parse(JSON.parse(deps.box.open(sealed, `mail:${id}`)));
      // The same Message-ID on every try lets the receiver drop a mail that arrived although we heard nothing.
      const domain = new URL(deps.url).hostname;
      await transport.sendMail({
        ...mail,
        messageId: `<${id}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    }),
  ];
}
