import { z } from 'zod';
import { wireId, wireTime } from '../kit/fields.ts';

export const token = z.object({ access_token: z.string().min(1), owner: wireId });
export const shop = z.object({ id: wireId, name: z.string() });
export const review = z.object({
  id: wireId,
  author: z.string().nullish(),
  stars: z.int().min(1).max(5),
  text: z.string().nullish(),
  written: wireTime,
});
export type WireShop = z.infer<typeof shop>;
export type WireReview = z.infer<typeof review>;

/** A list of items that are parsed one by one. */
export const list = z.object({ items: z.array(z.unknown()), next: z.string().nullish() });
