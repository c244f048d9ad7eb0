import { currentZoneName } from '@kindling/contract/time-zones';

/** The IANA zone of the viewer's clock, which times on the screen are in; their days are those of this zone too. */
export function viewerZone(): string {
  return currentZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** Today by the viewer's clock, `YYYY-MM-DD`. */
export function viewerToday(): string {
  return new Intl.DateTimeFormat('en-CA').format(Date.now());
}

/** The zone for days of a filter, where there are any. */
export function zoneOfDays({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  zone?: string;
} {
  return from === undefined && to === undefined ? {} : { zone: viewerZone() };
}
