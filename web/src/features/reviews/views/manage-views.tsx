import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import type { SavedView } from '@kindling/contract/saved-views';
import { ActionIcon, Button, Group, Modal } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { useCloseOnEscape } from '../../../ui/use-close-on-escape.ts';
import { useChangeViews } from './use-saved-views.ts';
import { ViewForm } from './view-form.tsx';
import css from './views.module.css';

interface ManageViewsProps {
  views: readonly SavedView[];
  current: { filter: ReviewFilter; sort: ReviewSort };
  onClose: () => void;
}

/** Renames, shares, replaces and deletes views; others' shared ones are only listed. */
export function ManageViews({ views, current, onClose }: ManageViewsProps) {
  const { t } = useText();
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const changing = useChangeViews();
  const layer = useCloseOnEscape(true, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      {...layer}
      title={t('inbox:views.manageTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ul className={css.views}>
        {views.map((view) => (
          <li key={view.id}>
            {editing === view.id ? (
              <ViewForm
                name={view.name}
                shared={view.shared}
                busy={changing.isPending}
                error={changing.error}
                onSave={({ name, shared }) =>
                  changing.mutate(
                    { kind: 'update', id: view.id, view: { ...partsOf(view), name, shared } },
                    { onSuccess: () => setEditing(null) },
                  )
                }
                onCancel={() => setEditing(null)}
              />
            ) : (
              <div className={css.view}>
                <div className={css.words}>
                  <strong dir="auto" data-foreign>
                    {view.name}
                  </strong>
                  {view.shared ? <span className={css.note}>{t('inbox:views.shared')}</span> : null}
                  {view.missing.length > 0 ? (
                    <span className={css.note}>{t('inbox:views.missing')}</span>
                  ) : null}
                </div>
                {view.editable ? (
                  <Group gap={4} wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      onClick={() =>
                        changing.mutate({
                          kind: 'update',
                          id: view.id,
                          view: { name: view.name, shared: view.shared, ...current },
                        })
                      }
                    >
                      {t('inbox:views.replace')}
                    </Button>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('inbox:views.edit', { name: view.name })}
                      onClick={() => {
                        changing.reset();
                        setEditing(view.id);
                      }}
                    >
                      <IconPencil size={17} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('inbox:views.delete', { name: view.name })}
                      onClick={() => setDeleting(view)}
                    >
                      <IconTrash size={17} />
                    </ActionIcon>
                  </Group>
                ) : null}
              </div>
            )}
          </li>
        ))}
      </ul>
      {changing.error === null || editing !== null || deleting !== null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={changing.error} />
        </Notice>
      )}
      <ConfirmDialog
        refusedWhileActing
        opened={deleting !== null}
        title={t('inbox:views.deleteTitle', { name: deleting?.name ?? '' })}
        confirm={t('inbox:views.deleteConfirm')}
        busy={changing.isPending}
        error={changing.error}
        onConfirm={() => {
          if (deleting !== null)
            changing.mutate({ kind: 'delete', id: deleting.id }, { onSuccess: () => setDeleting(null) });
        }}
        onClose={() => {
          changing.reset();
          setDeleting(null);
        }}
      >
        {deleting?.shared === true ? t('inbox:views.deleteShared') : t('inbox:views.deleteText')}
      </ConfirmDialog>
    </Modal>
  );
}

function partsOf({ filter, sort }: SavedView) {
  return { filter, sort };
}
