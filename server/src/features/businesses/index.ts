export { createFirstBusiness, findOrCreateLocation, listBusinesses } from './businesses.ts';
export type { LostLocations, RenamedBusiness } from './deps.ts';
export { businessEvents } from './events.ts';
export { listLocationNames, lockLocations } from './queries.ts';
