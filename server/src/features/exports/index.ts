export { archiveBytes } from './archive/archive-bytes.ts';
