export type { AddedPipeline, ReviewSites } from './deps.ts';
export { listDestinations } from './destinations.ts';
export { addDoorSums, countAtDoor, type DoorCounts, type DoorKey, type DoorSum } from './door-days.ts';
export { type PageView, readPageView } from './page-view.ts';
export { listRatingStyles } from './pipelines.ts';
export { readCollectProgress } from './progress.ts';
export {
  findPipelineBySlug,
  listBusinessSlugs,
  listPipelineRows,
  updatePipelineTakedown,
} from './queries.ts';
export { presentTakedown } from './takedown.ts';
