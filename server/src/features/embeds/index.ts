export type { EmbedsDeps } from './deps.ts';
export { createEmbed, publishEmbed } from './embeds.ts';
export { embedJobs, refreshJob } from './jobs.ts';
export { mountEmbedRoutes } from './public-routes.ts';
export { countEmbeds, listEmbedCodes, sumProgress } from './queries.ts';
export { embedRoutes } from './routes.ts';
export { createSightingLog } from './sightings.ts';
export { weighted } from './snapshot.ts';
export { createEmbedStore } from './store.ts';
