/** Texts of widgets and badges, in the embed's language. */
import { embedTexts } from '@kindling/locales/embed.ts';
import type en from '@kindling/locales/en/embed.json';
import {
  type LocalizedTexts,
  type PlainKeyOf,
  type PluralKeyOf,
  textsByLanguage,
} from './localized-texts.ts';

// locale-keys: embed.source_*
// locale-keys: embed.reason_*
// locale-keys: embed.order_*

type Key = keyof typeof en;
export type PluralKey = PluralKeyOf<Key>;
export type PlainKey = PlainKeyOf<Key>;
export type Texts = LocalizedTexts<PlainKey, PluralKey>;

export const textsOf = textsByLanguage<Key>(embedTexts);
