import { useAuth } from '../../../lib/auth/session.tsx';

/** `YYYY-MM-DD` of a time in a zone. */
export function dayIn(time: number, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
}

/** Today in the account's time zone, `YYYY-MM-DD`, as the filters count days. */
export function useToday(): string {
  return dayIn(Date.now(), useAuth().additionalUserDetails?.timeZone);
}

/** @param day `YYYY-MM-DD` */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
