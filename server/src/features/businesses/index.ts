export { createFirstBusiness, listBusinesses, locationFor } from './businesses.ts';
export { businessRoutes } from './routes.ts';
