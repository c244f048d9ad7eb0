/** `YYYY-MM-DD`. */
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** True for a day that exists: `Date` accepts 30 February and turns it into another day. */
export function isDay(value: string): boolean {
  if (!dayPattern.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
