import { pagesByOffset } from './content-faults.ts';
import { countOption, type FaultKind, type FaultRegistry } from './fault-registry.ts';
import { controlError, numberField, stringField } from './json-object.ts';

/** A requested page of a list: the place, the number of the page (from 1), and its page token. */
export type PageRequest = { place: string; ordinal: number; token: string | null; size: number };

/** What the page holds. */
export type PagePlan = {
  size: number;
  /** No items, and a token that leads to the items of this page. */
  empty: boolean;
  byOffset: boolean;
  /** The list is empty although reviews exist; the count is 0 too, or stays. */
  vanished: 'no' | 'with count' | 'count stays';
};

/** The faults of page tokens, page sizes and counts. */
export const pagingFaultKinds: Record<string, FaultKind> = {
  'mass-vanish': {
    about: 'the list is empty, with 200',
    options: 'count: "zero" (the usual) or "old" (the number stays)',
    start: ({ options }) => {
      const count = stringField(options, 'count') ?? 'zero';
      if (count !== 'zero' && count !== 'old') throw controlError('"count" must be zero or old');
    },
  },
  'count-lies': {
    about: 'the number of reviews is wrong',
    options: 'by (5; negative is too few)',
    start: ({ options }) => {
      if (options.by !== undefined && numberField(options, 'by') === undefined)
        throw controlError('"by" must be a number');
    },
  },
  'token-loop': {
    about: 'from a page on, the token leads back to a page that was read',
    options: 'afterPage (1), cycle (1: the same page again; more: so many pages in a circle)',
  },
  'token-expired': {
    about: 'page tokens are refused in the middle of a pass, until it begins anew',
    options: 'afterPage (1); times counts passes',
    times: 1,
  },
  'page-short': { about: 'pages hold fewer reviews than asked', options: 'items (half of what was asked)' },
  'page-empty-with-token': {
    about: 'a page holds no review, but a token',
    options: 'afterPage (1)',
    times: 1,
  },
};

/** What a page holds, or `refused` when its token counts as expired. */
export function planPage(faults: FaultRegistry, asked: PageRequest): PagePlan | 'refused' {
  const { place } = asked;
  if (isExpired(faults, asked)) return 'refused';
  const short = faults.find('page-short', place);
  const empty = faults.find('page-empty-with-token', place);
  const vanish = faults.find('mass-vanish', place);
  const isEmpty = empty !== null && asked.ordinal === countOption(empty, 'afterPage', 1) + 1;
  const size = short
    ? Math.min(asked.size, Math.max(1, countOption(short, 'items', Math.floor(asked.size / 2))))
    : asked.size;
  if (short) faults.fire(short);
  if (isEmpty) faults.fire(empty);
  if (vanish) faults.fire(vanish);
  const stays = vanish?.options.count === 'old';
  return {
    size,
    empty: isEmpty,
    byOffset: pagesByOffset(faults, place),
    vanished: vanish === null ? 'no' : stays ? 'count stays' : 'with count',
  };
}

/** The number of reviews that the platform reports. */
export function reportedCount(faults: FaultRegistry, place: string, count: number): number {
  const fault = faults.find('count-lies', place);
  if (!fault) return count;
  faults.fire(fault);
  return Math.max(0, count + (numberField(fault.options, 'by') ?? 5));
}

/**
 * The next page token: `next`, or with `token-loop` the token of an earlier page. `first` is a token for the first page,
 * which the client requests without one.
 */
export function nextPageTokenFor(
  faults: FaultRegistry,
  asked: PageRequest,
  next: string | null,
  first: string,
): string | null {
  const loop = faults.find('token-loop', asked.place);
  if (!loop) return next;
  const begin = countOption(loop, 'afterPage', 1);
  const own = asked.token ?? first;
  if (asked.ordinal === begin) loop.memory.back = own;
  if (asked.ordinal !== begin + Math.max(1, countOption(loop, 'cycle', 1)) - 1) return next;
  loop.fired += 1;
  return stringField(loop.memory, 'back') ?? own;
}

/**
 * Refuses every token of the place from that page on, as a platform does when its snapshot expires, until a new pass
 * starts.
 */
function isExpired(faults: FaultRegistry, asked: PageRequest): boolean {
  const fault = faults.find('token-expired', asked.place);
  if (!fault) return false;
  if (asked.token === null) {
    if (fault.memory.dead === true) {
      fault.memory.dead = false;
      fault.left -= 1;
      if (fault.left <= 0) faults.finish(fault);
    }
    return false;
  }
  if (fault.memory.dead !== true && asked.ordinal <= countOption(fault, 'afterPage', 1)) return false;
  fault.memory.dead = true;
  fault.fired += 1;
  return true;
}
