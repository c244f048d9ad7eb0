export { importEvents } from './events.ts';
