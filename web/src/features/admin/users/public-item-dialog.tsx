import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { KeyValues } from '../ui/key-values.tsx';
import { ItemTakedown } from './public-items.tsx';
import css from './users.module.css';

// locale-keys: admin-users.itemKind.*

interface PublicItemDialogProps {
  onOpen: (userId: string, accountId?: string) => void;
  onClose: () => void;
}

/** Finds the embed or page of a code, an address or pasted HTML, as complaints name it. */
export function PublicItemDialog({ onOpen, onClose }: PublicItemDialogProps) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const found = useQuery({
    ...query.adminUsers.findPublicItem.queryOptions({ input: { address: asked } }),
    enabled: asked !== '',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(text.trim());
  };
  const item = found.data?.item;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('admin-users:find.open')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={css.dialog} onSubmit={submit}>
        <Textarea
          label={t('admin-users:find.label')}
          description={t('admin-users:find.hint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={found.isFetching} disabled={text.trim() === ''}>
            {t('admin-users:find.submit')}
          </Button>
        </Group>
        {found.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={found.error} />
          </Notice>
        )}
        {item === null ? <Notice tone="info">{t('admin-users:find.nothing')}</Notice> : null}
        {item === undefined || item === null ? null : (
          <section className={css.section}>
            <KeyValues
              rows={[
                [
                  t(`admin-users:itemKind.${item.kind}`),
                  <span data-foreign key="name">
                    {item.name}
                  </span>,
                ],
                [
                  t('admin-users:account.title'),
                  <span data-foreign key="account">
                    {item.account.name}
                  </span>,
                ],
              ]}
            />
            <div className={css.actions}>
              {item.ownerId === null ? null : (
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    if (item.ownerId !== null) onOpen(item.ownerId, item.account.id);
                    onClose();
                  }}
                >
                  {t('admin-users:find.openAccount')}
                </Button>
              )}
              <ItemTakedown
                item={{ kind: item.kind, id: item.id, accountId: item.account.id, name: item.name }}
                takenDown={item.takenDown}
              />
            </div>
          </section>
        )}
      </form>
    </Modal>
  );
}
