/** Answers of the Graph API as far as we read them; members that may be absent, may also be null. */
import { z } from 'zod';
import { wireAverage, wireCount, wireId, wireTime } from '../kit/fields.ts';

const optionalText = z.string().nullish();

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Seconds; absent for a token without an end. */
  expires_in: z.number().nullish(),
});

export const person = z.object({ id: wireId, name: optionalText });

export const permissions = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
});

export const success = z.object({ success: z.literal(true) });

/** `after` counts only beside a `next`: the last page has cursors too. */
const paging = z
  .object({
    cursors: z.object({ after: optionalText }).nullish(),
    next: optionalText,
  })
  .nullish()
  .transform((value) => (value?.next && value.cursors?.after ? value.cursors.after : null));

export const list = z.object({ data: z.array(z.unknown()), paging });

export const page = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: optionalText,
  access_token: optionalText,
  tasks: z.array(z.string()).nullish(),
  /** Only shown beside the name, so an odd one is left out. */
  location: z
    .object({ street: optionalText, zip: optionalText, city: optionalText, country: optionalText })
    .nullish()
    .catch(null),
});
export type WirePage = z.infer<typeof page>;

export const figures = z.object({ overall_star_rating: wireAverage, rating_count: wireCount });

const comment = z.object({
  message: optionalText,
  created_time: wireTime.nullish(),
  from: z.object({ id: optionalText }).nullish(),
});

export const rating = z.object({
  created_time: wireTime,
  recommendation_type: optionalText,
  rating: z.number().nullish(),
  review_text: optionalText,
  reviewer: z
    .object({
      id: optionalText,
      name: optionalText,
      picture: z.object({ data: z.object({ url: optionalText }).nullish() }).nullish(),
    })
    .nullish(),
  open_graph_story: z
    .object({ id: wireId.nullish(), comments: z.object({ data: z.array(comment) }).nullish() })
    .nullish(),
});
export type WireRating = z.infer<typeof rating>;
export type WireComment = z.infer<typeof comment>;

export const graphError = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().nullish().catch(null),
    is_transient: z.boolean().nullish().catch(null),
  }),
});

/** `X-Business-Use-Case-Usage`, per business or page; minutes. */
export const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nullish() })),
);
