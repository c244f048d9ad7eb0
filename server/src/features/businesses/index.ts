export { createFirstBusiness, findOrCreateLocation, listBusinesses } from './businesses.ts';
export { businessEvents } from './events.ts';
export { listLocationNames, lockLocations } from './queries.ts';
