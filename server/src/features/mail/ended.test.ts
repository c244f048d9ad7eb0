/** What the slice tells others about the end of a mail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { deliverMail } from './deliver.ts';
import type { EndedMail } from './deps.ts';
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
});
