/** Changes of businesses and locations. The triggers of migration 0055 store these events. */
import { z } from 'zod';
import { defineEvent } from '../../events/domain-event.ts';

export const businessAdded = defineEvent('business.added', {});
export const businessChanged = defineEvent('business.changed', {
  fields: z.array(z.enum(['name', 'category', 'website', 'phone', 'brandColor', 'archived'])),
});
export const businessRemoved = defineEvent('business.removed', {});

export const locationAdded = defineEvent('location.added', {});
/** `address` includes the country, `business` that it belongs to another one. */
export const locationChanged = defineEvent('location.changed', {
  fields: z.array(z.enum(['name', 'business', 'address', 'phone', 'timeZone', 'links'])),
});
export const locationRemoved = defineEvent('location.removed', {});

export const businessEvents = [
  businessAdded,
  businessChanged,
  businessRemoved,
  locationAdded,
  locationChanged,
  locationRemoved,
] as const;
