/** The days of a filter as conditions on the time of an entry. */
import { type RawBuilder, sql } from 'kysely';
import { atHour } from '../../lib/time-zones.ts';

export interface DayFilter {
  /** First and last day, `YYYY-MM-DD`. */
  from: string | null;
  to: string | null;
  /** IANA zone that the days are of. */
  zone: string;
}

/** Conditions on `e.at`. The moments are computed here, because a database may not know each zone that a browser knows. */
export function dayConditions({ from, to, zone }: DayFilter): RawBuilder<unknown>[] {
  const startOf = (day: string, hour: number) =>
    sql`to_timestamp(${atHour(day, hour, zone).getTime() / 1000}::double precision)`;
  return [
    ...(from === null ? [] : [sql`e.at >= ${startOf(from, 0)}`]),
    ...(to === null ? [] : [sql`e.at < ${startOf(to, 24)}`]),
  ];
}
