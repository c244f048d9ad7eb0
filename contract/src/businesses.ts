import { z } from 'zod';
import { idSchema, nameSchema, nothing } from './common.ts';
import { route } from './route.ts';

export const locationSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string().nullable(),
});
/** Absolute, http or https. */
const website = z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(200);
export const businessSchema = z.object({
  id: idSchema,
  name: z.string(),
  website: z.string().nullable(),
  /** True once somebody gave the name by hand. */
  named: z.boolean(),
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
  update: route({
    method: 'PUT',
    path: '/businesses/{id}',
    access: 'user',
    tag: 'Businesses',
    summary: 'Names a business, and its website.',
    input: z.strictObject({
      id: idSchema,
      name: nameSchema(80).min(1),
      website: website.nullable(),
    }),
    output: z.object({ business: businessSchema }),
  }),
};
