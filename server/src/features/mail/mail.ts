/**
 * Outgoing mail. A mail is first put on the queue, sealed (it may hold a one-time link), and sent by a job that
 * repeats while the mail server is away: an accepted mail is not lost with the process.
 */
import { emailSchema } from '@kindling/contract/common';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secret-box.ts';

const mailSchema = z.object({
  to: emailSchema,
  subject: z.string().min(1).max(300),
  text: z.string().min(1),
  html: z.string().min(1),
});
export type Mail = z.infer<typeof mailSchema>;

const sendJob = defineJob({
  name: 'mail.send',
  payload: z.strictObject({ id: z.uuid(), sealed: z.string() }),
  // The pauses grow to ten minutes, so this is a day: a confirmation link lives as long.
  retryLimit: 150,
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

export function mailJobs(deps: { box: SecretBox; url: string; from: string; log: Log }): JobHandler[] {
  const transport = createTransport(
    { url: deps.url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from: deps.from },
  );
  return [
    handle(sendJob, async ({ id, sealed }) => {
      const mail = mailSchema.parse(JSON.parse(deps.box.open(sealed, `mail:${id}`)));
      // The same Message-ID on every try lets the receiver drop a mail that arrived although we heard nothing.
      const domain = new URL(deps.url).hostname;
      const message = {
        ...mail,
        messageId: `<${id}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      await transport.sendMail(message).catch((error: unknown) => {
        const trouble = troubleOf(error);
        // The server's word that it will never take this one; asking again costs the sender's good name.
        if (!trouble.lasting) throw new Error(trouble.reason);
        deps.log.warn({ id, reason: trouble.reason }, 'The mail server refused a mail for good');
      });
    }),
  ];
}

const smtpError = z.object({ code: z.string(), responseCode: z.number().optional() });

/** Codes only: the library's error quotes the server's answer, and with it the address. */
function troubleOf(error: unknown): { lasting: boolean; reason: string } {
  const { code, responseCode } = smtpError.safeParse(error).data ?? { code: 'unknown' };
  const lasting =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
  return { lasting, reason: `The mail server answered ${code} ${responseCode ?? ''}`.trim() };
}
