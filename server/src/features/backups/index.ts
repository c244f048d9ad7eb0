export { type Erasure, plainlyDeletedTables } from './erasure.ts';
export {
  type JournalContent,
  type JournalCopy,
  journalText,
  readJournalFile,
  readWholeJournal,
  startJournalCopy,
} from './journal-file.ts';
export {
  BackupRunningError,
  journalName,
  type MadeBackup,
  makeBackup,
  secretCheckContext,
} from './make-backup.ts';
export {
  beginRestore,
  findLastBackups,
  findUnfinishedRestore,
  finishRestore,
  insertErasures,
} from './queries.ts';
export { backupDays, dayMs, journalDays } from './retention.ts';
export { lastBackupAge } from './schedule.ts';
