export { createFirstBusiness, findOrCreateLocation, listBusinesses } from './businesses.ts';
export { businessRoutes } from './routes.ts';
