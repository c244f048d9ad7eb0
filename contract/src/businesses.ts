import { z } from 'zod';
import { idSchema, nothing } from './common.ts';
import { route } from './route.ts';

export const locationSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string().nullable(),
});
export const businessSchema = z.object({
  id: idSchema,
  name: z.string(),
  locations: z.array(locationSchema),
});
export type Business = z.infer<typeof businessSchema>;

export const businesses = {
  list: route({
    method: 'GET',
    path: '/businesses',
    access: 'user',
    tag: 'Businesses',
    summary: 'The account’s businesses, each with its locations.',
    input: nothing,
    output: z.object({ businesses: z.array(businessSchema) }),
  }),
};
