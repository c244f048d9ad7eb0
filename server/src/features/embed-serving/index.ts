export { snapshotHash } from './snapshot-hash.ts';
export type { EmbedStore } from './store.ts';
