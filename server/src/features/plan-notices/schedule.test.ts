import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deletionDay, type NoticeKind, nextStep, type SentNotice } from './schedule.ts';

const dayMs = 86_400_000;
const endsAt = new Date('2026-05-20T12:00:00Z');
const at = (days: number) => new Date(endsAt.getTime() + days * dayMs);
const daysLeft = (now: Date) => Math.ceil((endsAt.getTime() - now.getTime()) / dayMs);

/** Runs the clock by hours, with a mail server that takes each mail after `acceptAfterDays`; null takes none. */
function run(
  state: 'trial' | 'canceled',
  { from, to, acceptAfterDays = 0 }: { from: number; to: number; acceptAfterDays?: number | null },
) {
  const sent: SentNotice[] = [];
  const told: string[] = [];
  for (let hours = from * 24; hours <= to * 24; hours++) {
    const now = at(hours / 24);
    for (const notice of sent)
      if (
        notice.acceptedAt === null &&
        acceptAfterDays !== null &&
        now.getTime() - notice.queuedAt.getTime() >= acceptAfterDays * dayMs
      )
        notice.acceptedAt = now;
    const step = nextStep({ state, endsAt }, daysLeft(now), sent, now);
    if (step.step === 'delete') return { told, deletedOn: hours / 24 };
    if (step.step === 'mail') {
      const known = sent.findIndex(({ kind }) => kind === step.kind);
      if (known !== -1) sent.splice(known, 1);
      sent.push({ kind: step.kind, queuedAt: now, acceptedAt: null });
      told.push(`${step.kind} at ${hours / 24}`);
    }
  }
  return { told, deletedOn: null };
}

describe('mails about the end of a plan', () => {
  test('a trial is announced 7, 3 and 1 days before, told at its end, and deleted after three warnings', () => {
    expect(run('trial', { from: -14, to: 100 })).toEqual({
      told: [
        'trial-7 at -7',
        'trial-3 at -3',
        'trial-1 at -1',
        'trial-ended at 0',
        'deletion-30 at 60',
        // The mail server takes each warning an hour later, which moves the day by an hour.
        `deletion-7 at ${90 - 7 + 1 / 24}`,
        `deletion-1 at ${90 - 1 + 2 / 24}`,
      ],
      deletedOn: 90 + 3 / 24,
    });
  });

  test('a canceled plan is told at its end only', () => {
    expect(run('canceled', { from: -14, to: 59 }).told).toEqual(['plan-ended at 0']);
  });

  test('nobody hears of an end that is long past, because the worker did not run', () => {
    expect(run('trial', { from: 5, to: 50 }).told).toEqual([]);
  });

  test('an account whose warnings no mail server takes is never deleted, and warned again each week', () => {
    const { told, deletedOn } = run('trial', { from: 59, to: 400, acceptAfterDays: null });
    expect(deletedOn).toBeNull();
    expect(told.slice(0, 3)).toEqual(['deletion-30 at 60', 'deletion-30 at 67', 'deletion-30 at 74']);
  });

  test('warnings that come late move the day: each keeps its distance', () => {
    const { told, deletedOn } = run('trial', { from: 300, to: 400 });
    expect(told[0]).toBe('deletion-30 at 300');
    expect(deletedOn).toBeGreaterThanOrEqual(330);
  });

  test('an account is deleted only after all three warnings were taken, each early enough', () => {
    const kinds: NoticeKind[] = ['deletion-30', 'deletion-7', 'deletion-1'];
    const time = fc.option(fc.integer({ min: 0, max: 400 }), { nil: null });
    fc.assert(
      fc.property(fc.tuple(time, time, time), fc.integer({ min: 0, max: 800 }), (accepted, day) => {
        const sent = kinds.flatMap((kind, index) => {
          const on = accepted[index];
          return on == null ? [] : [{ kind, queuedAt: at(on), acceptedAt: at(on) }];
        });
        const step = nextStep({ state: 'canceled', endsAt }, -day, sent, at(day));
        if (step.step !== 'delete') return;
        expect(sent).toHaveLength(3);
        expect(day).toBeGreaterThanOrEqual(90);
        for (const [index, distance] of [30, 7, 1].entries())
          expect(day - (accepted[index] ?? Number.NaN)).toBeGreaterThanOrEqual(distance);
        expect(deletionDay(endsAt, sent).getTime()).toBeLessThanOrEqual(at(day).getTime());
      }),
      { numRuns: 500 },
    );
  });
});
