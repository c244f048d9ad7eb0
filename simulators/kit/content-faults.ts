import {
  type ActiveFault,
  appliesTo,
  countOption,
  type FaultKind,
  type FaultRegistry,
} from './fault-registry.ts';
import { controlError, stringField } from './json-object.ts';

/** The reviews of a platform as far as the faults change them. `place` is a location or page, `id` a review of it. */
export type PlatformReviews = {
  places(): string[];
  /** Ids in the order of the list, newest first. */
  ids(place: string): string[];
  /** A member that is a resource name may be given where an id is meant. */
  idOf(name: string): string;
  nameOf(place: string, id: string): string;
  /** Changes the text. `at` (milliseconds) is the time of the change; null means newest of all. */
  edit(place: string, id: string, text: string, at: number | null): void;
  /** Takes a review away; gives what puts it back unchanged, or null when there is none. */
  remove(place: string, id: string): (() => void) | null;
  /** Adds a review in front of all; gives its id. */
  insert(place: string, text: string): string;
  /** Adds the same author, text and stars under a new id. */
  repost(place: string, id: string): string;
  isAnswered(place: string, id: string): boolean;
  /** The business answers somewhere else than through us; null takes the answer away. */
  answer(place: string, id: string, text: string | null): void;
  now(): number;
};

/** A page that was just served: how many reviews have been read with it, and whether more follow. */
export type ServedPage = { place: string; ordinal: number; read: number; more: boolean };

type Change = (world: PlatformReviews, turn: ServedPage, fault: ActiveFault) => string[];
type Mutation = { about: string; options: string; needsMore: boolean; change: Change; before?: Change };

const mutations: Record<string, Mutation> = {
  'edit-behind-cursor': {
    about: 'a review not read yet is edited and jumps to the head while the list is paged',
    options: 'count (1), review, text',
    needsMore: true,
    change: (world, { place, read }, fault) =>
      selectReviews(world, fault, place, world.ids(place).slice(read)).map((id) => {
        world.edit(place, id, stringField(fault.options, 'text') ?? `Edited behind the cursor (${id})`, null);
        return world.nameOf(place, id);
      }),
  },
  'delete-before-cursor': {
    about: 'a review already read is deleted while the list is paged by number: one is skipped',
    options: 'count (1), review',
    needsMore: true,
    change: (world, { place, read }, fault) =>
      selectReviews(world, fault, place, world.ids(place).slice(0, read)).map((id) => {
        world.remove(place, id);
        return world.nameOf(place, id);
      }),
  },
  'insert-while-paging': {
    about: 'reviews are added while the list is paged by number: some come twice',
    options: 'count (1), text',
    needsMore: true,
    change: (world, { place }, fault) =>
      Array.from({ length: countOption(fault, 'count', 1) }, (_, at) => {
        const text = stringField(fault.options, 'text') ?? `Came while you were reading (${at + 1})`;
        return world.nameOf(place, world.insert(place, text));
      }),
  },
  'edit-same-second': {
    about: 'a review is edited at once, and again after it was read, with one time for both',
    options: 'review (the newest), text',
    needsMore: false,
    before: (world, { place }, fault) => {
      fault.memory.at = Math.floor(world.now() / 1000) * 1000;
      return selectReviews(world, fault, place, world.ids(place)).map((id) => {
        world.edit(place, id, 'First of two edits', Number(fault.memory.at));
        fault.memory.id = id;
        return world.nameOf(place, id);
      });
    },
    change: (world, { place }, fault) => {
      const id = String(fault.memory.id);
      world.edit(
        place,
        id,
        stringField(fault.options, 'text') ?? 'Second of two edits',
        Number(fault.memory.at),
      );
      return [world.nameOf(place, id)];
    },
  },
  'delete-then-repost': {
    about: 'a review is deleted and comes again under a new id',
    options: 'review (the newest)',
    needsMore: false,
    change: (world, { place }, fault) =>
      selectReviews(world, fault, place, world.ids(place)).flatMap((id) => {
        const fresh = world.repost(place, id);
        world.remove(place, id);
        return [world.nameOf(place, id), world.nameOf(place, fresh)];
      }),
  },
};

/** Lists are paged by number, not by position, while one of these is on: that is how rows get skipped or repeated. */
const offsetPagingFaults = ['delete-before-cursor', 'insert-while-paging'];

/** Whether pages of this place are counted by number now. */
export function pagesByOffset(board: FaultRegistry, place: string): boolean {
  return offsetPagingFaults.some((name) => board.find(name, place) !== null);
}

/** The faults that change reviews, in the middle of a pass or at once. */
export function contentFaultKinds(world: PlatformReviews, board: FaultRegistry): Record<string, FaultKind> {
  const kinds: Record<string, FaultKind> = {};
  for (const [name, mutation] of Object.entries(mutations)) {
    kinds[name] = {
      about: mutation.about,
      options: `${mutation.options}, afterPage (1; 0 is at once)`,
      times: 1,
      start: (fault) => {
        const afterPage = countOption(fault, 'afterPage', 1);
        if (afterPage > 0 && !mutation.before) return;
        const turn = currentPage(world, requirePlace(world, fault));
        if (mutation.before) fault.touched.push(...mutation.before(world, turn, fault));
        if (afterPage > 0) return;
        const touched = mutation.change(world, turn, fault);
        if (touched.length === 0) throw controlError('there is no review to change');
        board.fire(fault, touched);
      },
    };
  }
  return { ...kinds, ...immediateFaultKinds(world, board) };
}

/** Faults that change the world at once and, some of them, put it back. */
function immediateFaultKinds(world: PlatformReviews, board: FaultRegistry): Record<string, FaultKind> {
  const answers = (
    about: string,
    wanted: boolean,
    text: (fault: ActiveFault) => string | null,
  ): FaultKind => ({
    about,
    options: `review (the newest ${wanted ? 'answered' : 'unanswered'} one), count (1)${wanted ? '' : ', text'}`,
    times: 1,
    start: (fault) => {
      const place = requirePlace(world, fault);
      const fitting = world.ids(place).filter((id) => world.isAnswered(place, id) === wanted);
      const ids = selectReviews(world, fault, place, fitting);
      if (ids.length === 0) throw controlError('there is no such review');
      for (const id of ids) world.answer(place, id, text(fault));
      board.fire(
        fault,
        ids.map((id) => world.nameOf(place, id)),
      );
    },
  });
  return {
    'vanish-and-return': {
      about: 'reviews are gone from list and address, and come back unchanged when the fault ends',
      options: 'count (1) or review; forSeconds or "return": true brings them back',
      start: (fault) => {
        const place = requirePlace(world, fault);
        const ids = selectReviews(world, fault, place, world.ids(place));
        if (ids.length === 0) throw controlError('there is no review to take away');
        fault.memory.back = ids.map((id) => world.remove(place, id));
        fault.fired += 1;
        fault.touched.push(...ids.map((id) => world.nameOf(place, id)));
      },
      end: (fault) => {
        const back: unknown[] = Array.isArray(fault.memory.back) ? fault.memory.back : [];
        for (const restore of back) if (typeof restore === 'function') restore();
      },
    },
    'reply-elsewhere': answers(
      'the business answers on the platform itself',
      false,
      (fault) => stringField(fault.options, 'text') ?? 'Answered on the platform itself.',
    ),
    'reply-deleted-elsewhere': answers('an answer is deleted on the platform itself', true, () => null),
  };
}

/** Lets the changes happen that wait for this page. Call it when the page's content is settled. */
export function applyPageFaults(board: FaultRegistry, world: PlatformReviews, turn: ServedPage): void {
  for (const fault of [...board.active()]) {
    const mutation = mutations[fault.name];
    if (!mutation || !appliesTo(fault, turn.place) || countOption(fault, 'afterPage', 1) !== turn.ordinal)
      continue;
    if (mutation.needsMore && !turn.more) continue;
    const touched = mutation.change(world, turn, fault);
    if (touched.length > 0) board.fire(fault, touched);
  }
}

function currentPage(world: PlatformReviews, place: string): ServedPage {
  return { place, ordinal: 0, read: world.ids(place).length, more: false };
}

/** The reviews a fault is about: the one it names, else the first of the candidates. */
function selectReviews(
  world: PlatformReviews,
  fault: ActiveFault,
  place: string,
  candidates: string[],
): string[] {
  const given = stringField(fault.options, 'review');
  if (given === undefined) return candidates.slice(0, countOption(fault, 'count', 1));
  const id = world.idOf(given);
  return world.ids(place).includes(id) ? [id] : [];
}

/** The one place of a fault that acts at once. Throws 400 when it could be several. */
export function requirePlace(world: PlatformReviews, fault: ActiveFault): string {
  const places = world.places();
  const fitting = places.filter((place) => appliesTo(fault, place));
  const [only] = fitting;
  if (fitting.length === 1 && only !== undefined) return only;
  throw controlError(`"location" or "page" must name one of: ${places.slice(0, 20).join(', ')}`);
}
