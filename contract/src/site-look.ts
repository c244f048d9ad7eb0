/** The colors and the font of an owner's own site, as settings of an embed. */
import { z } from 'zod';
import { fontNameSchema } from './embed-settings.ts';

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/);

export const siteLookSchema = z.object({
  theme: z.enum(['light', 'dark']),
  /** Contrast of 4.5:1 or more on the background, as text has. */
  accent: hexColor,
  /** Contrast of 3:1 or more on the background. */
  stars: hexColor,
  /** Null where the site names none: the one of the theme. */
  background: hexColor.nullable(),
  text: hexColor.nullable(),
  /** The family that the site loads itself; empty where it uses those of the visitor's system. */
  fontName: fontNameSchema,
});
export type SiteLook = z.infer<typeof siteLookSchema>;

const siteLookResults = [
  'found',
  // The page names neither colors nor a font.
  'nothing',
  'unreachable',
  'not-html',
  // More bytes or elements, or deeper nesting, than is read.
  'too-large',
  // The maximum number of pages is being read.
  'busy',
] as const;

export const siteLookAnswerSchema = z.object({
  result: z.enum(siteLookResults),
  /** Only with `found`. */
  look: siteLookSchema.nullable(),
});
export type SiteLookAnswer = z.infer<typeof siteLookAnswerSchema>;
