/** The events of connections and listings. The triggers of the migrations 0047 and 0055 store these events. */
import { connectionStatuses } from '@kindling/contract/constants';
import { platforms } from '@kindling/contract/platforms';
import { z } from 'zod';
import { defineEvent } from '../../events/domain-event.ts';

const platform = z.enum(platforms);
const change = { platform, status: z.enum(connectionStatuses) };

/** It worked until now and no longer does. */
export const connectionTrouble = defineEvent('connection.trouble', change);
export const connectionMended = defineEvent('connection.mended', change);
export const connectionDisconnected = defineEvent('connection.disconnected', change);

export const listingAdded = defineEvent('listing.added', { platform });
/** It belongs to another location. */
export const listingMoved = defineEvent('listing.moved', { platform });
/** `address` includes the country. */
export const listingChanged = defineEvent('listing.changed', {
  platform,
  fields: z.array(z.enum(['name', 'address', 'links'])),
});
/** The platform's own average or count is another one. */
export const listingFiguresChanged = defineEvent('listing.figures-changed', { platform });
/** Removed with its reviews, by itself or with its connection. */
export const listingRemoved = defineEvent('listing.removed', { platform });

export const listingEvents = [
  listingAdded,
  listingMoved,
  listingChanged,
  listingFiguresChanged,
  listingRemoved,
] as const;
export const connectionEvents = [connectionTrouble, connectionMended, connectionDisconnected] as const;
