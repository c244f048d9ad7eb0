import { languages } from '@kindling/contract/constants';
import type { Mailing } from '@kindling/contract/mailings';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, Group } from '@mantine/core';
import { IconCopy, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { formatMoment, formatMomentIn, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { KeyValues } from '../ui/key-values.tsx';
import { BackLink } from './back-link.tsx';
import type { DraftSource } from './draft-values.ts';
import { isHandedOver, segmentText } from './mailing-words.ts';
import css from './send-email.module.css';
import { StateTag } from './state-tag.tsx';
import { useMailingChange } from './use-mailings.ts';

// locale-keys: admin-send-email.state.*
// locale-keys: admin-send-email.stopReason.*
// locale-keys: admin-send-email.skipped.*

interface MailingProgressProps {
  mailing: Mailing;
  onCopy: (source: DraftSource) => void;
}

/** A mailing that was confirmed: how far it is, what became of it, and stopping it. */
export function MailingProgress({ mailing, onCopy }: MailingProgressProps) {
  const { t } = useText();
  const [isStopping, setStopping] = useState(false);
  const isOpen = mailing.state === 'scheduled' || mailing.state === 'sending' || isHandedOver(mailing);
  return (
    <Page
      title={mailing.subject}
      back={<BackLink />}
      lead={<StateTag mailing={mailing} />}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => onCopy(mailing)}
          >
            {t('admin-send-email:copy')}
          </Button>
          {isOpen ? (
            <Button
              color="red.8"
              leftSection={<IconPlayerStop size={16} aria-hidden />}
              onClick={() => setStopping(true)}
            >
              {t('admin-send-email:stop.button')}
            </Button>
          ) : null}
        </Group>
      }
    >
      <div className={css.stack}>
        {mailing.stopReason === null || mailing.stopReason === 'admin' ? null : (
          <Notice tone="warn">{t(`admin-send-email:stopReason.${mailing.stopReason}`)}</Notice>
        )}
        <Progress mailing={mailing} />
        <div className={css.columns}>
          <Results mailing={mailing} />
          <Facts mailing={mailing} />
        </div>
        <Texts mailing={mailing} />
      </div>
      {isStopping ? <StopDialog mailing={mailing} onClose={() => setStopping(false)} /> : null}
    </Page>
  );
}

function Progress({ mailing: { recipients, results } }: { mailing: Mailing }) {
  const { t, i18n } = useText();
  if (results === null || recipients === null) return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  const share = recipients === 0 ? 1 : Math.min(1, results.sent / recipients);
  const label = t('admin-send-email:progress', { sent: number(results.sent), total: number(recipients) });
  return (
    <Panel>
      <div className={css.progress}>
        <p className={css.figure}>{label}</p>
        <div
          className={css.track}
          role="progressbar"
          aria-label={t('admin-send-email:progressLabel')}
          aria-valuemin={0}
          aria-valuemax={recipients}
          aria-valuenow={Math.min(results.sent, recipients)}
          aria-valuetext={label}
        >
          <span style={{ inlineSize: `${share * 100}%` }} />
        </div>
      </div>
    </Panel>
  );
}

function Results({ mailing: { results, kind } }: { mailing: Mailing }) {
  const { t, i18n } = useText();
  if (results === null) return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  const some = (value: number) => (value === 0 ? null : number(value));
  const { skipped } = results;
  return (
    <Panel
      title={t('admin-send-email:results.title')}
      aside={
        results.failed === 0 ? null : (
          <LinkButton to="?tab=dead-letters" variant="subtle" size="compact-sm">
            {t('admin-send-email:results.deadLetters')}
          </LinkButton>
        )
      }
    >
      <KeyValues
        rows={[
          [t('admin-send-email:results.sent'), number(results.sent)],
          [t('admin-send-email:results.waiting'), some(results.waiting)],
          [t('admin-send-email:results.queued'), some(results.queued)],
          [t('admin-send-email:results.failed'), number(results.failed)],
          [t('admin-send-email:results.canceled'), some(results.canceled)],
          [t('admin-send-email:skipped.suppressed'), number(skipped.suppressed)],
          [t('admin-send-email:skipped.unsubscribed'), some(skipped.unsubscribed)],
          [t('admin-send-email:skipped.blocked'), some(skipped.blocked)],
          [t('admin-send-email:skipped.changed'), some(skipped.changed)],
          [t('admin-send-email:results.gone'), some(results.gone)],
          [t('admin-send-email:results.unsubscribed'), kind === 'news' ? number(results.unsubscribed) : null],
        ]}
      />
    </Panel>
  );
}

function Facts({ mailing }: { mailing: Mailing }) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const moment = (iso: string | null) => (iso === null ? null : formatMoment(iso, language));
  const gone = t('admin-send-email:somebodyGone');
  const { startsAt, timeZone } = mailing;
  return (
    <Panel title={t('admin-send-email:facts.title')}>
      <KeyValues
        rows={[
          [t('admin-send-email:field.kind'), t(`admin-send-email:kind.${mailing.kind}`)],
          [t('admin-send-email:field.segment'), segmentText(t, mailing.segment)],
          [t('admin-send-email:field.person'), mailing.person?.email ?? null],
          [t('admin-send-email:facts.confirmedBy'), mailing.confirmedBy ?? gone],
          [
            t('admin-send-email:facts.scheduled'),
            startsAt === null || timeZone === null
              ? null
              : `${formatMomentIn(startsAt, language, timeZone)} (${timeZone})`,
          ],
          [t('admin-send-email:facts.started'), moment(mailing.startedAt)],
          [
            t('admin-send-email:facts.pace'),
            t('admin-send-email:facts.perMinute', { value: formatNumber(mailing.perMinute, language) }),
          ],
          [t('admin-send-email:facts.ended'), isHandedOver(mailing) ? null : moment(mailing.endedAt)],
          [
            t('admin-send-email:facts.stoppedBy'),
            mailing.stopReason === 'admin' ? (mailing.stoppedBy ?? gone) : null,
          ],
        ]}
      />
    </Panel>
  );
}

/** What was sent, as it was written. */
function Texts({ mailing: { texts } }: { mailing: Mailing }) {
  const { t } = useText();
  return (
    <Panel title={t('admin-send-email:text')}>
      {languages.map((one) => {
        const text = texts[one];
        if (text === undefined) return null;
        return (
          <details key={one} className={css.written}>
            <summary>
              {languageFacts[one].name} · <span dir="auto">{text.subject}</span>
            </summary>
            <pre className={css.plain} lang={languageFacts[one].tag} dir="auto">
              {text.body}
            </pre>
          </details>
        );
      })}
    </Panel>
  );
}

function StopDialog({ mailing, onClose }: { mailing: Mailing; onClose: () => void }) {
  const { t } = useText();
  const change = useMailingChange(
    () => client.mailings.stop({ id: mailing.id }),
    () => {
      toast({ tone: 'good', message: t('admin-send-email:stop.done') });
      onClose();
    },
  );
  return (
    <ConfirmDialog
      opened
      title={t('admin-send-email:stop.title')}
      confirm={t('admin-send-email:stop.button')}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.send()}
      onClose={onClose}
    >
      <p>{t('admin-send-email:stop.text')}</p>
    </ConfirmDialog>
  );
}
