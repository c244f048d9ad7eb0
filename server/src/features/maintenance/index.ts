export { getMaintenance, setReadOnly } from './maintenance.ts';
export { createNoticeBoard } from './notice-board.ts';
