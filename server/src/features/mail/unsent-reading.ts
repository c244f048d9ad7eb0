import { sql } from 'kysely';
import type { GaugeReading } from '../../slices/gauge-reading.ts';

const maxCounted = 20_000;

/** Mails that wait, for metrics. */
export const unsentReading: GaugeReading = {
  gauges: [
    {
      name: 'kindling_mail_unsent',
      help: `Mails that are due and wait or are being sent, at most ${maxCounted}.`,
    },
    {
      name: 'kindling_mail_oldest_unsent_seconds',
      help: 'Time since the oldest mail that is not sent was stored; dead letters do not count.',
    },
  ],
  async read({ inSystem }) {
    const { rows } = await inSystem((trx) =>
      sql<{ unsent: number; age: number }>`
        select count(*)::int as unsent, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
          from (select created_at from emails
                 where state in ('queued', 'sending') order by next_try_at limit ${maxCounted}) unsent`.execute(
        trx,
      ),
    );
    const [row] = rows;
    return [
      { name: 'kindling_mail_unsent', value: row?.unsent ?? 0 },
      { name: 'kindling_mail_oldest_unsent_seconds', value: Math.max(0, row?.age ?? 0) },
    ];
  },
};
