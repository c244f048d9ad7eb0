import type { Settings } from '../../config/settings.ts';
import type { Database } from '../../db/client.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secret-box.ts';

export interface BackupsDeps {
  db: Database;
  settings: Pick<Settings, 'backups' | 'secret' | 'oldSecrets' | 'dataFolder'>;
  box: SecretBox;
  log: Log;
}
