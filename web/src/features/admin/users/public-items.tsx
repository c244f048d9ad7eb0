import type { AdminAccount, PublicItemKind } from '@kindling/contract/admin-users';
import type { Takedown } from '@kindling/contract/takedowns';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag } from '../../../ui/tag.tsx';
import { ListSection } from './list-section.tsx';
import { RestoreDialog, TakeDownDialog } from './takedown-dialogs.tsx';
import css from './users.module.css';

// locale-keys: admin-users.embedKind.*
// locale-keys: common.takedownReason.*

/** The embeds and pages of an account with their public codes; each can be taken down. */
export function PublicItems({ account }: { account: AdminAccount }) {
  const { t, i18n } = useText();
  const { embeds, pages } = account;
  return (
    <>
      <ListSection title={t('admin-users:account.embeds')} count={embeds.count} listed={embeds.rows.length}>
        {embeds.rows.map(({ id, kind, name, code, publishedAt, takenDown }) => (
          <li key={id} className={css.item}>
            <span className={css.itemText}>
              <span>
                <span data-foreign>{name}</span>{' '}
                <span className={css.muted}>{t(`admin-users:embedKind.${kind}`)}</span>
              </span>
              <span className={css.muted}>
                <code className={css.code}>{code}</code> ·{' '}
                {publishedAt === null
                  ? t('admin-users:account.notPublished')
                  : t('admin-users:account.published', { day: formatDay(publishedAt, i18n.language) })}
              </span>
            </span>
            <ItemTakedown item={{ kind: 'embed', id, accountId: account.id, name }} takenDown={takenDown} />
          </li>
        ))}
      </ListSection>
      <ListSection title={t('admin-users:account.pages')} count={pages.count} listed={pages.rows.length}>
        {pages.rows.map(({ id, name, slug, codes, takenDown }) => (
          <li key={id} className={css.item}>
            <span className={css.itemText}>
              <span data-foreign>{name}</span>
              <span className={css.muted}>
                <code className={css.code}>{[`/c/${slug}`, ...codes].join(' · ')}</code>
              </span>
            </span>
            <ItemTakedown item={{ kind: 'page', id, accountId: account.id, name }} takenDown={takenDown} />
          </li>
        ))}
      </ListSection>
    </>
  );
}

interface ItemTakedownProps {
  item: { kind: PublicItemKind; id: string; accountId: string; name: string };
  takenDown: Takedown | null;
}

/** Whether an item is taken down and why, and the button that changes it. */
export function ItemTakedown({ item, takenDown }: ItemTakedownProps) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {takenDown === null ? null : (
        <Tag tone="bad">
          {t('admin-users:takedown.down', { reason: t(`common:takedownReason.${takenDown.reason}`) })}
        </Tag>
      )}
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t(takenDown === null ? 'admin-users:takedown.open' : 'admin-users:takedown.restore')}
        <span className="k-hidden"> {item.name}</span>
      </Button>
      {open && takenDown === null ? <TakeDownDialog item={item} onClose={close} /> : null}
      {open && takenDown !== null ? <RestoreDialog item={item} onClose={close} /> : null}
    </>
  );
}
