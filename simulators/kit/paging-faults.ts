import { pagesByOffset } from './content-faults.ts';
import { countOption, type FaultKind, type FaultRegistry } from './fault-registry.ts';
import { controlError, numberField, stringField } from './json-object.ts';

/** A page that is asked for: the place, its number in the pass (from 1), and the token it was asked with. */
export type PageRequest = { place: string; ordinal: number; token: string | null; size: number };

/** How the page is to be answered. */
export type PagePlan = {
  size: number;
  /** No items, and a token that leads to what this page would have held. */
  empty: boolean;
  byOffset: boolean;
  /** The list says that there is nothing; the count is gone too, or is the old one. */
  vanished: 'no' | 'with count' | 'count stays';
};

/** The faults of lists that lie about how they go on, or about how much there is. */
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

/** How to answer a page, or `refused` when its token counts as expired. */
export function planPage(board: FaultRegistry, asked: PageRequest): PagePlan | 'refused' {
  const { place } = asked;
  if (isExpired(board, asked)) return 'refused';
  const short = board.find('page-short', place);
  const empty = board.find('page-empty-with-token', place);
  const vanish = board.find('mass-vanish', place);
  const isEmpty = empty !== null && asked.ordinal === countOption(empty, 'afterPage', 1) + 1;
  const size = short
    ? Math.min(asked.size, Math.max(1, countOption(short, 'items', Math.floor(asked.size / 2))))
    : asked.size;
  if (short) board.fire(short);
  if (isEmpty) board.fire(empty);
  if (vanish) board.fire(vanish);
  const stays = vanish?.options.count === 'old';
  return {
    size,
    empty: isEmpty,
    byOffset: pagesByOffset(board, place),
    vanished: vanish === null ? 'no' : stays ? 'count stays' : 'with count',
  };
}

/** The number of reviews as it is told. */
export function reportedCount(board: FaultRegistry, place: string, count: number): number {
  const fault = board.find('count-lies', place);
  if (!fault) return count;
  board.fire(fault);
  return Math.max(0, count + (numberField(fault.options, 'by') ?? 5));
}

/**
 * The token that a page hands out: the true one, or one of a page that was read. `first` is a token of the first page,
 * which was asked for without one.
 */
export function nextPageTokenFor(
  board: FaultRegistry,
  asked: PageRequest,
  next: string | null,
  first: string,
): string | null {
  const loop = board.find('token-loop', asked.place);
  if (!loop) return next;
  const begin = countOption(loop, 'afterPage', 1);
  const own = asked.token ?? first;
  if (asked.ordinal === begin) loop.memory.back = own;
  if (asked.ordinal !== begin + Math.max(1, countOption(loop, 'cycle', 1)) - 1) return next;
  loop.fired += 1;
  return stringField(loop.memory, 'back') ?? own;
}

/** Refused from the page on, for every token of the place, as an expired snapshot would be; a new pass is served. */
function isExpired(board: FaultRegistry, asked: PageRequest): boolean {
  const fault = board.find('token-expired', asked.place);
  if (!fault) return false;
  if (asked.token === null) {
    if (fault.memory.dead === true) {
      fault.memory.dead = false;
      fault.left -= 1;
      if (fault.left <= 0) board.finish(fault);
    }
    return false;
  }
  if (fault.memory.dead !== true && asked.ordinal <= countOption(fault, 'afterPage', 1)) return false;
  fault.memory.dead = true;
  fault.fired += 1;
  return true;
}
