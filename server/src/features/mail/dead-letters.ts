/** Lets the operator list the mails that could not be sent. */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { countMailByState, type DeadEmail, listDeadMail } from './queries.ts';

/** Dead letters per report. */
const maxShown = 100;

/** Lines for a terminal: the number of mails by state, and the dead letters with the mail server's last answer. */
export async function reportDeadMail(db: Pick<Database, 'pool'>): Promise<string[]> {
  const { counts, dead } = await inSystem(db, async (trx) => ({
    counts: await countMailByState(trx),
    dead: await listDeadMail(trx, maxShown),
  }));
  const of = (state: string) => counts.get(state) ?? 0;
  const head = `Mail: ${of('queued') + of('sending')} waiting, ${of('sent')} sent, ${of('dead')} could not be sent.`;
  if (dead.length === 0) return [head];
  const more = of('dead') - dead.length;
  return [
    head,
    ...dead.flatMap(deadLines),
    ...(more > 0 ? [`… and ${more} older ones.`] : []),
    'To send again: mail resend <id>, or mail resend all.',
  ];
}

function deadLines(mail: DeadEmail): string[] {
  const at = mail.created_at.toISOString().slice(0, 16).replace('T', ' ');
  const tries = mail.attempts === 1 ? '1 try' : `${mail.attempts} tries`;
  return [
    `${mail.id}  ${at} UTC  ${mail.template}  ${printable(mail.recipient)}  ${tries}`,
    `  ${printable(mail.provider_answer ?? 'no answer')}`,
  ];
}

/** Removes control characters, because a mail server's answer is untrusted and could control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
