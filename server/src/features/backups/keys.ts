import type { Settings } from '../../config/settings.ts';
import type { BackupKeys } from '../../db/backup/header.ts';

/** What protects backups of this installation. */
export const backupKeys = ({
  backups,
  secret,
  oldSecrets,
}: Pick<Settings, 'backups' | 'secret' | 'oldSecrets'>): BackupKeys => ({
  key: backups.key,
  secrets: [secret, ...oldSecrets],
});
