export type { EmbedsDeps } from './deps.ts';
export { createEmbed } from './embeds.ts';
export { embedJobs, lapseJob, refreshJob } from './jobs.ts';
export { createPageAnalyzer } from './page-analyzer.ts';
export { publishEmbed } from './publish.ts';
export { countEmbeds, getEmbedProgress, listEmbedCodes, recordFirstSite } from './queries.ts';
export { embedRoutes } from './routes.ts';
export { weightedRating } from './snapshot.ts';
