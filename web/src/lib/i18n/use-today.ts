import { useAuth } from '../auth/session.tsx';

/** Today in the account's time zone, `YYYY-MM-DD`, as filters, charts and reports count days. */
export function useToday(): string {
  const timeZone = useAuth().additionalUserDetails?.timeZone;
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now());
}

/** @param day `YYYY-MM-DD` */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
