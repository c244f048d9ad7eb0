/** QR codes and NFC cards: printed things that lead to the page of a pipeline, and that the owner can point elsewhere. */
import { z } from 'zod';
import { codeDesignSchema } from './code-design.ts';
import { codeFileKinds, maxCodesAtOnce, maxNameLength, pictureSizes } from './code-files.ts';
import {
  idSchema,
  nameSchema,
  okOutput,
  reachableEmailSchema,
  timeSchema,
  webAddressSchema,
} from './common.ts';
import { languages } from './constants.ts';
import { funnelPeriods } from './funnel-periods.ts';
import { route } from './route.ts';

export const codeKinds = ['qr', 'nfc'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** Of each kind in an account. Far above real use; the limit keeps a loop from filling the database. */
export const maxCodes = 500;
/** Different logos in the designs of an account. */
export const maxCodeLogos = 20;

/** The contact of a digital card, which visitors can save to their phone. An absent line is null. */
export const contactSchema = z.strictObject({
  name: nameSchema(80).min(1),
  title: nameSchema(80).min(1).nullable(),
  phone: nameSchema(40).min(1).nullable(),
  email: reachableEmailSchema.nullable(),
  website: webAddressSchema.nullable(),
  address: nameSchema(240).min(1).nullable(),
});
export type Contact = z.infer<typeof contactSchema>;

const codeFields = {
  id: idSchema,
  kind: z.enum(codeKinds),
  name: z.string(),
  /** The name that codes share which were made together. */
  series: z.string().nullable(),
  /** What the code holds: our own short address. */
  url: z.string(),
  businessId: idSchema,
  businessName: z.string(),
  /** `#rrggbb`: the color of its page, which is the pipeline's own or that of the business; null: ours. */
  brandColor: z.string().nullable(),
  /** Null once its pipeline is deleted: visitors then see the public links. */
  pipelineId: idSchema.nullable(),
  pipelineName: z.string().nullable(),
  /** Null: the page asks for the location where the business has several. */
  locationId: idSchema.nullable(),
  locationName: z.string().nullable(),
  /** Of an NFC card with a digital card. */
  contact: contactSchema.nullable(),
  disabledAt: timeSchema.nullable(),
  /** False for a member who is limited to some locations, when the code is for all of them. */
  editable: z.boolean(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
};
export const codeSchema = z.object({ ...codeFields, design: codeDesignSchema });
export type Code = z.infer<typeof codeSchema>;

/** In a list, designs name their logo, so that codes of one series do not repeat it. */
export const listedCodeSchema = z.object({
  ...codeFields,
  /** Without the uploaded logo. */
  design: codeDesignSchema,
  /** The hash of the uploaded logo in `logos`, or null. */
  logo: z.string().nullable(),
  /** What the code brought in the period. */
  figures: z.object({
    visits: z.int(),
    ratings: z.int(),
    clicks: z.int(),
    reviews: z.int(),
    messages: z.int(),
  }),
});
export type ListedCode = z.infer<typeof listedCodeSchema>;

const codeName = nameSchema(maxNameLength).min(1);
const placeFields = {
  pipelineId: idSchema,
  /** Null: for all locations of the pipeline. */
  locationId: idSchema.nullable(),
};
const manage = { access: 'user', action: 'codes.manage', tag: 'Codes' } as const;
/** A design with its logo. */
const designBytes = 128 * 1024;
const codeOutput = z.object({ code: codeSchema });

export const codes = {
  list: route({
    ...manage,
    method: 'GET',
    path: '/codes',
    summary: 'QR codes or NFC cards, newest first, with what each brought in a period that ends today.',
    input: z.strictObject({ kind: z.enum(codeKinds), days: z.enum(funnelPeriods) }),
    output: z.object({
      codes: z.array(listedCodeSchema),
      logos: z.array(
        z.object({ hash: z.string(), type: z.enum(['image/png', 'image/jpeg']), data: z.string() }),
      ),
    }),
  }),
  create: route({
    ...manage,
    method: 'POST',
    path: '/codes',
    summary: 'Makes one code for each name, all or none. A design that does not scan is refused.',
    input: z.strictObject({
      kind: z.enum(codeKinds),
      names: z.array(codeName).min(1).max(maxCodesAtOnce),
      series: codeName.nullable(),
      ...placeFields,
      design: codeDesignSchema,
      contact: contactSchema.nullable().default(null),
    }),
    /** In the order of the names. */
    output: z.object({ ids: z.array(idSchema) }),
    successStatus: 201,
    bodyLimit: designBytes,
  }),
  get: route({
    ...manage,
    method: 'GET',
    path: '/codes/{id}',
    summary: 'One QR code or NFC card.',
    input: z.strictObject({ id: idSchema }),
    output: codeOutput,
  }),
  update: route({
    ...manage,
    method: 'PUT',
    path: '/codes/{id}',
    summary: 'Changes name, design and contact, or points the code at another pipeline. Its address stays.',
    input: z.strictObject({
      id: idSchema,
      name: codeName,
      series: codeName.nullable(),
      ...placeFields,
      design: codeDesignSchema,
      contact: contactSchema.nullable(),
      /** The value that was read. When the row has changed since, the answer is `conflict`. */
      updatedAt: timeSchema,
    }),
    output: codeOutput,
    bodyLimit: designBytes,
  }),
  disable: route({
    ...manage,
    method: 'PUT',
    path: '/codes/{id}/disabled',
    summary: 'Disables a lost code, or enables it again.',
    input: z.strictObject({ id: idSchema, disabled: z.boolean() }),
    output: codeOutput,
  }),
  remove: route({
    ...manage,
    whileActing: false,
    method: 'DELETE',
    path: '/codes/{id}',
    summary: 'Deletes a code. What is printed shows the public links from then on.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};

/** The body of `POST /codes/files`, which answers with the bytes of one file. */
export const codeFileRequestSchema = z.strictObject({
  /** One code, or those of a sheet in their order. */
  ids: z.array(idSchema).min(1).max(maxCodesAtOnce),
  file: z.enum(codeFileKinds),
  /** The language of the printed words. */
  language: z.enum(languages),
  /** The color of a print; the default is that of the page. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
  /** Pixels of a PNG. */
  size: z.int().min(pictureSizes.least).max(pictureSizes.most).default(pictureSizes.usual),
});
export type CodeFileRequest = z.input<typeof codeFileRequestSchema>;
