import type { Language } from '@kindling/contract/constants';
import { newId } from '../../lib/ids.ts';
import type { MailInstallation } from './deps.ts';
import { mailRequestSchema } from './requests.ts';
import { composeMail } from './templates/compose.tsx';
import { createSender, DeliveryError, type MailServer } from './transport.ts';

/**
 * Sends the test mail at once, past the queue and without a database, so that it can be told what the mail server
 * said. @returns the answer. @throws Error in plain words for a bad address, or when it was not taken.
 */
export async function sendTestMail(
  place: MailInstallation,
  server: MailServer,
  to: string,
  locale: Language,
): Promise<string> {
  const request = mailRequestSchema.safeParse({ kind: 'admin-test', to, locale });
  if (!request.success) throw new Error(`"${to}" is not an e-mail address.`);
  const mail = composeMail(place, request.data);
  try {
    return await createSender(server).send(mail, { id: newId(), createdAt: new Date() });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw new Error(`the mail was not taken. ${error.message}: ${error.answer}`, { cause: error });
  }
}
