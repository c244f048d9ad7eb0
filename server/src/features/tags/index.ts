export { tagEvents, tagMerged } from './events.ts';
export { keepTags } from './queries.ts';
export { tagMany } from './tagging.ts';
export { changeTag, createTag, listTags, runTag } from './tags.ts';
