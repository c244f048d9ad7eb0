/** The mail with the link to the monthly report; null for a month and a month before without any review. */
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { AccountUser } from '../identity/index.ts';
import { addressOf, type MailRequest } from '../mail/index.ts';
import { buildMonthlyReport } from '../reports/index.ts';
import type { AlertsDeps } from './deps.ts';
import { periodStarts } from './digest-days.ts';

/** @param day the first of the month after the one that is reported */
export async function reportMail(
  { connectors, alertLink }: Pick<AlertsDeps, 'connectors' | 'alertLink'>,
  trx: Transaction<DB>,
  user: AccountUser,
  { accountId, day }: { accountId: string; day: string },
): Promise<MailRequest | null> {
  const month = periodStarts('report', day).from.slice(0, 7);
  const report = await buildMonthlyReport(trx, accountId, connectors, { month });
  const { written, writtenBefore, average, replies } = report;
  if (written + writtenBefore === 0) return null;
  return {
    kind: 'monthly-report',
    ...addressOf(user),
    accountId,
    month,
    written,
    before: writtenBefore,
    average:
      average.now === null
        ? null
        : { now: average.now, before: average.before, sources: [...average.sources] },
    replied: replies.replied,
    subjectName: report.business?.name ?? report.accountName,
    unsubscribe: alertLink({ accountId, userId: user.userId, mail: 'monthlyReport' }),
  };
}
