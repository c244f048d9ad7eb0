import type { QuietHours } from '@kindling/contract/profile';

const dayMinutes = 1440;

/**
 * When the quiet hours end that `now` is in; null outside of them.
 * @param timeZone IANA zone in which the hours are meant
 */
export function quietUntil(now: Date, timeZone: string, { from, to }: QuietHours): Date | null {
  const [start, end, minute] = [minutesOf(from), minutesOf(to), minuteOfDay(now, timeZone)];
  const inside = start < end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!inside) return null;
  const left = (end - minute + dayMinutes) % dayMinutes;
  const wholeMinute = Math.floor(now.getTime() / 60_000) * 60_000;
  const guess = new Date(wholeMinute + left * 60_000);
  // A clock change in between moves the end by its difference.
  const shift = ((end - minuteOfDay(guess, timeZone) + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  const until = new Date(guess.getTime() + shift * 60_000);
  return until > now ? until : guess;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0);
}
