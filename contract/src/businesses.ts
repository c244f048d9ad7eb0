import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput, timeSchema, webAddressSchema } from './common.ts';
import { route } from './route.ts';

/** Far above real use; the limits keep a loop from filling the database. */
export const maxBusinesses = 100;
export const maxLocations = 500;

/** Width and height of a logo, in pixels; the browser scales a larger one down, the server refuses it. */
export const logoMaxSide = 512;
/** In bytes, after the browser has encoded it. */
export const logoMaxBytes = 160 * 1024;

const phone = nameSchema(40);

export const locationSchema = z.object({
  id: idSchema,
  businessId: idSchema,
  name: z.string(),
  address: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  phone: z.string().nullable(),
  /** IANA name; null: the account's own. */
  timeZone: z.string().nullable(),
  updatedAt: timeSchema,
});
export type Location = z.infer<typeof locationSchema>;

export const businessSchema = z.object({
  id: idSchema,
  name: z.string(),
  website: z.string().nullable(),
  category: z.string().nullable(),
  phone: z.string().nullable(),
  /** `#rrggbb`, lower case. */
  brandColor: z.string().nullable(),
  /** A picture at our own host, with its size in pixels. */
  logo: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  archivedAt: timeSchema.nullable(),
  updatedAt: timeSchema,
  /** True once somebody entered the name by hand. */
  named: z.boolean(),
  locations: z.array(locationSchema),
});
export type Business = z.infer<typeof businessSchema>;

/** Fields of a location that can be changed. An empty text counts as none. */
const locationFields = {
  name: nameSchema(120).min(1),
  address: nameSchema(240).nullable(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  phone: phone.nullable(),
  timeZone: nameSchema(60).nullable(),
};

export const businesses = {
  list: route({
    method: 'GET',
    path: '/businesses',
    access: 'user',
    action: 'businesses.read',
    tag: 'Businesses',
    summary: 'The account’s businesses, including archived ones, each with its locations.',
    input: emptyInput,
    output: z.object({ businesses: z.array(businessSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/businesses',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Adds a business with a first location of the same name.',
    input: z.strictObject({ name: nameSchema(80).min(1) }),
    output: z.object({ business: businessSchema }),
    successStatus: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/businesses/{id}',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Changes a business. Absent fields are not changed.',
    input: z.strictObject({
      id: idSchema,
      name: nameSchema(80).min(1),
      website: webAddressSchema.nullable(),
      category: nameSchema(60).nullable().optional(),
      phone: phone.nullable().optional(),
      brandColor: z
        .string()
        .regex(/^#[0-9a-f]{6}$/)
        .nullable()
        .optional(),
      /** The value that was read. When the row has changed since, the answer is `conflict`. */
      updatedAt: timeSchema.optional(),
    }),
    output: z.object({ business: businessSchema }),
  }),
  archive: route({
    confirmWhileActing: true,
    method: 'PUT',
    path: '/businesses/{id}/archived',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Archives or restores a business. Listings of an archived business are not synced.',
    input: z.strictObject({ id: idSchema, archived: z.boolean() }),
    output: z.object({ business: businessSchema }),
  }),
  setLogo: route({
    method: 'PUT',
    path: '/businesses/{id}/logo',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: `Sets the logo: PNG, JPEG or WebP of at most ${logoMaxSide} pixels per side, not animated, as base64.`,
    input: z.strictObject({
      id: idSchema,
      data: z
        .base64()
        .min(1)
        .max(Math.ceil(logoMaxBytes / 3) * 4),
    }),
    output: z.object({ business: businessSchema }),
  }),
  removeLogo: route({
    confirmWhileActing: true,
    method: 'DELETE',
    path: '/businesses/{id}/logo',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Removes the logo.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ business: businessSchema }),
  }),
  remove: route({
    whileActing: false,
    method: 'DELETE',
    path: '/businesses/{id}',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Deletes a business without listings and reviews. The last business cannot be deleted.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
  addLocation: route({
    method: 'POST',
    path: '/businesses/{id}/locations',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Adds a location to a business.',
    input: z.strictObject({ id: idSchema, ...locationFields }),
    output: z.object({ location: locationSchema }),
    successStatus: 201,
  }),
  updateLocation: route({
    method: 'PUT',
    path: '/locations/{id}',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Changes a location, or moves it to another business.',
    input: z.strictObject({
      id: idSchema,
      businessId: idSchema,
      ...locationFields,
      /** The value that was read. When the row has changed since, the answer is `conflict`. */
      updatedAt: timeSchema,
    }),
    output: z.object({ location: locationSchema }),
  }),
  removeLocation: route({
    whileActing: false,
    method: 'DELETE',
    path: '/locations/{id}',
    access: 'user',
    action: 'businesses.manage',
    tag: 'Businesses',
    summary: 'Deletes a location without listings and reviews. The last location cannot be deleted.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
