/** What the contents of all mails are built with. */
import type { CommonTexts } from '@kindling/locales/common.ts';
import { fillText } from '@kindling/locales/fill-text.ts';
import { printableName } from '../../../lib/printable-name.ts';
import type { MailRequest } from '../requests.ts';
import type { Block, MailContent } from './content.ts';
import type { MailTexts } from './texts.ts';

export type RequestOf<K extends MailRequest['kind']> = Extract<MailRequest, { kind: K }>;

export interface WritingContext {
  texts: MailTexts;
  /** As on every screen. */
  sourceNames: CommonTexts['source'];
  brand: string;
  publicUrl: string;
  supportEmail: string;
  plans: boolean;
  /** Interpolates the brand and the given values. */
  format: (text: string, values?: Readonly<Record<string, string>>) => string;
}

export interface HeadTexts {
  subject: string;
  preheader: string;
  heading: string;
}

export function buildContent(
  { texts, format }: WritingContext,
  words: HeadTexts,
  rest: { name: string | null; reason: string; blocks: Block[] },
  values: Readonly<Record<string, string>> = {},
): MailContent {
  const name = printableName(rest.name);
  return {
    subject: format(words.subject, values),
    preheader: format(words.preheader, values),
    heading: format(words.heading, values),
    greeting: name === null ? texts.greeting : fillText(texts.greetingName, { name }),
    blocks: rest.blocks,
    reason: format(rest.reason),
  };
}

/** Address of a screen that opens in this account, because the reader may belong to several. */
export function accountLink(publicUrl: string, path: string, accountId: string): string {
  return `${publicUrl}${path}?account=${accountId}`;
}
