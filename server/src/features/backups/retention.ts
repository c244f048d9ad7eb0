/** Days after which a backup is deleted, and restored no more. */
export const backupDays = 30;
/** Days for which erasures are kept for a restore: longer than any backup, which nobody may have deleted in time. */
export const journalDays = 45;
/** Days for which it is known that a backup was made. */
export const backupRecordDays = 90;

export const dayMs = 86_400_000;
