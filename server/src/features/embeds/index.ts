export { createEmbed, publishEmbed } from './embeds.ts';
export { embedJobs } from './jobs.ts';
export { countEmbeds, getEmbedProgress } from './queries.ts';
export { weightedRating } from './snapshot.ts';
