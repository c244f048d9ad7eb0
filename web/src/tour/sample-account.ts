/** What the tour shows and changes in memory: the recording as of today. A reload begins anew. */
import type { Listing } from '@kindling/contract/connections';
import type { ReviewNote } from '@kindling/contract/review-marks';
import type { OwnReview, ReviewFilter } from '@kindling/contract/reviews';
import { ApiError } from '../lib/api/problem.ts';
import type { ApiOutputs } from './api-types.ts';
import { filterReviews } from './filter-reviews.ts';
import { daysSince, type Recording, shiftDays, unpackReviews } from './recording.ts';

/** Keys in the order of their names, so that two inputs with the same fields are the same text. */
function keyOf(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

export class SampleAccount {
  readonly today: string;
  readonly notes = new Map<string, ReviewNote[]>();
  reviews: OwnReview[];
  readonly #answers: Map<string, unknown>;

  /** @param now milliseconds; the time by which "today" is meant */
  constructor(recording: Recording, now: number) {
    const days = daysSince(recording.day, now);
    this.today = new Date(now).toISOString().slice(0, 10);
    this.reviews = shiftDays(unpackReviews(recording.reviews), days);
    this.#answers = new Map(
      recording.answers.map(({ call, input, output }) => [
        `${call} ${keyOf(shiftDays(input, days))}`,
        shiftDays(output, days),
      ]),
    );
  }

  /** The recorded answer; undefined for none. */
  find(call: string, input: unknown): unknown {
    return this.#answers.get(`${call} ${keyOf(input ?? {})}`);
  }

  /** @throws ApiError `tour-data` when the answer was not recorded */
  recorded<Group extends keyof ApiOutputs, Call extends keyof ApiOutputs[Group] & string>(
    group: Group,
    call: Call,
    input: unknown,
  ): ApiOutputs[Group][Call] {
    const found = this.find(`${group}.${call}`, input);
    if (found === undefined) throw new ApiError({ code: 'tour-data' });
    // The test of the recording has parsed it by the contract's schema.
    return found as ApiOutputs[Group][Call];
  }

  getReview(id: string): OwnReview {
    const review = this.reviews.find((one) => one.id === id);
    if (review === undefined) throw new ApiError({ code: 'not-found', status: 404 });
    return review;
  }

  /** Changes a review in memory. */
  change(id: string, changes: Partial<OwnReview>): { review: OwnReview } {
    const review = { ...this.getReview(id), ...changes };
    this.reviews = this.reviews.map((one) => (one.id === id ? review : one));
    return { review };
  }

  /** The reviews that match; removed ones only where the filter asks for them. */
  matching(filter: ReviewFilter): OwnReview[] {
    return filterReviews(this.reviews, filter, (id) => this.locationsOf(id));
  }

  locationsOf(businessId: string): string[] {
    const { businesses } = this.recorded('businesses', 'list', {});
    return businesses
      .filter(({ id }) => id === businessId)
      .flatMap(({ locations }) => locations.map(({ id }) => id));
  }

  /** The listings with the platforms that they are on. */
  listings(): (Listing & {
    platform: ApiOutputs['connections']['list']['connections'][number]['platform'];
  })[] {
    const { connections } = this.recorded('connections', 'list', {});
    return connections.flatMap(({ platform, listings }) =>
      listings.map((listing) => ({ ...listing, platform })),
    );
  }
}
