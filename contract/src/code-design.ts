/**
 * The design of a QR code: one versioned schema.
 *
 * Every value is an enum, a number in a range, a hex color, a short text without control characters or the base64 data
 * of a picture, so no setting can inject markup. Every field has a default, so old rows and empty objects can be read.
 */
import { z } from 'zod';
import {
  type CodeDesign,
  cornerShapes,
  errorLevels,
  frameKinds,
  gradientKinds,
  logoSizes,
  maxFrameText,
  moduleShapes,
  plainDesign,
  quietZones,
} from './code-looks.ts';
import { readPictureHeader } from './picture-header.ts';

/** Bytes of an uploaded logo. */
export const maxLogoBytes = 65_536;
/** Pixels on each side of an uploaded logo: a third of the largest picture, and small enough to decode. */
export const maxLogoSide = 1_024;

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);

const gradientSchema = z.strictObject({
  kind: z.enum(gradientKinds).default('linear'),
  color: hexColor.default(plainDesign.color),
  angle: z.number().int().min(0).max(359).default(0),
});

const pictureSchema = z
  .strictObject({
    kind: z.literal('picture'),
    type: z.enum(['image/png', 'image/jpeg']),
    data: z
      .string()
      .max(Math.ceil(maxLogoBytes / 3) * 4)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
  })
  .refine(({ type, data }) => {
    if (data.length % 4 !== 0) return false;
    const header = readPictureHeader(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
    return header !== null && header.type === type && isDrawable(header.width) && isDrawable(header.height);
  });

const isDrawable = (pixels: number) => pixels >= 1 && pixels <= maxLogoSide;

const logoSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('mark') }),
  pictureSchema,
]);

const frameSchema = z.strictObject({
  kind: z.enum(frameKinds).default(plainDesign.frame.kind),
  position: z.enum(['above', 'below']).default(plainDesign.frame.position),
  /** Without control characters, lone surrogates and marks that reorder the text around them. */
  text: z
    .string()
    .max(200)
    .trim()
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u)
    .refine((text) => [...text].length <= maxFrameText)
    .default(''),
  color: hexColor.default(plainDesign.frame.color),
  textColor: hexColor.nullable().default(plainDesign.frame.textColor),
});

/** Version 1. A new field needs a default that does not change stored codes. */
export const codeDesignSchema = z.strictObject({
  version: z.literal(1).default(1),
  modules: z.enum(moduleShapes).default(plainDesign.modules),
  cornerOuter: z.enum(cornerShapes).default(plainDesign.cornerOuter),
  cornerInner: z.enum(cornerShapes).default(plainDesign.cornerInner),
  color: hexColor.default(plainDesign.color),
  cornerColor: hexColor.nullable().default(plainDesign.cornerColor),
  gradient: gradientSchema.nullable().default(plainDesign.gradient),
  background: hexColor.nullable().default(plainDesign.background),
  logo: logoSchema.default(plainDesign.logo),
  logoSize: z.number().min(logoSizes.least).max(logoSizes.most).default(plainDesign.logoSize),
  logoClear: z.boolean().default(plainDesign.logoClear),
  quietZone: z.number().int().min(quietZones.least).max(quietZones.most).default(plainDesign.quietZone),
  errorLevel: z.enum(errorLevels).default(plainDesign.errorLevel),
  frame: frameSchema.default(plainDesign.frame),
}) satisfies z.ZodType<CodeDesign>;
