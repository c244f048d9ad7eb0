/** Texts of the pages on which reviews are collected, in the visitor's language. */
import { collectTexts } from '@kindling/locales/collect.ts';
import type en from '@kindling/locales/en/collect.json';
import {
  type LocalizedTexts,
  type PlainKeyOf,
  type PluralKeyOf,
  textsByLanguage,
} from '../../kit/localized-texts.ts';

// locale-keys: collect.door_*
// locale-keys: collect.style_*
// locale-keys: collect.law_*
// locale-keys: collect.hidden_*
// locale-keys: collect.endMails_*

type Key = keyof typeof en;
export type CollectTexts = LocalizedTexts<PlainKeyOf<Key>, PluralKeyOf<Key>>;

export const collectTextsOf = textsByLanguage<Key>(collectTexts);
