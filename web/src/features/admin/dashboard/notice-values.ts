/** The values of the form of a notice: what its fields hold, and what is sent. */
import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import {
  type NoticeInput,
  type NoticeTone,
  noticeTextMaxLength,
  type StoredNotice,
} from '@kindling/contract/maintenance';

export interface NoticeValues {
  tone: NoticeTone;
  texts: Record<Language, string>;
  fallback: Language;
  /** As fields of the kind `datetime-local` hold them: local time without a zone; '' for none. */
  shownFrom: string;
  workFrom: string;
  shownUntil: string;
}

const hourMs = 3_600_000;

/** What the form begins with: the stored notice, or one that is shown from now on, for work in an hour. */
export function valuesOf(notice: StoredNotice | null, now: Date): NoticeValues {
  const texts = Object.fromEntries(languages.map((one) => [one, notice?.texts[one] ?? ''])) as Record<
    Language,
    string
  >;
  if (notice === null)
    return {
      tone: 'info',
      texts,
      fallback: fallbackLanguage,
      shownFrom: toField(now),
      workFrom: toField(new Date(now.getTime() + hourMs)),
      shownUntil: toField(new Date(now.getTime() + 2 * hourMs)),
    };
  return {
    tone: notice.tone,
    texts,
    fallback: notice.fallback,
    shownFrom: toField(new Date(notice.shownFrom)),
    workFrom: notice.workFrom === null ? '' : toField(new Date(notice.workFrom)),
    shownUntil: toField(new Date(notice.shownUntil)),
  };
}

/** Local time to the minute, such as 2026-11-28T22:00. */
export function toField(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Null for a field that is empty or not valid. */
export function toTime(field: string): string | null {
  const time = new Date(field);
  return field === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

export type NoticeFault = 'text' | 'tooLong' | 'time' | 'order' | 'past';

/** What is wrong, by field; empty when the notice can be sent. */
export function faultsOf(
  values: NoticeValues,
  now: Date,
): Partial<Record<'text' | 'shownFrom' | 'workFrom' | 'shownUntil', NoticeFault>> {
  const from = toTime(values.shownFrom);
  const work = values.workFrom === '' ? null : toTime(values.workFrom);
  const until = toTime(values.shownUntil);
  const untilFault = faultOfEnd(from, until, now);
  const isWorkWrong = values.workFrom !== '' && work === null;
  return {
    ...(values.texts[values.fallback].trim() === '' ? { text: 'text' as const } : {}),
    ...(languages.some((one) => values.texts[one].trim().length > noticeTextMaxLength)
      ? { text: 'tooLong' as const }
      : {}),
    ...(from === null ? { shownFrom: 'time' as const } : {}),
    ...(isWorkWrong ? { workFrom: 'time' as const } : {}),
    ...(work !== null && until !== null && work >= until ? { workFrom: 'order' as const } : {}),
    ...(untilFault === null ? {} : { shownUntil: untilFault }),
  };
}

function faultOfEnd(from: string | null, until: string | null, now: Date): NoticeFault | null {
  if (until === null) return 'time';
  if (Date.parse(until) <= now.getTime()) return 'past';
  return from !== null && from >= until ? 'order' : null;
}

/** What is sent. Languages without a text are left out. */
export function inputOf(values: NoticeValues): NoticeInput {
  const texts: NoticeInput['texts'] = {};
  for (const one of languages) {
    const text = values.texts[one].trim().replaceAll('\r\n', '\n');
    if (text !== '') texts[one] = text;
  }
  return {
    tone: values.tone,
    texts,
    fallback: values.fallback,
    shownFrom: toTime(values.shownFrom) ?? '',
    workFrom: values.workFrom === '' ? null : toTime(values.workFrom),
    shownUntil: toTime(values.shownUntil) ?? '',
  };
}
