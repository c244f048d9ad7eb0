import {
  type ActiveFault,
  appliesTo,
  countOption,
  type FaultKind,
  type FaultRegistry,
} from './fault-registry.ts';
import { controlError, stringField } from './json-object.ts';

/** The reviews of a platform, for the faults that change them. `place` is a location or page, `id` one of its reviews. */
export type PlatformReviews = {
  places(): string[];
  /** Ids in the order of the list, newest first. */
  ids(place: string): string[];
  /** The id in a resource name; an id stays as it is. */
  idOf(name: string): string;
  nameOf(place: string, id: string): string;
  /** Changes the text. `at` (milliseconds) is the time of the edit; null makes the review the newest. */
  edit(place: string, id: string, text: string, at: number | null): void;
  /** Removes a review. Returns a function that restores it, or null when there is none. */
  remove(place: string, id: string): (() => void) | null;
  /** Adds a review as the newest and returns its id. */
  insert(place: string, text: string): string;
  /** Adds a copy with a new id and returns that id. */
  repost(place: string, id: string): string;
  isAnswered(place: string, id: string): boolean;
  /** The business replies without the app; null deletes the reply. */
  answer(place: string, id: string, text: string | null): void;
  now(): number;
};

/** A page that was just served: how many reviews have been read so far, and whether more follow. */
export type ServedPage = { place: string; ordinal: number; read: number; more: boolean };

type Change = (reviews: PlatformReviews, turn: ServedPage, fault: ActiveFault) => string[];
type Mutation = { about: string; options: string; needsMore: boolean; change: Change; before?: Change };

const mutations: Record<string, Mutation> = {
  'edit-behind-cursor': {
    about: 'a review not read yet is edited and jumps to the head while the list is paged',
    options: 'count (1), review, text',
    needsMore: true,
    change: (reviews, { place, read }, fault) =>
      selectReviews(reviews, fault, place, reviews.ids(place).slice(read)).map((id) => {
        reviews.edit(
          place,
          id,
          stringField(fault.options, 'text') ?? `Edited behind the cursor (${id})`,
          null,
        );
        return reviews.nameOf(place, id);
      }),
  },
  'delete-before-cursor': {
    about: 'a review already read is deleted while the list is paged by number: one is skipped',
    options: 'count (1), review',
    needsMore: true,
    change: (reviews, { place, read }, fault) =>
      selectReviews(reviews, fault, place, reviews.ids(place).slice(0, read)).map((id) => {
        reviews.remove(place, id);
        return reviews.nameOf(place, id);
      }),
  },
  'insert-while-paging': {
    about: 'reviews are added while the list is paged by number: some come twice',
    options: 'count (1), text',
    needsMore: true,
    change: (reviews, { place }, fault) =>
      Array.from({ length: countOption(fault, 'count', 1) }, (_, at) => {
        const text = stringField(fault.options, 'text') ?? `Came while you were reading (${at + 1})`;
        return reviews.nameOf(place, reviews.insert(place, text));
      }),
  },
  'edit-same-second': {
    about: 'a review is edited at once, and again after it was read, with one time for both',
    options: 'review (the newest), text',
    needsMore: false,
    before: (reviews, { place }, fault) => {
      fault.memory.at = Math.floor(reviews.now() / 1000) * 1000;
      return selectReviews(reviews, fault, place, reviews.ids(place)).map((id) => {
        reviews.edit(place, id, 'First of two edits', Number(fault.memory.at));
        fault.memory.id = id;
        return reviews.nameOf(place, id);
      });
    },
    change: (reviews, { place }, fault) => {
      const id = String(fault.memory.id);
      reviews.edit(
        place,
        id,
        stringField(fault.options, 'text') ?? 'Second of two edits',
        Number(fault.memory.at),
      );
      return [reviews.nameOf(place, id)];
    },
  },
  'delete-then-repost': {
    about: 'a review is deleted and comes again under a new id',
    options: 'review (the newest)',
    needsMore: false,
    change: (reviews, { place }, fault) =>
      selectReviews(reviews, fault, place, reviews.ids(place)).flatMap((id) => {
        const fresh = reviews.repost(place, id);
        reviews.remove(place, id);
        return [reviews.nameOf(place, id), reviews.nameOf(place, fresh)];
      }),
  },
};

/** While one of these is on, lists are paged by offset instead of by cursor, so that rows are skipped or repeated. */
const offsetPagingFaults = ['delete-before-cursor', 'insert-while-paging'];

/** Whether lists of this place are paged by offset now. */
export function pagesByOffset(faults: FaultRegistry, place: string): boolean {
  return offsetPagingFaults.some((name) => faults.find(name, place) !== null);
}

/** The faults that change reviews, while a list is being paged or at once. */
export function contentFaultKinds(
  reviews: PlatformReviews,
  faults: FaultRegistry,
): Record<string, FaultKind> {
  const kinds: Record<string, FaultKind> = {};
  for (const [name, mutation] of Object.entries(mutations)) {
    kinds[name] = {
      about: mutation.about,
      options: `${mutation.options}, afterPage (1; 0 is at once)`,
      times: 1,
      start: (fault) => {
        const afterPage = countOption(fault, 'afterPage', 1);
        if (afterPage > 0 && !mutation.before) return;
        const turn = currentPage(reviews, requirePlace(reviews, fault));
        if (mutation.before) fault.touched.push(...mutation.before(reviews, turn, fault));
        if (afterPage > 0) return;
        const touched = mutation.change(reviews, turn, fault);
        if (touched.length === 0) throw controlError('there is no review to change');
        faults.fire(fault, touched);
      },
    };
  }
  return { ...kinds, ...immediateFaultKinds(reviews, faults) };
}

/** Faults that change reviews at once; some restore them when they end. */
function immediateFaultKinds(reviews: PlatformReviews, faults: FaultRegistry): Record<string, FaultKind> {
  const answers = (
    about: string,
    wanted: boolean,
    text: (fault: ActiveFault) => string | null,
  ): FaultKind => ({
    about,
    options: `review (the newest ${wanted ? 'answered' : 'unanswered'} one), count (1)${wanted ? '' : ', text'}`,
    times: 1,
    start: (fault) => {
      const place = requirePlace(reviews, fault);
      const fitting = reviews.ids(place).filter((id) => reviews.isAnswered(place, id) === wanted);
      const ids = selectReviews(reviews, fault, place, fitting);
      if (ids.length === 0) throw controlError('there is no such review');
      for (const id of ids) reviews.answer(place, id, text(fault));
      faults.fire(
        fault,
        ids.map((id) => reviews.nameOf(place, id)),
      );
    },
  });
  return {
    'vanish-and-return': {
      about: 'reviews are gone from list and address, and come back unchanged when the fault ends',
      options: 'count (1) or review; forSeconds or "return": true brings them back',
      start: (fault) => {
        const place = requirePlace(reviews, fault);
        const ids = selectReviews(reviews, fault, place, reviews.ids(place));
        if (ids.length === 0) throw controlError('there is no review to take away');
        fault.memory.back = ids.map((id) => reviews.remove(place, id));
        fault.fired += 1;
        fault.touched.push(...ids.map((id) => reviews.nameOf(place, id)));
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

/** Applies the changes that wait for this page. Call it after the content of the page is final. */
export function applyPageFaults(faults: FaultRegistry, reviews: PlatformReviews, turn: ServedPage): void {
  for (const fault of [...faults.active()]) {
    const mutation = mutations[fault.name];
    if (!mutation || !appliesTo(fault, turn.place) || countOption(fault, 'afterPage', 1) !== turn.ordinal)
      continue;
    if (mutation.needsMore && !turn.more) continue;
    const touched = mutation.change(reviews, turn, fault);
    if (touched.length > 0) faults.fire(fault, touched);
  }
}

function currentPage(reviews: PlatformReviews, place: string): ServedPage {
  return { place, ordinal: 0, read: reviews.ids(place).length, more: false };
}

/** The review that a fault names, else the first `count` candidates. */
function selectReviews(
  reviews: PlatformReviews,
  fault: ActiveFault,
  place: string,
  candidates: string[],
): string[] {
  const given = stringField(fault.options, 'review');
  if (given === undefined) return candidates.slice(0, countOption(fault, 'count', 1));
  const id = reviews.idOf(given);
  return reviews.ids(place).includes(id) ? [id] : [];
}

/** The place of a fault that acts at once. @throws HttpError with status 400 when several places match */
export function requirePlace(reviews: PlatformReviews, fault: ActiveFault): string {
  const places = reviews.places();
  const fitting = places.filter((place) => appliesTo(fault, place));
  const [only] = fitting;
  if (fitting.length === 1 && only !== undefined) return only;
  throw controlError(`"location" or "page" must name one of: ${places.slice(0, 20).join(', ')}`);
}
