import { maxPicks } from '@kindling/contract/embed-settings';
import type { Embed, EmbedPick } from '@kindling/contract/embeds';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { SwitchField, useFieldError } from '../settings/fields.tsx';
import settingsCss from '../settings/settings.module.css';
import type { SettingsForm } from '../settings/settings-form.ts';
import { unfilterableNames } from '../settings/unfilterable-names.ts';
import { PickDialog } from './pick-dialog.tsx';
import css from './picks.module.css';
import { ReviewSummary } from './review-summary.tsx';

// locale-keys: widgets.picks.state.*

interface PicksGroupProps {
  form: SettingsForm;
  embedId: string;
  unfilterableSources: Embed['unfilterableSources'];
}

/** Reviews chosen by hand, which stand before the others. */
export function PicksGroup({ form, embedId, unfilterableSources }: PicksGroupProps) {
  const { t } = useText();
  const [choosing, setChoosing] = useState(false);
  const error = useFieldError(form, 'pickedIds');
  if (!form.uses('pickedIds')) return null;
  const { pickedIds, pickedOnly } = form.settings;
  const exempt = unfilterableNames(t, unfilterableSources, form.settings);
  return (
    <SettingsGroup
      title={t('widgets:picks.title')}
      summary={
        pickedIds.length === 0
          ? t('widgets:picks.none')
          : t('widgets:picks.count', { count: pickedIds.length })
      }
      hasErrors={form.rejected.has('pickedIds') || form.rejected.has('pickedOnly')}
    >
      <p className={settingsCss.hint}>{t('widgets:picks.hint')}</p>
      {exempt === null ? null : <Notice tone="info">{t('widgets:picks.law', { sources: exempt })}</Notice>}
      {pickedIds.length === 0 ? null : <PickList form={form} embedId={embedId} />}
      {error === null ? null : <p className={settingsCss.fault}>{error}</p>}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={pickedIds.length >= maxPicks}
          onClick={() => setChoosing(true)}
        >
          {t('widgets:picks.choose')}
        </Button>
      </div>
      {pickedIds.length === 0 && !pickedOnly ? null : (
        <SwitchField
          form={form}
          field="pickedOnly"
          label={t('widgets:picks.only')}
          description={t('widgets:picks.onlyHint')}
        />
      )}
      <PickDialog
        form={form}
        unfilterableSources={unfilterableSources}
        opened={choosing}
        onClose={() => setChoosing(false)}
      />
    </SettingsGroup>
  );
}

function PickList({ form, embedId }: { form: SettingsForm; embedId: string }) {
  const { t } = useText();
  const { pickedIds, sources, locationIds } = form.settings;
  const list = useRef<HTMLUListElement>(null);
  const found = useQuery(
    query.embeds.picks.queryOptions({
      input: { id: embedId, pickedIds, sources, locationIds },
      placeholderData: keepPreviousData,
    }),
  );
  const byId = new Map(found.data?.picks.map((pick) => [pick.id, pick]));
  // The answer leaves out what does not exist; the answer before, which stays while the next one loads, what was added since.
  const pickOf = (id: string) =>
    byId.get(id) ?? (found.data === undefined || found.isPlaceholderData ? undefined : null);
  const focus = (index: number, action: string) =>
    requestAnimationFrame(() =>
      list.current?.children[index]?.querySelector<HTMLElement>(`[data-action='${action}']`)?.focus(),
    );
  const move = (from: number, to: number) => {
    const moved = [...pickedIds];
    moved.splice(to, 0, ...moved.splice(from, 1));
    form.set('pickedIds', moved);
    // At an end the button of this direction is disabled.
    focus(to, (to < from && to > 0) || to === pickedIds.length - 1 ? 'up' : 'down');
  };
  const remove = (index: number) => {
    form.set(
      'pickedIds',
      pickedIds.filter((_, at) => at !== index),
    );
    focus(Math.min(index, pickedIds.length - 2), 'remove');
  };
  if (found.isError) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  return (
    <ul ref={list} className={css.list} aria-label={t('widgets:picks.title')}>
      {pickedIds.map((id, index) => (
        <PickRow
          key={id}
          pick={pickOf(id)}
          onUp={index === 0 ? null : () => move(index, index - 1)}
          onDown={index === pickedIds.length - 1 ? null : () => move(index, index + 1)}
          onRemove={() => remove(index)}
        />
      ))}
    </ul>
  );
}

interface PickRowProps {
  /** Undefined while it loads; null for a review that does not exist any more. */
  pick: EmbedPick | null | undefined;
  /** Null at an end of the list. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

function PickRow({ pick, onUp, onDown, onRemove }: PickRowProps) {
  const { t } = useText();
  const name = pick?.review.authorName ?? t(pick === null ? 'widgets:picks.gone' : 'common:anonymous');
  const state = pick === null ? 'gone' : pick?.state;
  const buttons = [
    { action: 'up', label: t('widgets:picks.up', { name }), Icon: IconArrowUp, run: onUp },
    { action: 'down', label: t('widgets:picks.down', { name }), Icon: IconArrowDown, run: onDown },
    { action: 'remove', label: t('widgets:picks.remove', { name }), Icon: IconX, run: onRemove },
  ];
  return (
    <li className={css.pick} data-left-out={state !== undefined && state !== 'shown' ? true : undefined}>
      {pick === undefined ? (
        <Skeleton height={36} />
      ) : pick === null ? (
        <span className={css.author}>{t('widgets:picks.gone')}</span>
      ) : (
        <ReviewSummary review={pick.review} />
      )}
      <div className={css.moves}>
        {buttons.map(({ action, label, Icon, run }) => (
          <ActionIcon
            key={action}
            variant="subtle"
            color="gray"
            size={28}
            className={css.action}
            aria-label={label}
            data-action={action}
            disabled={run === null}
            onClick={() => run?.()}
          >
            <Icon size={16} />
          </ActionIcon>
        ))}
      </div>
      {state === undefined || state === 'shown' ? null : (
        <p className={css.state}>{t(`widgets:picks.state.${state}`)}</p>
      )}
    </li>
  );
}
