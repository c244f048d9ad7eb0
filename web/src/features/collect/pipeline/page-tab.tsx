import type { Pipeline } from '@kindling/contract/pipelines';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { AddressLine } from '../address-line.tsx';
import { ChosenPipeline, PipelineChoice, useChosenPipeline } from '../chosen-pipeline.tsx';
import collect from '../collect.module.css';
import { CreatePipeline } from './create-pipeline.tsx';
import { PipelineEditor } from './pipeline-editor.tsx';
import { RemovePipeline } from './remove-pipeline.tsx';

/** The page of a pipeline: its link, its settings and a preview. */
export function PageTab() {
  const { t } = useText();
  const mayManage = useMayDo('pipelines.manage');
  const [creating, setCreating] = useState(false);
  const create = mayManage ? (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t('pipeline:create.action')}
    </Button>
  ) : null;
  return (
    <>
      <ChosenPipeline aside={create}>
        {(pipeline) => (
          <div className={collect.stack}>
            <div className={collect.bar}>
              <div className={collect.barEnd}>
                <PipelineChoice />
                <AddressLine label={t('pipeline:address')} url={pipeline.url} />
              </div>
              <div className={collect.barEnd}>
                {create}
                <RemoveButton pipeline={pipeline} />
              </div>
            </div>
            <PipelineEditor key={pipeline.id} pipeline={pipeline} />
          </div>
        )}
      </ChosenPipeline>
      {creating ? <CreatePipeline onClose={() => setCreating(false)} /> : null}
    </>
  );
}

/** The last pipeline of an account cannot be deleted. */
function RemoveButton({ pipeline }: { pipeline: Pipeline }) {
  const { t } = useText();
  const mayManage = useMayDo('pipelines.manage');
  const { pipelines } = useChosenPipeline();
  const [removing, setRemoving] = useState(false);
  if (!mayManage || !pipeline.editable || pipelines.length < 2 || pipeline.takenDown !== null) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => setRemoving(true)}
      >
        {t('pipeline:remove.action')}
      </Button>
      <RemovePipeline pipeline={pipeline} opened={removing} onClose={() => setRemoving(false)} />
    </>
  );
}
