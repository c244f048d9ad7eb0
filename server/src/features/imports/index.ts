export { importEvents, importPublished } from './events.ts';
export { undoAgain } from './queries.ts';
export { readTable, type TableRow } from './read-table.ts';
export { guessSeparator } from './separators.ts';
export { UnreadableFileError } from './unreadable-file-error.ts';
