import type { Import } from '@kindling/contract/imports';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import css from './imports.module.css';
import { useImportAction } from './use-import-action.tsx';
import { isInProgress } from './use-imports.ts';

// locale-keys: imports.state.*

const tones: Partial<Record<Import['state'], Tone>> = {
  finished: 'good',
  failed: 'bad',
  read: 'warn',
  checked: 'warn',
};
const pollIntervalMs = 5_000;

/** All imports except the one that is open above. */
export function ImportHistory({ current, live }: { current: string | null; live: boolean }) {
  const { t } = useText();
  const list = useQuery(
    query.imports.list.queryOptions({ input: {}, refetchInterval: live ? false : pollIntervalMs }),
  );
  const others = list.data?.imports.filter((one) => one.id !== current);
  if (list.isError && others === undefined)
    return (
      <Panel title={t('imports:history.title')}>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Panel>
    );
  if (others === undefined || others.length === 0) return null;
  return (
    <Panel title={t('imports:history.title')} flush>
      <ul className={css.history}>
        {others.map((one) => (
          <ImportRow key={one.id} past={one} />
        ))}
      </ul>
    </Panel>
  );
}

function ImportRow({ past }: { past: Import }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const [first = ''] = past.fileNames;
  const more = past.fileNames.length - 1;
  const name =
    more === 0 ? first : t('imports:history.files', { count: more, name: first, value: number(more) });
  const canContinue = past.state === 'read' || past.state === 'checked' || isInProgress(past);
  return (
    <li className={css.past}>
      <div className={css.pastText}>
        <span className={css.pastHead}>
          {past.source === null ? null : <SourceName source={past.source} bare />}
          <strong data-foreign className={css.pastName}>
            {name}
          </strong>
          <Tag tone={tones[past.state] ?? 'calm'}>{t(`imports:state.${past.state}`)}</Tag>
        </span>
        <span className={css.muted}>
          {past.locationName === null ? null : <span data-foreign>{past.locationName} · </span>}
          {past.createdBy === null
            ? formatRelative(past.createdAt, i18n.language)
            : t('imports:history.by', {
                name: past.createdBy,
                when: formatRelative(past.createdAt, i18n.language),
              })}
        </span>
        {past.state === 'finished' || past.state === 'undone' ? (
          <span className={css.muted}>
            {t('imports:history.counts', {
              added: number(past.added),
              changed: number(past.changed),
              unchanged: number(past.unchanged),
              invalid: number(past.invalid),
            })}
          </span>
        ) : null}
      </div>
      <Group gap="xs">
        {canContinue || past.state === 'finished' ? (
          <LinkButton size="xs" variant="default" to={`/connections/import?import=${past.id}`}>
            {canContinue ? t('imports:history.continue') : t('imports:history.open')}
          </LinkButton>
        ) : null}
        {past.state === 'finished' && past.added > 0 ? <UndoButton past={past} name={name} /> : null}
      </Group>
    </li>
  );
}

function UndoButton({ past, name }: { past: Import; name: string }) {
  const { t, i18n } = useText();
  const [confirming, setConfirming] = useState(false);
  const undo = useImportAction(
    past.id,
    () => client.imports.undo({ id: past.id }),
    () => setConfirming(false),
  );
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={t('imports:history.undoOf', { name })}
        onClick={() => setConfirming(true)}
      >
        {t('imports:history.undo')}
      </Button>
      <ConfirmDialog
        refusedWhileActing
        opened={confirming}
        title={t('imports:undo.title')}
        confirm={t('imports:undo.confirm')}
        busy={undo.busy}
        error={undo.error}
        onConfirm={undo.run}
        onClose={() => setConfirming(false)}
      >
        {t('imports:undo.text', { count: past.added, value: formatNumber(past.added, i18n.language) })}
      </ConfirmDialog>
    </>
  );
}
