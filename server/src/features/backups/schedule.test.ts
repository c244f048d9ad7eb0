import { expect, test } from 'vitest';
import { isBackupDue, lastScheduledTime } from './schedule.ts';

const at = (time: string) => new Date(`2026-11-28T${time}:00Z`);
const finished = (time: string) => ({ began_at: at(time), finished_at: at(time), failure: null });
const failed = (time: string, failure = 'ENOSPC') => ({ began_at: at(time), finished_at: null, failure });

test('the time of the day is today when it has passed, else yesterday', () => {
  expect(lastScheduledTime('02:30', at('02:30'))).toEqual(at('02:30'));
  expect(lastScheduledTime('02:30', at('02:29'))).toEqual(new Date('2026-11-27T02:30:00Z'));
});

test('a backup is due once after each time of the day, also late, and an hour after a failure', () => {
  const none = { finished: null, latest: null };
  expect(isBackupDue('02:30', none, at('12:00'))).toBe(true);
  const early = finished('01:00');
  // Two queries find it, so it is not the same object.
  const again = finished('01:00');
  expect(isBackupDue('02:30', { finished: early, latest: again }, at('02:00'))).toBe(false);
  expect(isBackupDue('02:30', { finished: early, latest: again }, at('02:30'))).toBe(true);
  expect(isBackupDue('02:30', { finished: finished('02:20'), latest: finished('02:20') }, at('02:30'))).toBe(
    true,
  );
  const done = finished('02:31');
  expect(isBackupDue('02:30', { finished: done, latest: done }, at('23:59'))).toBe(false);
  expect(isBackupDue('02:30', { finished: early, latest: failed('02:31') }, at('03:30'))).toBe(false);
  expect(isBackupDue('02:30', { finished: early, latest: failed('02:31') }, at('03:31'))).toBe(true);
  expect(isBackupDue('02:30', { finished: early, latest: failed('02:31', 'stopped') }, at('02:32'))).toBe(
    true,
  );
});
