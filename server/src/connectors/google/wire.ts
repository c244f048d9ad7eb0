/**
 * The parts of Google's answers that we read. proto3 JSON leaves out every default value or writes it as null, so
 * almost nothing is required; enums are plain strings, because Google adds members without notice.
 */
import { z } from 'zod';
import { wireAverage, wireCount, wireId, wireTime } from '../kit/fields.ts';

const optionalText = z.string().nullish();
const nextPageToken = z
  .string()
  .nullish()
  .transform((token) => token || null);
const items = z
  .array(z.unknown())
  .nullish()
  .transform((list) => list ?? []);

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish(),
  refresh_token: optionalText,
  id_token: optionalText,
  scope: optionalText,
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

/** The claims of the ID token that we use; jose has checked the others. */
export const identityClaims = z.object({ sub: z.string().min(1), email: optionalText, name: optionalText });

export const oauthError = z.object({ error: z.string() });

export const accountsPage = z.object({ accounts: items, nextPageToken });
export const account = z.object({ name: z.string().regex(/^accounts\/[\w-]+$/) });

export const locationsPage = z.object({ locations: items, nextPageToken });
export const location = z.object({
  name: z.string().regex(/^locations\/[\w-]+$/),
  title: optionalText,
  storefrontAddress: z
    .object({
      regionCode: optionalText,
      postalCode: optionalText,
      administrativeArea: optionalText,
      locality: optionalText,
      addressLines: z.array(z.string()).nullish(),
    })
    .nullish(),
  metadata: z
    .object({
      placeId: optionalText,
      mapsUri: optionalText,
      newReviewUri: optionalText,
      hasVoiceOfMerchant: z.boolean().nullish(),
      duplicateLocation: optionalText,
    })
    .nullish(),
  /** Only shown as the listing's state, so a malformed value is ignored. */
  openInfo: z.object({ status: optionalText }).nullish().catch(null),
});
export type WireLocation = z.infer<typeof location>;

export const reviewsPage = z.object({
  reviews: items,
  nextPageToken,
  averageRating: wireAverage.optional(),
  totalReviewCount: wireCount.optional(),
});

/** The reply of a review, and the answer to `reviews.updateReply`. */
export const reviewReply = z.object({
  comment: optionalText,
  updateTime: wireTime.nullish(),
  reviewReplyState: optionalText,
  policyViolation: optionalText,
});
export type WireReply = z.infer<typeof reviewReply>;

export const review = z.object({
  name: optionalText,
  reviewId: wireId,
  reviewer: z
    .object({
      profilePhotoUrl: optionalText,
      displayName: optionalText,
      isAnonymous: z.boolean().nullish(),
    })
    .nullish(),
  starRating: optionalText,
  comment: optionalText,
  createTime: wireTime,
  updateTime: wireTime.nullish(),
  reviewReply: reviewReply.nullish(),
  reviewMediaItems: z.array(z.unknown()).nullish(),
});
export type WireReview = z.infer<typeof review>;

/** One setting per account; a notification type that we do not know must stay when we write the list back. */
export const notificationSetting = z.object({
  pubsubTopic: optionalText,
  notificationTypes: z
    .array(z.string())
    .nullish()
    .transform((types) => types ?? []),
});
