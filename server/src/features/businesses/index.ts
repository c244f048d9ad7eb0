export { createFirstBusiness, findOrCreateLocation, listBusinesses } from './businesses.ts';
export { businessEvents } from './events.ts';
export { lockLocations } from './queries.ts';
