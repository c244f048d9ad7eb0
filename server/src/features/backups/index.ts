export { type Erasure, plainlyDeletedTables } from './erasure.ts';
export { readJournalFile, readWholeJournal, startJournalCopy } from './journal-file.ts';
export { journalFile, type ParsedJournal } from './journal-lines.ts';
export { backupKeys } from './keys.ts';
export {
  BackupRunningError,
  journalName,
  type MadeBackup,
  makeBackup,
  secretCheckContext,
} from './make-backup.ts';
export {
  beginRestore,
  findUnfinishedRestore,
  finishRestore,
  insertErasures,
} from './queries.ts';
export { dayMs, journalDays } from './retention.ts';
export { lastBackupAge } from './schedule.ts';
export { startTidying } from './tidy-folder.ts';
