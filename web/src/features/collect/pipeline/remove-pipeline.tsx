import type { Pipeline } from '@kindling/contract/pipelines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useChosenPipeline } from '../chosen-pipeline.tsx';

interface RemovePipelineProps {
  pipeline: Pipeline;
  opened: boolean;
  onClose: () => void;
}

/** Says what becomes of the printed codes before the pipeline is deleted. */
export function RemovePipeline({ pipeline, opened, onClose }: RemovePipelineProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const { choose } = useChosenPipeline();
  const remove = useMutation({
    mutationFn: () => client.pipelines.remove({ id: pipeline.id }),
    onSuccess: async () => {
      onClose();
      choose(null);
      await queries.invalidateQueries({ queryKey: query.pipelines.key() });
    },
  });
  return (
    <ConfirmDialog
      refusedWhileActing
      opened={opened}
      title={t('pipeline:remove.title', { name: pipeline.name })}
      confirm={t('pipeline:remove.action')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('pipeline:remove.text')}</p>
      <p>{t('pipeline:remove.codes')}</p>
    </ConfirmDialog>
  );
}
