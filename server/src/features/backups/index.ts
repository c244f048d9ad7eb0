export { type Erasure, plainlyDeletedTables } from './erasure.ts';
export {
  type JournalContent,
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
  findUnfinishedRestore,
  finishRestore,
  insertErasures,
} from './queries.ts';
export { dayMs, journalDays } from './retention.ts';
export { lastBackupAge } from './schedule.ts';
