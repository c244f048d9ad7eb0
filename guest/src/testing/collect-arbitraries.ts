/** Any settings that the schema allows, and any texts: what owners can set up, well-meant or not. */
import { languages } from '@kindling/contract/constants';
import {
  type PipelineSettings,
  pageFonts,
  pageLooks,
  pageTexts,
  pageThemes,
  pipelineSettingsSchema,
  ratingStyles,
  type VisitorRating,
} from '@kindling/contract/pipeline-settings';
import fc from 'fast-check';
import { hostileTexts } from './hostile-text.ts';

/** Hostile texts of a length that a form could send. */
export const shortHostileTexts = hostileTexts.filter((text) => text.length <= 4000);
export const anyText = fc.oneof(
  fc.constantFrom(...shortHostileTexts),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
export const anyColor = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Only texts that the schema accepts, as after saving. */
const ownText = (max: number) =>
  anyText.map((text) =>
    text
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .slice(0, max)
      .toWellFormed(),
  );
const anyTexts = fc.record(
  {
    ...Object.fromEntries(Object.entries(pageTexts).map(([name, max]) => [name, ownText(max)])),
    consent: ownText(600),
  },
  { requiredKeys: [] },
);

export const anySettings: fc.Arbitrary<PipelineSettings> = fc
  .record({
    ratingStyle: fc.constantFrom(...ratingStyles),
    threshold: fc.integer({ min: 1, max: 4 }),
    texts: fc.record(Object.fromEntries(languages.map((language) => [language, anyTexts])), {
      requiredKeys: [],
    }),
    questions: fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^[a-z0-9]{4,12}$/),
        text: ownText(120).map((text) => text.trim() || 'What was missing?'),
      }),
      { maxLength: 3, selector: ({ id }) => id },
    ),
    asksName: fc.boolean(),
    asksContact: fc.boolean(),
    look: fc.record({
      composition: fc.constantFrom(...pageLooks),
      theme: fc.constantFrom(...pageThemes),
      font: fc.constantFrom(...pageFonts),
      color: fc.option(anyColor),
      logo: fc.boolean(),
    }),
  })
  .map((settings) => {
    const parsed = pipelineSettingsSchema.safeParse(settings);
    return parsed.success
      ? parsed.data
      : pipelineSettingsSchema.parse({ ...settings, texts: {}, questions: [] });
  });

export const ratingsOf = (settings: Pick<PipelineSettings, 'ratingStyle'>): readonly VisitorRating[] =>
  settings.ratingStyle === 'thumbs' ? ['up', 'down'] : [1, 2, 3, 4, 5];
