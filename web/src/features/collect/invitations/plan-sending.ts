/** How an invitation spreads over days, so that the last look can say it before anything is sent. Days are `YYYY-MM-DD`. */

export interface SendingPlan {
  /** The first day on which mails go out, and how many. */
  first: { day: string; count: number };
  /** How many go out on each of the days after it, at most; 0 when all go on the first one. */
  perDay: number;
  last: string;
}

interface Allowed {
  perDay: number;
  leftToday: number;
}

/**
 * @param startsOn null for now.
 * @returns null where nobody is to be written to, or nothing may be sent
 */
export function planSending(
  people: number,
  allowed: Allowed,
  today: string,
  startsOn: string | null,
): SendingPlan | null {
  if (people <= 0 || allowed.perDay <= 0) return null;
  const beginsToday = startsOn === null || startsOn <= today;
  const usedUp = beginsToday && allowed.leftToday <= 0;
  const day = usedUp ? addDays(today, 1) : beginsToday ? today : startsOn;
  const room = beginsToday && !usedUp ? Math.min(allowed.leftToday, allowed.perDay) : allowed.perDay;
  const count = Math.min(people, room);
  const days = Math.ceil((people - count) / allowed.perDay);
  return { first: { day, count }, perDay: days === 0 ? 0 : allowed.perDay, last: addDays(day, days) };
}

export function addDays(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}

/** Day and hour of a time where the clocks of the zone stand. */
export function clockIn(timeZone: string, now: Date): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const value = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${value('year')}-${value('month')}-${value('day')}`, hour: Number(value('hour')) };
}
