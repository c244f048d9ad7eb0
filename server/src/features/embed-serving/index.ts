export type { EmbedServingDeps } from './deps.ts';
export { mountEmbedRoutes } from './public-routes.ts';
export { snapshotHash } from './snapshot-hash.ts';
export { createEmbedStore, type EmbedStore } from './store.ts';
