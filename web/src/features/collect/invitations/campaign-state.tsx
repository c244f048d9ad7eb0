import type { CampaignState } from '@kindling/contract/review-request-limits';
import type { CampaignRow } from '@kindling/contract/review-requests';
import { formatMomentIn } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';

// locale-keys: invitations.state.*

const tones: Record<CampaignState, Tone> = {
  scheduled: 'calm',
  sending: 'good',
  reminding: 'good',
  paused: 'warn',
  finished: 'calm',
  canceled: 'calm',
};

export function CampaignTag({ state }: { state: CampaignState }) {
  const { t } = useText();
  return <Tag tone={tones[state]}>{t(`invitations:state.${state}`)}</Tag>;
}

/** What happens next, or what happened last. */
export function NextText({ campaign }: { campaign: CampaignRow }) {
  const { t, i18n } = useText();
  const { state, nextSendAt, lastSentAt, startsAt, timeZone } = campaign;
  const at = (iso: string) => formatMomentIn(iso, i18n.language, timeZone);
  const say = () => {
    if (state === 'paused') return t('invitations:next.paused');
    if (state === 'canceled') return t('invitations:next.canceled');
    if (state === 'scheduled') return t('invitations:next.scheduled', { when: at(startsAt) });
    if (state === 'finished')
      return lastSentAt === null
        ? t('invitations:next.nothingSent')
        : t('invitations:next.finished', { when: at(lastSentAt) });
    if (nextSendAt === null || Date.parse(nextSendAt) <= Date.now()) return t('invitations:next.soon');
    return state === 'sending'
      ? t('invitations:next.sending', { when: at(nextSendAt) })
      : t('invitations:next.reminding', { when: at(nextSendAt) });
  };
  return <span>{say()}</span>;
}
