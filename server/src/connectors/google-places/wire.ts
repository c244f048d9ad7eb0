/** The parts of Places API (New) answers that we read; a member without a value is absent or null. */
import { z } from 'zod';
import { wireAverage, wireCount, wireTime } from '../kit/fields.ts';

const optionalText = z.string().nullish();
const localText = z.object({ text: optionalText, languageCode: optionalText }).nullish();

/** A place id: one segment of a path. */
export const placeId = z.string().regex(/^[\w-]{1,256}$/);

/**
 * `id` is required, so that an answer of another API, or an error sent with 200, is not read as a place without
 * reviews.
 */
export const place = z.object({
  id: placeId,
  displayName: localText,
  formattedAddress: optionalText,
  addressComponents: z
    .array(z.object({ shortText: optionalText, types: z.array(z.string()).nullish() }).catch({}))
    .nullish()
    .catch(null),
  businessStatus: optionalText,
  rating: wireAverage.optional(),
  userRatingCount: wireCount.optional(),
  googleMapsUri: optionalText,
  googleMapsLinks: z.object({ writeAReviewUri: optionalText }).nullish().catch(null),
  reviews: z
    .array(z.unknown())
    .nullish()
    .transform((list) => list ?? []),
});
export type WirePlace = z.infer<typeof place>;

export const searchAnswer = z.object({
  places: z
    .array(z.unknown())
    .nullish()
    .transform((list) => list ?? []),
});

export const review = z.object({
  /** `places/{place}/reviews/{review}`. */
  name: z.string().regex(/^places\/[\w-]{1,256}\/reviews\/[^\s/?#%\\\p{Cc}\p{Cs}]{1,512}$/u),
  rating: z.number().nullish(),
  text: localText,
  originalText: localText,
  authorAttribution: z
    .object({ displayName: optionalText, uri: optionalText, photoUri: optionalText })
    .nullish(),
  publishTime: wireTime,
  flagContentUri: optionalText,
  googleMapsUri: optionalText,
});
export type WireReview = z.infer<typeof review>;
