export { createFirstBusiness, findOrCreateLocation, listBusinesses } from './businesses.ts';
