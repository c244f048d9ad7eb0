import type { Language } from '@kindling/contract/constants';
import { newId } from '../../lib/ids.ts';
import type { MailInstallation } from './deps.ts';
import { mailRequestSchema } from './requests.ts';
import { composeMail } from './templates/compose.tsx';
import { createSender, DeliveryError, type MailServer } from './transport.ts';

/**
 * Sends the test mail at once, without queue and database, so that the operator sees the mail server's answer.
 * @returns the answer. @throws Error with a readable message for an invalid address, or when the mail was refused
 */
export async function sendTestMail(
  installation: MailInstallation,
  server: MailServer,
  to: string,
  locale: Language,
): Promise<string> {
  const request = mailRequestSchema.safeParse({ kind: 'admin-test', to, locale });
  if (!request.success) throw new Error(`"${to}" is not an e-mail address.`);
  const mail = composeMail(installation, request.data);
  try {
    return await createSender(server).send(mail, { id: newId(), createdAt: new Date() });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw new Error(`the mail was not taken. ${error.message}: ${error.answer}`, { cause: error });
  }
}
