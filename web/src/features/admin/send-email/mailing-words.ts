import type { MailingState, MailingSummary } from '@kindling/contract/mailings';
import { languageFacts } from '@kindling/locales/languages.ts';
import type { Translate } from '../../../lib/i18n/text.ts';
import type { Tone } from '../../../ui/tag.tsx';

// locale-keys: admin-send-email.segment.*

export const stateTones: Readonly<Record<MailingState, Tone>> = {
  draft: 'calm',
  scheduled: 'warn',
  sending: 'warn',
  finished: 'good',
  stopped: 'bad',
};

/**
 * Whether mails of a mailing that the program is done with still wait for the mail server. Its end is then ahead, though
 * nothing is left to hand over.
 */
export function isHandedOver({ state, queued }: Pick<MailingSummary, 'state' | 'queued'>): boolean {
  return state === 'finished' && (queued ?? 0) > 0;
}

/** Who gets the mailing, in words. */
export function segmentText(t: Translate, segment: MailingSummary['segment']): string {
  return segment.kind === 'language'
    ? t('admin-send-email:segmentOfLanguage', { language: languageFacts[segment.language].name })
    : t(`admin-send-email:segment.${segment.kind}`);
}
