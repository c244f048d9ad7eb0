export { createFirstBusiness, findOrCreateLocation, listBusinesses } from './businesses.ts';
export { lockLocations } from './queries.ts';
