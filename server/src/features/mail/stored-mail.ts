/** What a row of `emails` holds, encrypted: the request of a mail. It is composed for each attempt to send it. */
import { z } from 'zod';
import type { SecretBox } from '../../lib/secret-box.ts';
import { type ComposedMail, composedMailSchema } from './composed-mail.ts';
import type { MailInstallation } from './deps.ts';
import { type MailRequest, mailRequestSchema } from './requests.ts';
import { composeMail } from './templates/compose.tsx';

/** Earlier versions stored mails composed; those still wait, or are dead letters. */
const storedMailSchema = z.union([z.strictObject({ request: mailRequestSchema }), composedMailSchema]);

/** Binds the encrypted mail to its row. */
export function sealContext(id: string): string {
  return `mail:${id}`;
}

export function sealRequest({ box }: { box: SecretBox }, id: string, request: MailRequest): string {
  return box.seal(JSON.stringify({ request }), sealContext(id));
}

/** The mail of a row as it is sent. @throws Error when it was encrypted for another row or with another key */
export function openMail(
  deps: MailInstallation & { box: SecretBox },
  { id, sealed }: { id: string; sealed: string },
): ComposedMail {
  const stored = storedMailSchema.parse(JSON.parse(deps.box.open(sealed, sealContext(id))));
  return 'request' in stored ? composedMailSchema.parse(composeMail(deps, stored.request)) : stored;
}
