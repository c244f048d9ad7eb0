import type { EmbedKind } from '@kindling/contract/embed-settings';
import type { Embed, ListedEmbed } from '@kindling/contract/embeds';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAward,
  IconCopy,
  IconDots,
  IconPlus,
  IconSourceCode,
  IconTrash,
  IconWorldOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { useIsLimited, useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlanEndedNotice, useIsPlanEnded } from '../../ui/plan-ended-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { embedKinds } from './embed-kinds.ts';
import { RemoveEmbed } from './remove-embed.tsx';
import { LayoutDrawing } from './settings/layout-drawing.tsx';
import { TakeOffline } from './take-offline.tsx';
import { CreateEmbedDialog } from './templates/create-embed-dialog.tsx';
import { useDuplicate } from './use-duplicate.tsx';
import css from './widgets.module.css';

export function WidgetsScreen() {
  return <EmbedsScreen kind="widget" />;
}

export function BadgesScreen() {
  return <EmbedsScreen kind="badge" />;
}

const icons = { widget: IconSourceCode, badge: IconAward } as const;

function EmbedsScreen({ kind }: { kind: EmbedKind }) {
  const { t } = useText();
  const words = embedKinds[kind];
  const Icon = icons[kind];
  const mayManage = useMayDo('embeds.manage');
  const limited = useIsLimited();
  // In the address, so that other screens can lead to the templates, and "Back" closes them.
  const [params, setParams] = useSearchParams();
  const setCreating = (creating: boolean) =>
    setParams(creating ? { create: '' } : {}, { replace: !creating });
  const list = useQuery(query.embeds.list.queryOptions({ input: { kind } }));
  const embeds = list.data?.embeds;
  const isPlanEnded = useIsPlanEnded();
  const create =
    mayManage && !isPlanEnded ? (
      <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
        {t(words.create)}
      </Button>
    ) : null;
  // Stays open for a person who loses the right meanwhile, and reads there why nothing is created.
  const isAsked = params.has('create');
  const [opened, setOpened] = useState(false);
  if (opened ? !isAsked : isAsked && create !== null) setOpened(isAsked);
  return (
    <Page title={t(words.title)} lead={t(words.lead)} actions={embeds && embeds.length > 0 ? create : null}>
      {mayManage ? <PlanEndedNotice /> : null}
      {list.isPending ? (
        <div className={css.list} role="status" aria-label={t('common:loading')}>
          <Skeleton shape="card" framed height={76} />
          <Skeleton shape="card" framed height={76} />
        </div>
      ) : null}
      {list.isError && embeds === undefined ? (
        <Panel>
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        </Panel>
      ) : null}
      {embeds?.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<Icon size={22} />}
            title={t(limited ? words.noneLimitedTitle : words.noneTitle)}
            {...(mayManage ? { text: t(words.noneText) } : {})}
            action={create}
          />
        </Panel>
      ) : null}
      {embeds && embeds.length > 0 ? (
        <ul className={css.list}>
          {embeds.map((embed) => (
            <EmbedRow key={embed.id} embed={embed} />
          ))}
        </ul>
      ) : null}
      <CreateEmbedDialog kind={kind} opened={opened} onClose={() => setCreating(false)} />
    </Page>
  );
}

export function PublicationTag({ embed }: { embed: Pick<Embed, 'publishedAt' | 'changed' | 'takenDown'> }) {
  const { t } = useText();
  if (embed.takenDown !== null) return <Tag tone="bad">{t('common:takenDown.title')}</Tag>;
  if (embed.publishedAt === null) return <Tag tone="calm">{t('widgets:draft')}</Tag>;
  return embed.changed ? (
    <Tag tone="warn">{t('widgets:changed')}</Tag>
  ) : (
    <Tag tone="good">{t('widgets:published')}</Tag>
  );
}

function EmbedRow({ embed }: { embed: ListedEmbed }) {
  const { t, i18n } = useText();
  const mayManage = useMayDo('embeds.manage');
  return (
    <li className={css.row}>
      <LayoutDrawing layout={embed.settings.layout} />
      <span>
        {mayManage ? (
          <Link to={embedKinds[embed.kind].edit(embed.id)} className={css.name}>
            {embed.name}
          </Link>
        ) : (
          <span className={css.name}>{embed.name}</span>
        )}
        <span className={css.layout}>{t(`widgets:layout.${embed.settings.layout}`)}</span>
      </span>
      <PublicationTag embed={embed} />
      <span className={css.when}>
        {embed.publishedAt === null
          ? t('widgets:createdAt', { when: formatRelative(embed.createdAt, i18n.language) })
          : t('widgets:publishedAt', { when: formatRelative(embed.publishedAt, i18n.language) })}
        {embed.publishedAt === null ? null : (
          <span className={css.recent}>
            {t('widgets:traffic.recent', {
              count: embed.views30,
              value: formatNumber(embed.views30, i18n.language),
            })}
          </span>
        )}
      </span>
      {mayManage ? <EmbedActions embed={embed} /> : null}
    </li>
  );
}

/** The menu of a row, with the dialogs that it opens. */
function EmbedActions({ embed }: { embed: ListedEmbed }) {
  const { t } = useText();
  const [removing, setRemoving] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const duplicate = useDuplicate();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            className={css.menu}
            variant="subtle"
            color="gray"
            aria-label={t('widgets:actions', { name: embed.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate(embed)}>
            {t('widgets:duplicate')}
          </Menu.Item>
          {embed.publishedAt === null ? null : (
            <Menu.Item leftSection={<IconWorldOff size={16} />} onClick={() => setLeaving(true)}>
              {t('widgets:offline.take')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
            {t('widgets:remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TakeOffline embed={embed} opened={leaving} onClose={() => setLeaving(false)} />
      <RemoveEmbed embed={embed} opened={removing} onClose={() => setRemoving(false)} />
    </>
  );
}
