import { importLimits } from '@kindling/contract/import-files';
import { Button, FileButton, Progress } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { formatBytes } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './imports.module.css';
import { retryWhileBusy, type UploadedBytes, uploadFiles } from './upload-files.ts';
import { detailKey } from './use-imports.ts';

type FileError = 'tooLarge' | 'tooMany' | 'empty';

// locale-keys: imports.file.*

function findFileError(files: readonly File[]): FileError | null {
  if (files.length > importLimits.files) return 'tooMany';
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > importLimits.bytes) return 'tooLarge';
  return files.some((file) => file.size === 0) ? 'empty' : null;
}

/** A drop zone with a button; uploads the files and has them parsed. */
export function ChooseFile({ onRead }: { onRead: (id: string) => void }) {
  const { t } = useText();
  const queries = useQueryClient();
  const [fileError, setFileError] = useState<FileError | null>(null);
  const [draggedOver, setDraggedOver] = useState(false);
  const [sending, setSending] = useState<UploadedBytes | null>(null);
  const resetFileInput = useRef<() => void>(null);
  const uploadAbort = useRef<AbortController | null>(null);
  useEffect(() => () => uploadAbort.current?.abort(), []);
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      uploadAbort.current = new AbortController();
      const { signal } = uploadAbort.current;
      const id = await uploadFiles(files, signal, setSending);
      const readRequest = { id, encoding: null, separator: null, header: null, sheet: null };
      const read = await retryWhileBusy(
        () => client.imports.read(readRequest, { context: { timeout: 120_000 } }),
        signal,
      );
      queries.setQueryData(detailKey(id), read);
      await queries.invalidateQueries({ queryKey: query.imports.list.key() });
      return id;
    },
    onSuccess: onRead,
    onSettled: () => setSending(null),
  });
  const startUpload = (files: File[]) => {
    // Without the reset, choosing the same file twice in a row fires no change event.
    resetFileInput.current?.();
    if (files.length === 0 || upload.isPending) return;
    const found = findFileError(files);
    setFileError(found);
    if (found === null) upload.mutate(files);
  };
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setDraggedOver(inside && !upload.isPending);
  };
  return (
    <Panel title={t('imports:file.title')}>
      <div className={css.inside}>
        <section
          className={css.drop}
          data-over={draggedOver || undefined}
          aria-label={t('imports:file.drop')}
          onDragOver={(event) => drag(event, true)}
          onDragLeave={(event) => drag(event, false)}
          onDrop={(event) => {
            drag(event, false);
            startUpload([...event.dataTransfer.files]);
          }}
        >
          {upload.isPending ? (
            <UploadProgress sending={sending} />
          ) : (
            <>
              <IconFileUpload className={css.dropIcon} size={30} stroke={1.5} aria-hidden />
              <p className={css.dropText}>
                {t('imports:file.drop')} <span className={css.muted}>{t('imports:file.or')}</span>
              </p>
              <FileButton
                resetRef={resetFileInput}
                multiple
                accept=".csv,.tsv,.txt,.xlsx,.json"
                onChange={startUpload}
              >
                {(props) => <Button {...props}>{t('imports:file.choose')}</Button>}
              </FileButton>
              <p className={css.muted}>{t('imports:file.hint')}</p>
            </>
          )}
        </section>
        {fileError === null ? null : (
          <Notice tone="bad" alert>
            {t(`imports:file.${fileError}`)}
          </Notice>
        )}
        {upload.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={upload.error} />
          </Notice>
        )}
        <details className={css.how}>
          <summary>{t('imports:file.takeoutTitle')}</summary>
          <ol>
            <li>{t('imports:file.takeout.open')}</li>
            <li>{t('imports:file.takeout.select')}</li>
            <li>{t('imports:file.takeout.unpack')}</li>
          </ol>
        </details>
      </div>
    </Panel>
  );
}

function UploadProgress({ sending }: { sending: UploadedBytes | null }) {
  const { t, i18n } = useText();
  const all = sending !== null && sending.sent === sending.total;
  return (
    <div className={css.sending} role="status">
      <span>
        {sending === null || all
          ? t('imports:file.reading')
          : t('imports:file.sending', {
              done: formatBytes(sending.sent, i18n.language),
              total: formatBytes(sending.total, i18n.language),
            })}
      </span>
      <Progress
        value={sending === null || all ? 100 : (sending.sent / sending.total) * 100}
        animated={all}
        aria-label={t('imports:file.progress')}
      />
    </div>
  );
}
