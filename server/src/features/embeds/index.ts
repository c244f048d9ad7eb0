export { createEmbed } from './embeds.ts';
export { embedJobs } from './jobs.ts';
export { publishEmbed } from './publish.ts';
export { countEmbeds, getEmbedProgress } from './queries.ts';
export { weightedRating } from './snapshot.ts';
