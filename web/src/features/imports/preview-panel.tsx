import type { ImportPreview, ImportSettings } from '@kindling/contract/imports';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { formatDay, formatNumber, formatWrittenDay } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import { ErrorState } from '../../ui/states.tsx';
import css from './imports.module.css';
import { importActionKey } from './use-imports.ts';

// locale-keys: common.recommendation.*
// locale-keys: common.dateBasis.*
// locale-keys: imports.fault.*

interface PreviewPanelProps {
  id: string;
  /** Null while the settings are not complete enough for a preview. */
  settings: ImportSettings | null;
  /** The setting that is missing before any row can be shown as a review. */
  missing: 'location' | 'day' | null;
  /** The parse options of the file: other options need another preview. */
  parseKey: string;
  /** Line number of the column names; null when there are none. */
  headingLine: number | null;
  /** IANA time zone of the account, in which dates without a zone are read. */
  timeZone: string;
}

/** Milliseconds after the last change before the preview is requested. */
const debounceMs = 250;

/** The first rows as review cards, with the current settings. */
export function PreviewPanel({ id, settings, missing, parseKey, headingLine, timeZone }: PreviewPanelProps) {
  const { t, i18n } = useText();
  const [debouncedSettings] = useDebouncedValue(settings, debounceMs);
  const actionRunning = useIsMutating({ mutationKey: importActionKey(id) }) > 0;
  const options = query.imports.preview.queryOptions({
    input: { id, settings: debouncedSettings ?? ({} as ImportSettings) },
    enabled: debouncedSettings !== null && !actionRunning,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const rows = useQuery({ ...options, queryKey: [...options.queryKey, parseKey] });
  return (
    <Panel title={t('imports:preview.title')}>
      <div className={css.inside}>
        <p className={css.muted}>
          {missing === 'location'
            ? t('imports:preview.pickLocation')
            : missing === 'day'
              ? t('imports:preview.pickDay')
              : t('imports:preview.lead')}
        </p>
        {headingLine === null ? null : (
          <p className={css.muted}>
            {t('imports:preview.heading', { line: formatNumber(headingLine, i18n.language) })}
          </p>
        )}
        {debouncedSettings !== null && rows.isPending ? (
          <div className={css.inside} role="status" aria-label={t('common:loading')}>
            <Skeleton shape="rows" height={88} />
            <Skeleton shape="rows" height={88} />
            <Skeleton shape="rows" height={88} />
          </div>
        ) : null}
        {rows.isError ? <ErrorState error={rows.error} retry={() => void rows.refetch()} /> : null}
        {rows.data === undefined || debouncedSettings === null ? null : (
          <ol className={css.preview} data-stale={rows.isPlaceholderData || undefined}>
            {rows.data.rows.map((row) => (
              <PreviewRow key={row.line} row={row} source={debouncedSettings.source} timeZone={timeZone} />
            ))}
          </ol>
        )}
      </div>
    </Panel>
  );
}

interface PreviewRowProps {
  row: ImportPreview;
  source: ImportSettings['source'];
  timeZone: string;
}

function PreviewRow({ row, source, timeZone }: PreviewRowProps) {
  const { t, i18n } = useText();
  const { review, fault } = row;
  const line = t('imports:preview.line', { line: formatNumber(row.line, i18n.language) });
  if (review === null)
    return (
      <li className={css.card} data-fault>
        <p className={css.fault}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {fault === null ? t('imports:preview.again') : t(`imports:fault.${fault.fault}`)}
            {fault?.value ? (
              <>
                {': '}
                <span data-foreign dir="auto">
                  {fault.value}
                </span>
              </>
            ) : null}
          </span>
          <span className={css.when}>{line}</span>
        </p>
      </li>
    );
  return (
    <li className={css.card}>
      <header className={css.cardHead}>
        <SourceName source={source} bare />
        <strong className={css.author} data-foreign>
          {review.authorName ?? t('common:anonymous')}
        </strong>
        <RatingOrRecommendation review={review} />
        <span className={css.when}>
          <time dateTime={review.writtenDay ?? review.writtenAt}>
            {formatWrittenDay(review, i18n.language, timeZone)}
          </time>
          {review.dateBasis === null ? null : ` · ${t(`common:dateBasis.${review.dateBasis}`)}`}
          {` · ${line}`}
        </span>
      </header>
      {review.text === null ? (
        <p className={css.muted}>{t('common:noText')}</p>
      ) : (
        <p className={css.text} dir="auto" data-foreign>
          {review.text}
        </p>
      )}
      {review.reply === null ? null : (
        <div className={css.reply}>
          <strong>{t('imports:preview.reply')}</strong>
          {review.reply.at === null ? null : (
            <span> · {formatDay(review.reply.at, i18n.language, timeZone)}</span>
          )}
          <p className={css.text} dir="auto" data-foreign>
            {review.reply.text}
          </p>
        </div>
      )}
    </li>
  );
}

function RatingOrRecommendation({ review }: { review: NonNullable<ImportPreview['review']> }) {
  const { t } = useText();
  if (review.rating !== null) return <Stars value={review.rating} />;
  if (review.recommendation === null) return null;
  const Icon = review.recommendation === 'positive' ? IconThumbUp : IconThumbDown;
  return (
    <span className={css.verdict}>
      <Icon size={16} aria-hidden /> {t(`common:recommendation.${review.recommendation}`)}
    </span>
  );
}
