/** Assignments that are noted while a mail is made. PostgreSQL only: the embedded database has one session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { alertDeps, reviewMailsTo, setAlerts, startAlertHarness } from '../../testing/alert-harness.ts';
import { databaseModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sweepAssignmentAlerts } from './assignment-alerts.ts';
import type { AlertsDeps } from './deps.ts';

const minute = 60_000;
const neverAborted = new AbortController().signal;

describe.each(databaseModes.filter((mode) => mode === 'postgres'))(
  'two workers and assignments, %s',
  (mode) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp(mode);
    });
    afterAll(() => app.close());

    test('what is noted while a mail is made waits a quarter of an hour for the next one', async () => {
      const place = await startAlertHarness(app, 600);
      await setAlerts(app, place.owner, { newReviews: 'off' });
      const access = { role: 'responder' as const, locationIds: null };
      const ana = await addTeamMember(app, place.owner, 'ana-600@example.com', access);
      const ids = await place.post({}, {});
      const assign = async (id: string | undefined) => {
        const { status } = await place.owner.call('PUT', `/reviews/${id}/assignee`, {
          assigneeId: ana.userId,
        });
        expect(status).toBe(200);
      };
      const sweep = (time: number, changed: Partial<AlertsDeps> = {}) =>
        sweepAssignmentAlerts({ ...alertDeps(app, new Date(time)), ...changed }, neverAborted);
      const noted = () =>
        inTenant(app.services.db, ana.accountId, (trx) =>
          trx.selectFrom('assignment_alerts').select('review_id').execute(),
        );
      await assign(ids[0]);
      await place.deliver();
      await assign(ids[1]);
      let delivery: Promise<void> | undefined;
      const { queueMail } = alertDeps(app);
      const now = Date.now();
      await sweep(now + 3 * minute, {
        async queueMail(request, trx, id) {
          delivery ??= place.deliver();
          await eventually(async () => expect(await noted()).toHaveLength(2));
          return queueMail(request, trx, id);
        },
      });
      await delivery;
      await sweep(now + 6 * minute);
      expect(await reviewMailsTo(app, ana)).toHaveLength(1);
      await sweep(now + 20 * minute);
      expect(await reviewMailsTo(app, ana)).toHaveLength(2);
    });
  },
);
