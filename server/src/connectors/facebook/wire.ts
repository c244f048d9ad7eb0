/** The parts of Graph API answers that we read; members that may be absent may also be null. */
import { z } from 'zod';
import { wireAverage, wireCount, wireId, wireTime } from '../kit/fields.ts';

const optionalText = z.string().nullish();

/**
 * An id, always text here. Facebook also sends it as a number. `readExactJson` has turned a number that JavaScript
 * cannot hold exactly into text; otherwise the schema refuses it, because a wrong digit is another person's id.
 */
const graphId = z.union([z.string(), z.int().nonnegative()]).transform(String).pipe(wireId);
const optionalId = graphId.nullish();

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Seconds; absent for a token without an end. */
  expires_in: z.number().nullish(),
});

export const person = z.object({ id: graphId, name: optionalText });

export const permissions = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
});

export const success = z.object({ success: z.literal(true) });

/** `after` counts only beside a `next`, because the last page has cursors too. */
const paging = z
  .object({
    cursors: z.object({ after: optionalText }).nullish(),
    next: optionalText,
  })
  .nullish()
  .transform((value) => (value?.next && value.cursors?.after ? value.cursors.after : null));

export const list = z.object({ data: z.array(z.unknown()), paging });

export const page = z.object({
  id: graphId.pipe(z.string().regex(/^[\w-]{1,64}$/)),
  name: optionalText,
  access_token: optionalText,
  tasks: z.array(z.string()).nullish(),
  is_permanently_closed: z.boolean().nullish().catch(null),
  /** Only shown beside the name, so a malformed value is ignored. */
  location: z
    .object({ street: optionalText, zip: optionalText, city: optionalText, country: optionalText })
    .nullish()
    .catch(null),
});
export type WirePage = z.infer<typeof page>;

export const figures = z.object({ overall_star_rating: wireAverage, rating_count: wireCount });

const comment = z.object({
  id: optionalId,
  message: optionalText,
  created_time: wireTime.nullish(),
  from: z.object({ id: optionalId }).nullish(),
});
export type WireComment = z.infer<typeof comment>;

/** Comments under a story; a malformed comment is ignored, and its review is kept. */
const comments = z
  .object({ data: z.array(comment.nullable().catch(null)) })
  .transform(({ data }) => data.filter((item) => item !== null))
  .nullish()
  .catch(null);

/** The story of a rating; a malformed story is ignored, and its rating is kept. */
const storyData = z
  .object({
    recommendation_type: optionalText,
    rating: z.object({ value: z.number().nullish(), scale: z.number().nullish() }).nullish(),
  })
  .nullish()
  .catch(null);

export const rating = z.object({
  created_time: wireTime,
  recommendation_type: optionalText,
  rating: z.number().nullish(),
  review_text: optionalText,
  reviewer: z
    .object({
      id: optionalId,
      name: optionalText,
      picture: z.object({ data: z.object({ url: optionalText }).nullish() }).nullish(),
    })
    .nullish(),
  open_graph_story: z
    .object({ id: optionalId, message: optionalText.catch(null), data: storyData, comments })
    .nullish(),
});
export type WireRating = z.infer<typeof rating>;

/** A story requested by its id: the same recommendation, without its author. */
export const story = z.object({
  id: graphId,
  start_time: wireTime,
  message: optionalText,
  data: storyData,
  comments,
});

/** One entry of a story's comments. */
export const listedComment = comment.extend({ id: graphId });

export const graphError = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().nullish().catch(null),
    is_transient: z.boolean().nullish().catch(null),
  }),
});
