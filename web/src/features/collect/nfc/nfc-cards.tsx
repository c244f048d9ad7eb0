import type { CodeDesign } from '@kindling/contract/code-looks';
import type { ListedCode } from '@kindling/contract/codes';
import type { Pipeline } from '@kindling/contract/pipelines';
import { defaultPrimary } from '@kindling/design/tokens';
import { Button, Modal } from '@mantine/core';
import { IconId, IconNfc, IconPencil, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { CodeFigures } from '../codes/code-figures.tsx';
import { designOf } from '../codes/code-picture.tsx';
import { CodeMenu } from '../codes/code-row.tsx';
import { useFirstPlace } from '../codes/place-fields.tsx';
import { useSaveFile } from '../codes/use-save-file.tsx';
import { CardDialog } from './card-dialog.tsx';
import { groundOf } from './card-preview.tsx';
import css from './nfc.module.css';
import { PrintCard } from './print-card.tsx';
import { WriteCard } from './write-card.tsx';

/** NFC cards: taps per card, writing and printing them, digital cards, and the switch for a lost one. */
export function NfcCards() {
  const { t } = useText();
  const words = useArea('codes');
  const list = useQuery(query.codes.list.queryOptions({ input: { kind: 'nfc', days: '30' } }));
  const pipelines = useQuery(query.pipelines.list.queryOptions({ input: {} }));
  const mayManage = useMayDo('codes.manage');
  const place = useFirstPlace(pipelines.data?.pipelines ?? []);
  const [editing, setEditing] = useState<ListedCode | 'new' | null>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const error = words.error ?? list.error ?? pipelines.error;
  if (error !== null && (list.data === undefined || place === null || !words.isSuccess))
    return (
      <Panel>
        <ErrorState
          error={error}
          retry={() => void Promise.all([words.refetch(), list.refetch(), pipelines.refetch()])}
        />
      </Panel>
    );
  if (list.data === undefined || place === null || !words.isSuccess)
    return (
      <div className={css.list} role="status" aria-label={t('common:loading')}>
        <Skeleton shape="card" framed height={96} />
        <Skeleton shape="card" framed height={96} />
      </div>
    );
  const { codes } = list.data;
  const written = codes.find(({ id }) => id === writing);
  const create = mayManage ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      {t('codes:nfc.create')}
    </Button>
  ) : null;
  return (
    <>
      <header className={css.head}>
        <p className={css.text}>{t('codes:nfc.lead')}</p>
        {codes.length > 0 ? create : null}
      </header>
      {codes.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<IconNfc size={22} />}
            title={t('codes:nfc.none')}
            text={t('codes:nfc.noneText')}
            action={create}
          />
        </Panel>
      ) : (
        <ul className={css.list} aria-label={t('codes:nfc.title')}>
          {codes.map((code) => (
            <CardRow
              key={code.id}
              code={code}
              design={designOf(code, list.data.logos)}
              pipeline={pipelines.data?.pipelines.find(({ id }) => id === code.pipelineId)}
              onEdit={() => setEditing(code)}
              onWrite={() => setWriting(code.id)}
            />
          ))}
        </ul>
      )}
      {editing === null ? null : (
        <CardDialog
          code={editing === 'new' ? null : editing}
          pipelines={pipelines.data?.pipelines ?? []}
          place={place}
          onClose={() => setEditing(null)}
          onDone={(id) => {
            if (editing === 'new') setWriting(id);
            setEditing(null);
          }}
        />
      )}
      <Modal
        opened={written !== undefined}
        onClose={() => setWriting(null)}
        size="lg"
        title={t('codes:nfc.writeTitle', { name: written?.name })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {written === undefined ? null : <WriteCard code={written} />}
      </Modal>
    </>
  );
}

interface CardRowProps {
  code: ListedCode;
  /** With its logo. */
  design: CodeDesign;
  pipeline: Pipeline | undefined;
  onEdit: () => void;
  onWrite: () => void;
}

function CardRow({ code, design, pipeline, onEdit, onWrite }: CardRowProps) {
  const { t, i18n } = useText();
  const save = useSaveFile();
  const [printing, setPrinting] = useState(false);
  const { name, figures, contact } = code;
  return (
    <li className={css.row} data-disabled={code.disabledAt !== null}>
      <span
        className={css.card}
        style={{ background: groundOf(code.brandColor ?? defaultPrimary) }}
        aria-hidden
      >
        <IconNfc size={22} />
      </span>
      <span className={css.words}>
        <strong className={css.name}>{name}</strong>
        <span className={css.place}>
          {code.pipelineName ?? t('codes:list.orphan')}
          {code.locationName === null ? null : ` · ${code.locationName}`}
        </span>
        <span className={css.tags}>
          {code.disabledAt === null ? null : <Tag tone="warn">{t('codes:nfc.lost')}</Tag>}
          {contact === null ? null : <Tag tone="calm">{t('codes:nfc.contact.tag')}</Tag>}
        </span>
      </span>
      <CodeFigures
        figures={[
          [t('codes:figures.taps'), figures.visits],
          [t('codes:figures.ratings'), figures.ratings],
          [t('codes:figures.reviews'), figures.reviews],
        ]}
      />
      {code.editable ? <CodeMenu code={code} /> : null}
      <span className={css.actions}>
        <Button variant="default" size="compact-md" leftSection={<IconNfc size={16} />} onClick={onWrite}>
          {t('codes:nfc.writeAction')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPrinter size={16} />}
          onClick={() => setPrinting(true)}
        >
          {t('codes:nfc.print')}
        </Button>
        {contact === null ? null : (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconId size={16} />}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                request: { ids: [code.id], file: 'contact', language: currentLanguage(i18n) },
                name,
              })
            }
          >
            {t('codes:nfc.contact.download')}
          </Button>
        )}
        {code.editable ? (
          <Button variant="default" size="compact-md" leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {t('codes:nfc.change')}
          </Button>
        ) : null}
      </span>
      {printing ? (
        <PrintCard code={code} design={design} pipeline={pipeline} onClose={() => setPrinting(false)} />
      ) : null}
    </li>
  );
}
