/**
 * The page that says what works at this moment. It asks the database at most once in five seconds, whoever calls, and waits two
 * seconds for it. It tells nothing about accounts: of syncs only when the last one succeeded, rounded to ten minutes.
 */
import type { Language } from '@kindling/contract/constants';
import type { ShownNotice } from '@kindling/contract/maintenance';
import { languageTag, sitePageName, statusPath } from '@kindling/contract/site';
import { type CompressedDocument, compressDocument, type SiteDocuments } from './documents.ts';
import type { Placeholders } from './placeholders.ts';

export interface StatusChecks {
  /** Rejects when the database does not answer. */
  checkDatabase(): Promise<unknown>;
  /** When the last successful sync of any account ended; null when none of the latest did. */
  readLastSync(): Promise<Date | null>;
  isReadOnly(): boolean;
  readNotices(language: Language): Promise<readonly ShownNotice[]>;
}

/** A page that is filled in while the program runs; null when the build lacks it. */
export type LivePage = (language: Language) => Promise<CompressedDocument | null>;

const keptForMs = 5_000;
const waitMs = 2_000;
const roundedToMs = 600_000;
const lateAfterMs = 86_400_000;

interface State {
  at: Date;
  isDatabaseUp: boolean;
  isWritable: boolean;
  lastSync: Date | null;
}

export function createStatusPage(
  documents: Pick<SiteDocuments, 'renderPerRequest'>,
  checks: StatusChecks,
  now: () => Date = () => new Date(),
): LivePage {
  const readState = keepFor(keptForMs, now, () => checkAll(checks, now()));
  const pages = new Map<Language, LivePage>();
  const renderIn = (language: Language) =>
    keepFor(keptForMs, now, async () => {
      const state = await readState();
      const notices = state.isDatabaseUp ? await orElse(checks.readNotices(language), []) : [];
      const html = documents.renderPerRequest(
        sitePageName(statusPath),
        language,
        statusPlaceholders(state, notices, languageTag(language)),
      );
      return html === null ? null : compressDocument(Buffer.from(html));
    });
  return (language) => {
    const page = pages.get(language) ?? renderIn(language);
    pages.set(language, page);
    return page(language);
  };
}

/** The result of the last call, which is made again when it is older. */
function keepFor<T>(ms: number, now: () => Date, make: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; result: Promise<T> } | null = null;
  return () => {
    if (kept === null || now().getTime() >= kept.until)
      kept = { until: now().getTime() + ms, result: make() };
    return kept.result;
  };
}

async function checkAll(checks: StatusChecks, at: Date): Promise<State> {
  const isDatabaseUp = await orElse(
    checks.checkDatabase().then(() => true),
    false,
  );
  const lastSync = isDatabaseUp
    ? await orElse<Date | null | undefined>(checks.readLastSync(), undefined)
    : undefined;
  return {
    at,
    isDatabaseUp: lastSync !== undefined,
    isWritable: !checks.isReadOnly(),
    lastSync: lastSync ?? null,
  };
}

/** What is used when the promise fails or takes too long. */
async function orElse<T>(promise: Promise<T>, other: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, waitMs, other);
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    return other;
  } finally {
    clearTimeout(timer);
  }
}

/** Empty for what is not so. */
function statusPlaceholders(
  { at, isDatabaseUp, isWritable, lastSync }: State,
  notices: readonly ShownNotice[],
  tag: string,
): Placeholders {
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(tag, { timeStyle: 'medium', timeZone: 'UTC' });
  const isLate = lastSync !== null && at.getTime() - lastSync.getTime() > lateAfterMs;
  const yes = (is: boolean) => (is ? 'yes' : '');
  const rounded =
    lastSync === null ? null : new Date(Math.floor(lastSync.getTime() / roundedToMs) * roundedToMs);
  return {
    'status.checked': `${clock.format(at)} UTC`,
    'status.good': yes(isDatabaseUp && isWritable && !isLate),
    'status.database': yes(isDatabaseUp),
    'status.writable': yes(isWritable),
    'status.synced': rounded === null ? '' : `${time.format(rounded)} UTC`,
    'status.syncGood': yes(isDatabaseUp && lastSync !== null && !isLate),
    'status.syncLate': yes(isDatabaseUp && isLate),
    'status.syncNone': yes(isDatabaseUp && lastSync === null),
    'status.syncUnknown': yes(!isDatabaseUp),
    'notice.count': notices.length === 0 ? '' : String(notices.length),
    ...Object.fromEntries(
      notices.flatMap(({ text, until }, index) => [
        [`notice.${index + 1}.text`, text],
        [`notice.${index + 1}.until`, `${time.format(new Date(until))} UTC`],
      ]),
    ),
  };
}
