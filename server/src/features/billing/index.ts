export type { Plans } from './plans.ts';
