import { type ExportFormat, exportFormats } from '@kindling/contract/exports';
import { Button, Loader, Popover, Progress } from '@mantine/core';
import { IconBraces, IconCsv, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { toApiError } from '../../../lib/api/problem.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { formatBytes, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { BulkActionButton } from '../triage/bulk-action-button.tsx';
import { useMatchCount } from '../use-match-count.ts';
import css from './export.module.css';
import { type ExportedReviews, useReviewExport } from './use-review-export.ts';

// locale-keys: export.format.*

const icons = { csv: IconCsv, xlsx: IconFileSpreadsheet, json: IconBraces } as const;

interface ExportMenuProps extends ExportedReviews {
  /** For a row of actions with little room. */
  iconOnly?: boolean;
}

/**
 * A button that exports the reviews of a filter, or a selection of them (`ids`, at most 500), as a file. Nothing for those
 * who may not export.
 */
export function ExportMenu(props: ExportMenuProps) {
  return useMayDo('reviews.export') ? <Menu {...props} /> : null;
}

type Exporting = ReturnType<typeof useReviewExport>;

function Menu({ iconOnly = false, ...exported }: ExportMenuProps) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const exporting = useReviewExport(exported);
  const texts = useArea('export', opened || exporting.current !== null);
  useAnnouncedEnd(exporting, texts.isSuccess, () => setOpened(false));
  const icon = exporting.isRunning ? (
    <Loader size={16} aria-hidden />
  ) : (
    <IconDownload size={17} aria-hidden />
  );
  const toggle = () => setOpened(!opened);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        {iconOnly ? (
          <BulkActionButton
            label={t('common:export')}
            icon={IconDownload}
            aria-haspopup="dialog"
            onClick={toggle}
          >
            {exporting.isRunning ? icon : null}
          </BulkActionButton>
        ) : (
          <Button variant="default" leftSection={icon} aria-haspopup="dialog" onClick={toggle}>
            {t('common:export')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown className={css.dropdown}>
        {texts.isError ? (
          <Notice
            tone="bad"
            action={
              <Button size="xs" variant="default" onClick={() => void texts.refetch()}>
                {t('common:tryAgain')}
              </Button>
            }
          >
            <ErrorText error={texts.error} />
          </Notice>
        ) : null}
        {texts.isSuccess ? <Content exporting={exporting} exported={exported} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ContentProps {
  exporting: Exporting;
  exported: ExportedReviews;
}

/** A finished export is announced in a corner, wherever the person is by then. */
function useAnnouncedEnd({ current, putAway }: Exporting, hasTexts: boolean, close: () => void): void {
  const { t, i18n } = useText();
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (current?.state !== 'done' || !hasTexts || announced.current === current.id) return;
    announced.current = current.id;
    const value = formatNumber(current.rows, i18n.language);
    const done = t('export:done', { count: current.rows, value });
    const leftOut =
      current.leftOut === 0
        ? ''
        : ` ${t('export:leftOut', { count: current.leftOut, value: formatNumber(current.leftOut, i18n.language) })}`;
    toast({ tone: 'good', message: `${done}${leftOut}`, sticky: current.leftOut > 0 });
    putAway();
    close();
  });
}

function Content({ exporting, exported }: ContentProps) {
  const { current, isRunning } = exporting;
  const hasEnded = current?.state === 'failed' || current?.state === 'canceled';
  const shown = isRunning ? 'running' : hasEnded ? 'ended' : 'formats';
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    // What had the focus is gone, or the texts came after the menu had opened. Without a focus inside of it Escape would not
    // close the menu.
    content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div ref={content} className={css.content}>
      {shown === 'running' ? <Running exporting={exporting} /> : null}
      {shown === 'ended' ? <Ended exporting={exporting} /> : null}
      {shown === 'formats' ? <Formats exporting={exporting} exported={exported} /> : null}
    </div>
  );
}

/** How many reviews the file will have, as far as it is known. */
function useHeading({ filter, ids }: ExportedReviews): string {
  const { t, i18n } = useText();
  const matches = useMatchCount(filter, ids === undefined);
  const value = (count: number) => formatNumber(count, i18n.language);
  if (ids !== undefined) return t('export:selected', { count: ids.length, value: value(ids.length) });
  if (matches === undefined) return t('export:all');
  const { count, more } = matches;
  return t('export:allCounted', { count, value: `${value(count)}${more ? '+' : ''}` });
}

function Formats({ exporting, exported }: ContentProps) {
  const { t } = useText();
  const heading = useId();
  const title = useHeading(exported);
  const { begin } = exporting;
  const refused = begin.error === null ? null : toApiError(begin.error);
  return (
    <>
      <p id={heading} className={css.heading}>
        {title}
      </p>
      <ul className={css.formats} aria-labelledby={heading}>
        {exportFormats.map((format, index) => (
          <li key={format}>
            <FormatButton format={format} isFirst={index === 0} onChoose={() => begin.mutate(format)} />
          </li>
        ))}
      </ul>
      {refused === null ? null : (
        <Notice tone="bad" alert>
          {refused.code === 'conflict' ? t('export:otherRuns') : <ErrorText error={begin.error} />}
        </Notice>
      )}
    </>
  );
}

function FormatButton({
  format,
  isFirst,
  onChoose,
}: {
  format: ExportFormat;
  isFirst: boolean;
  onChoose: () => void;
}) {
  const { t } = useText();
  const hint = useId();
  const Icon = icons[format];
  return (
    <button
      type="button"
      className={css.format}
      onClick={onChoose}
      aria-label={t(`export:format.${format}.name`)}
      aria-describedby={hint}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>
        <span className={css.name}>{t(`export:format.${format}.name`)}</span>
        <span id={hint} className={css.hint}>
          {t(`export:format.${format}.hint`)}
        </span>
      </span>
    </button>
  );
}

/** How far the file is. The download itself is in the browser's list. */
function Running({ exporting }: { exporting: Exporting }) {
  const { t, i18n } = useText();
  const { current, cancel } = exporting;
  const rows = current?.rows ?? 0;
  return (
    <>
      <p className={css.heading} tabIndex={-1} data-autofocus>
        {t('export:running')}
      </p>
      <Progress value={100} animated size="sm" aria-label={t('export:running')} />
      <p className={css.sent}>
        {rows === 0
          ? t('export:begins')
          : t('export:sent', {
              count: rows,
              value: formatNumber(rows, i18n.language),
              size: formatBytes(current?.bytes ?? 0, i18n.language),
            })}
      </p>
      <p className={css.hint}>{t('export:runningHint')}</p>
      {cancel.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={cancel.error} />
        </Notice>
      )}
      <Button
        variant="default"
        size="xs"
        className={css.action}
        disabled={current === null}
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {t('export:cancel')}
      </Button>
    </>
  );
}

/** The download broke off: what was saved is not whole. */
function Ended({ exporting }: { exporting: Exporting }) {
  const { t } = useText();
  const { current, begin, putAway } = exporting;
  const format = current?.format ?? 'csv';
  const again = () => {
    putAway();
    begin.mutate(format);
  };
  return (
    <>
      <Notice tone={current?.state === 'failed' ? 'bad' : 'warn'} alert>
        {current?.state === 'failed' ? t('export:failed') : t('export:brokeOff')}
      </Notice>
      <div className={css.choices}>
        <Button size="xs" onClick={again} data-autofocus>
          {t('common:tryAgain')}
        </Button>
        <Button size="xs" variant="default" onClick={putAway}>
          {t('export:otherFormat')}
        </Button>
      </div>
    </>
  );
}
