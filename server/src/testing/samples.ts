/** For tests only: values that the requests of tests and the fixtures share. */
import { makePng } from './png.ts';

/** When the locations of a tenant fixture were last changed. */
export const lastChangedAt = '2026-01-01T00:00:00.000Z';
export const someLocation = {
  name: 'Harbour',
  address: null,
  country: 'PT',
  phone: null,
  timeZone: null,
};

/** A complete picture as the browser sends it. */
export function somePicture(): string {
  return makePng().toString('base64');
}
