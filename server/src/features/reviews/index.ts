export { storeReviews } from './ingest.ts';
export { sumByListing } from './queries.ts';
export { listReviews, reviewFigures } from './reviews.ts';
export { reviewRoutes } from './routes.ts';
