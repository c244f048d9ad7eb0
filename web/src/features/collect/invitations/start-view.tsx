import type { Allowance, CampaignRow } from '@kindling/contract/review-requests';
import { Button } from '@mantine/core';
import { IconBan, IconMail, IconMessage2 } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CampaignList } from './campaign-list.tsx';
import css from './invitations.module.css';
import { MailOff } from './mail-off.tsx';
import { useHasDraft } from './use-campaign-draft.ts';

interface StartViewProps {
  campaigns: readonly CampaignRow[];
  allowance: Allowance;
  mailWorks: boolean;
  onShow: (view: string) => void;
}

/** What an invitation is, the two ways to send one, and what was sent. */
export function StartView({ campaigns, allowance, mailWorks, onShow }: StartViewProps) {
  const { t } = useText();
  const hasDraft = useHasDraft();
  return (
    <div className={css.stack}>
      <header>
        <h2 className={css.title}>{t('invitations:start.title')}</h2>
        <p className={css.lead}>{t('invitations:start.lead')}</p>
      </header>
      {mailWorks ? null : <MailOff />}
      <div className={css.ways}>
        <section className={css.way}>
          <IconMail className={css.wayIcon} size={26} stroke={1.5} aria-hidden />
          <h3 className={css.wayTitle}>{t('invitations:start.mailTitle')}</h3>
          <p className={css.wayText}>{t('invitations:start.mailText')}</p>
          <Left allowance={allowance} />
          <Button className={css.wayAction ?? ''} onClick={() => onShow('new')}>
            {t(hasDraft ? 'invitations:start.continue' : 'invitations:start.create')}
          </Button>
        </section>
        <section className={css.way}>
          <IconMessage2 className={css.wayIcon} size={26} stroke={1.5} aria-hidden />
          <h3 className={css.wayTitle}>{t('invitations:start.shareTitle')}</h3>
          <p className={css.wayText}>{t('invitations:start.shareText')}</p>
          <Button className={css.wayAction ?? ''} variant="default" onClick={() => onShow('share')}>
            {t('invitations:start.share')}
          </Button>
        </section>
      </div>
      <Panel
        title={t('invitations:list.title')}
        flush
        aside={
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBan size={15} aria-hidden />}
            onClick={() => onShow('blocked')}
          >
            {t('invitations:list.blocked')}
          </Button>
        }
      >
        {campaigns.length === 0 ? (
          <EmptyState
            icon={<IconMail size={22} />}
            title={t('invitations:list.noneTitle')}
            text={t('invitations:list.noneText')}
          />
        ) : (
          <CampaignList campaigns={campaigns} onOpen={onShow} />
        )}
      </Panel>
    </div>
  );
}

/** How many of the day's mails went out. */
function Left({ allowance: { leftToday, perDay, trial } }: { allowance: Allowance }) {
  const { t } = useText();
  const sent = Math.max(0, perDay - leftToday);
  const share = perDay === 0 ? 0 : Math.min(1, sent / perDay);
  return (
    <div className={css.left}>
      <span className={css.track} aria-hidden>
        <span className={css.fill} style={{ width: `${share * 100}%` }} />
      </span>
      <p className={css.leftText}>
        {leftToday > 0
          ? t('invitations:allowance.sent', { sent, total: perDay })
          : t('invitations:allowance.none')}{' '}
        {trial ? t('invitations:allowance.trial', { total: perDay }) : null}
      </p>
    </div>
  );
}
