import { invalidRequest, noSuchObject } from './errors.ts';
import type { List, Stored } from './objects.ts';
import type { Range } from './params.ts';
import type { Kind, Tables } from './records.ts';
import type { PaymentsState } from './state.ts';

interface Page {
  limit?: number | null | undefined;
  starting_after?: string | null | undefined;
  ending_before?: string | null | undefined;
}

const defaultLimit = 10;

/** A list with one page of `entries`, which are oldest first; lists are newest first. */
export function listPage<T extends { id: string }>(
  entries: readonly T[],
  page: Page,
  url: string,
  kind: string,
): List<T> {
  const limit = page.limit ?? defaultLimit;
  if (limit < 1 || limit > 100) throw limitError(limit);
  const newestFirst = entries.toReversed();
  const indexOf = (id: string, param: string) => {
    const at = newestFirst.findIndex((entry) => entry.id === id);
    if (at < 0) throw noSuchObject(kind, id, param);
    return at;
  };
  if (page.ending_before) {
    const end = indexOf(page.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = page.starting_after ? indexOf(page.starting_after, 'starting_after') + 1 : 0;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: newestFirst.length > start + limit, url };
}

function limitError(limit: number) {
  const message =
    limit < 1
      ? 'This value must be greater than or equal to 1.'
      : `This value must be less than or equal to 100 (it currently is '${limit}').`;
  return invalidRequest(message, { code: 'parameter_invalid_integer', param: 'limit' });
}

type ListedKind = { [K in Kind]: Tables[K] extends Stored ? K : never }[Kind];

/** A page of the objects of a kind that fit, and were created in the range that is asked for. */
export function listOf<K extends ListedKind>(
  { store }: PaymentsState,
  kind: K,
  asked: Page & { created?: Range | null | undefined },
  url: string,
  fits: (entry: Tables[K]) => boolean,
  name: string = kind,
): List<Tables[K]> {
  const found = store.list(kind).filter((entry) => fits(entry) && isInRange(entry, asked.created));
  return listPage(found, asked, url, name);
}

/** A list inside an object. */
export function innerList<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url };
}

/** Whether an object was created in a range of times. */
function isInRange({ created }: Stored, range: Range | null | undefined): boolean {
  if (!range) return true;
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  );
}
