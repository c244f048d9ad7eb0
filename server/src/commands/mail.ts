import { fallbackLanguage, languages } from '@kindling/contract/constants';
import type { Settings } from '../config/settings.ts';
import { reportDeadMail, sendTestMail } from '../features/mail/index.ts';
import { resendDeadLettersByCommand } from '../features/mailings/index.ts';
import type { Log } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';

/** `mail` lists mails that could not be sent; `mail resend <id|all>` queues them again. Returns the lines to print. */
export async function mailCommand(settings: Settings, log: Log, args: string[]): Promise<string[]> {
  const [verb, which] = args;
  if (verb !== undefined && !(verb === 'resend' && which !== undefined))
    throw new Error('it is either mail, or mail resend <id>, or mail resend all.');
  const db = await openMigrated(settings, log);
  try {
    if (which === undefined) return await reportDeadMail(db);
    const { count, unwanted } = await resendDeadLettersByCommand(db, which);
    if (count + unwanted === 0) throw new Error('there is no such mail among those that could not be sent.');
    const goes = count === 1 ? 'mail goes' : 'mails go';
    return [
      `${count} ${goes} out again as soon as a worker runs.`,
      ...(unwanted > 0
        ? [
            `Not sent: ${unwanted} of mailings that were stopped, to people who are blocked, or to people who want no news any more.`,
          ]
        : []),
    ];
  } finally {
    await db.close();
  }
}

/** Sends a test mail. Needs no database, so it works while the program runs. */
export async function mailTestCommand(
  settings: Settings,
  to: string,
  language: string = fallbackLanguage,
): Promise<string[]> {
  const locale = languages.find((one) => one === language);
  if (locale === undefined) throw new Error(`the language is one of ${languages.join(', ')}.`);
  const { url, from } = settings.mail;
  if (url === null)
    throw new Error('SMTP_URL: expected an address such as smtps://user:password@mail.example.com.');
  const answer = await sendTestMail(settings, { url, from }, to, locale);
  return [`The mail server at ${new URL(url).host} took the test for ${to}: ${answer}`];
}
