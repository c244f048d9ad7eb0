export { keepTags } from './queries.ts';
export { tagMany } from './tagging.ts';
