/** What everybody sees, from memory: every open page of the app asks for it once a minute. */
import type { Language } from '@kindling/contract/constants';
import { maxOpenNotices, type ShownNotice } from '@kindling/contract/maintenance';
import type { ChangeNotifications } from '../../db/change-notifications.ts';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { presentShown } from './present.ts';
import { listOpenNotices, type NoticeRow } from './queries.ts';

export interface NoticeBoard {
  /** The notices that are shown now, in the order of their beginning. */
  read(language: Language, now?: Date): Promise<ShownNotice[]>;
}

/** Reads the stored notices at the first call and after each change, also of another process. */
export function createNoticeBoard(
  db: Pick<Database, 'pool'>,
  changes: Pick<ChangeNotifications, 'subscribe'>,
): NoticeBoard {
  let stored: Promise<NoticeRow[]> | null = null;
  changes.subscribe('maintenance', () => {
    stored = null;
  });
  const load = (now: Date) => {
    const loading = inSystem(db, (system) => listOpenNotices(system, now, maxOpenNotices));
    // A failed reading is not remembered.
    loading.catch(() => {
      if (stored === loading) stored = null;
    });
    return loading;
  };
  return {
    async read(language, now = new Date()) {
      stored ??= load(now);
      const rows = await stored;
      return rows
        .filter(({ shown_from, shown_until }) => shown_from <= now && now < shown_until)
        .map((row) => presentShown(row, language));
    },
  };
}
