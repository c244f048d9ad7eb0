export { createEmbed } from './embeds.ts';
export { publishEmbed } from './publish.ts';
export { countEmbeds, getEmbedProgress } from './queries.ts';
export { weightedRating } from './snapshot.ts';
