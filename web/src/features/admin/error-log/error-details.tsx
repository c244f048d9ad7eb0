import type { ErrorGroup } from '@kindling/contract/error-log';
import { Button, Drawer } from '@mantine/core';
import { IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { formatMoment, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useCloseOnEscape } from '../../../ui/use-close-on-escape.ts';
import { ErrorHistory } from './error-history.tsx';
import css from './error-log.module.css';
import { ErrorSamples } from './error-samples.tsx';
import { ErrorStack } from './error-stack.tsx';
import { ErrorStateForm } from './error-state.tsx';
import { ErrorTrend } from './error-trend.tsx';
import { OriginTags, StateTag, useMessageOf } from './group-words.tsx';
import { visibleText } from './visible-text.ts';

interface ErrorDetailsProps {
  /** Null: closed. */
  id: string | null;
  hrefOfAccount: (accountId: string) => string;
  onMute: (group: ErrorGroup) => void;
  onClose: () => void;
}

/** One group over the list; its address can be sent to somebody. */
export function ErrorDetails({ id, onClose, ...rest }: ErrorDetailsProps) {
  const { t } = useText();
  const layer = useCloseOnEscape(id !== null, onClose);
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      {...layer}
      position="right"
      size="min(100%, 760px)"
      title={t('admin-error-log:details')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {id === null ? null : <Details key={id} id={id} {...rest} />}
    </Drawer>
  );
}

function Details({
  id,
  hrefOfAccount,
  onMute,
}: Pick<ErrorDetailsProps, 'hrefOfAccount' | 'onMute'> & { id: string }) {
  const { data, error, refetch } = useQuery(query.errorLog.get.queryOptions({ input: { id } }));
  if (data === undefined)
    return error === null ? (
      <Skeleton shape="text" height={420} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <div className={css.details}>
      <Summary group={data.group} onMute={onMute} />
      <ErrorStateForm group={data.group} />
      <ErrorTrend details={data} />
      <ErrorStack details={data} />
      <ErrorSamples samples={data.samples} hrefOfAccount={hrefOfAccount} />
      <ErrorHistory changes={data.changes} />
    </div>
  );
}

function Summary({ group, onMute }: { group: ErrorGroup; onMute: (group: ErrorGroup) => void }) {
  const { t, i18n } = useText();
  const messageOf = useMessageOf();
  const { language } = i18n;
  return (
    <section className={css.section}>
      <h2 className={css.headline} data-foreign>
        {messageOf(group)}
      </h2>
      {group.isRest ? <p className={css.hint}>{t('admin-error-log:restHint')}</p> : null}
      <div className={css.facts}>
        <OriginTags group={group} />
        <StateTag group={group} />
        {group.route === '' ? null : (
          <span className={css.route} data-foreign>
            {visibleText(group.route)}
          </span>
        )}
      </div>
      <dl className={css.figures}>
        <div>
          <dt>{t('admin-error-log:eventsHeading')}</dt>
          <dd className="k-num">{formatNumber(group.count, language)}</dd>
        </div>
        {group.muted === 0 ? null : (
          <div>
            <dt>{t('admin-error-log:mutedHeading')}</dt>
            <dd className="k-num">{formatNumber(group.muted, language)}</dd>
          </div>
        )}
        <div>
          <dt>{t('admin-error-log:first')}</dt>
          <dd>{formatMoment(group.firstSeenAt, language)}</dd>
        </div>
        <div>
          <dt>{t('admin-error-log:last')}</dt>
          <dd>{formatMoment(group.lastSeenAt, language)}</dd>
        </div>
      </dl>
      {group.isRest ? null : (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconVolumeOff size={16} aria-hidden />}
            onClick={() => onMute(group)}
          >
            {t('admin-error-log:muteThese')}
          </Button>
        </div>
      )}
    </section>
  );
}
