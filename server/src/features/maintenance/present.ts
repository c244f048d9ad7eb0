import { asLanguage, type Language } from '@kindling/contract/constants';
import type { Maintenance, ShownNotice, StoredNotice } from '@kindling/contract/maintenance';
import type { ModeRow, NoticeRow } from './queries.ts';

export function presentMaintenance(mode: ModeRow, notices: readonly NoticeRow[]): Maintenance {
  return {
    readOnly: {
      since: mode.read_only_since?.toISOString() ?? null,
      changedBy: mode.changed_by,
      changedAt: mode.changed_at?.toISOString() ?? null,
      version: mode.version,
    },
    notices: notices.map(presentStored),
  };
}

function presentStored(row: NoticeRow): StoredNotice {
  return {
    id: row.id,
    tone: row.tone,
    texts: row.texts,
    fallback: row.fallback,
    shownFrom: row.shown_from.toISOString(),
    workFrom: row.work_from?.toISOString() ?? null,
    shownUntil: row.shown_until.toISOString(),
    version: row.version,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
  };
}

/** The notice in a language, or in its fallback. */
export function presentShown(row: NoticeRow, language: Language): ShownNotice {
  const shown = row.texts[language] === undefined ? asLanguage(row.fallback) : language;
  return {
    id: row.id,
    version: row.version,
    tone: row.tone,
    text: row.texts[shown] ?? '',
    language: shown,
    workFrom: row.work_from?.toISOString() ?? null,
    until: row.shown_until.toISOString(),
  };
}
