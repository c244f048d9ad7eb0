import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import { Modal } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { useChangeViews } from './use-saved-views.ts';
import { ViewForm } from './view-form.tsx';

interface SaveViewProps {
  current: { filter: ReviewFilter; sort: ReviewSort };
  onClose: () => void;
}

/** Keeps the filters and the order of the list under a name. */
export function SaveView({ current, onClose }: SaveViewProps) {
  const { t } = useText();
  const changing = useChangeViews();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('inbox:views.saveTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ViewForm
        name=""
        shared={false}
        busy={changing.isPending}
        error={changing.error}
        onSave={(view) =>
          changing.mutate({ kind: 'create', view: { ...view, ...current } }, { onSuccess: onClose })
        }
        onCancel={onClose}
      />
    </Modal>
  );
}
