/** What the slice tells others about the end of a mail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { untilLocksWait } from '../../testing/lock-waits.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { deliverMail } from './deliver.ts';
import type { EndedMail } from './deps.ts';
import { deleteEndedMail, requeueDeadMails } from './queries.ts';
import { queueMail } from './queue-mail.ts';
import { DeliveryError } from './transport.ts';

describe.each(featureModes)('the end of a mail, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  const request = { kind: 'admin-test', to: 'ended@example.com', locale: 'en' } as const;
  const refusal = (permanent: boolean) => () =>
    Promise.reject(new DeliveryError('refused', permanent, '550 no'));

  test.each<[string, boolean[], EndedMail['state'][]]>([
    ['is told once it was sent', [], ['sent']],
    ['is told once, after attempts that will be repeated', [false, false], ['sent']],
    ['is told when the mail server refuses it', [true], ['dead']],
  ])('%s', async (_name, refusals, expected) => {
    const { mail } = app.services;
    const id = await queueMail(mail, request);
    const told: EndedMail[] = [];
    const onEnded = async (_trx: unknown, ended: EndedMail) => void told.push(ended);
    let now = Date.now();
    for (const send of [...refusals.map(refusal), () => Promise.resolve('250 ok')]) {
      await deliverMail({ ...mail, now: () => new Date(now), onEnded }, { send }, id);
      now += 3_600_000;
    }
    expect(told).toEqual(
      expected.map((state) => ({ id, state, answer: state === 'sent' ? '250 ok' : '550 no' })),
    );
  });

  test('a dead letter that is queued again is not deleted as an old one meanwhile', async () => {
    const { db } = app.services;
    const id = await queueMail(app.services.mail, request);
    await deliverMail({ ...app.services.mail, onEnded: async () => undefined }, { send: refusal(true) }, id);
    const monthLater = new Date(Date.now() + 31 * 86_400_000);
    const tidying = await inSystem(db, async (trx) => {
      expect(await requeueDeadMails(trx, [id], new Date(), monthLater)).toEqual([id]);
      const deleted = deleteEndedMail(db, 'dead', monthLater);
      if (mode === 'postgres') await untilLocksWait(db, 1);
      return { deleted };
    });
    await tidying.deleted;
    const { rows } = await queryAsOwner(db, 'select state from emails where id = $1', [id]);
    expect(rows).toEqual([{ state: 'queued' }]);
  });
});
