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
import { type Sending, sendFiles, whenFree } from './send-files.ts';
import { detailKey } from './use-imports.ts';

type Fault = 'tooLarge' | 'tooMany' | 'empty';

// locale-keys: imports.file.*

function faultOf(files: readonly File[]): Fault | null {
  if (files.length > importLimits.files) return 'tooMany';
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > importLimits.bytes) return 'tooLarge';
  return files.some((file) => file.size === 0) ? 'empty' : null;
}

/** A place to drop files on, and a button for who has no mouse; sends them and lets them be read. */
export function ChooseFile({ onRead }: { onRead: (id: string) => void }) {
  const { t } = useText();
  const queries = useQueryClient();
  const [fault, setFault] = useState<Fault | null>(null);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState<Sending | null>(null);
  const forget = useRef<() => void>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const send = useMutation({
    mutationFn: async (files: File[]) => {
      leaving.current = new AbortController();
      const { signal } = leaving.current;
      const id = await sendFiles(files, signal, setSending);
      const asked = { id, encoding: null, separator: null, header: null, sheet: null };
      const read = await whenFree(
        () => client.imports.read(asked, { context: { timeout: 120_000 } }),
        signal,
      );
      queries.setQueryData(detailKey(id), read);
      await queries.invalidateQueries({ queryKey: query.imports.list.key() });
      return id;
    },
    onSuccess: onRead,
    onSettled: () => setSending(null),
  });
  const take = (files: File[]) => {
    // Without this the same file could not be chosen twice in a row.
    forget.current?.();
    if (files.length === 0 || send.isPending) return;
    const found = faultOf(files);
    setFault(found);
    if (found === null) send.mutate(files);
  };
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside && !send.isPending);
  };
  return (
    <Panel title={t('imports:file.title')}>
      <div className={css.inside}>
        <section
          className={css.drop}
          data-over={over || undefined}
          aria-label={t('imports:file.drop')}
          onDragOver={(event) => drag(event, true)}
          onDragLeave={(event) => drag(event, false)}
          onDrop={(event) => {
            drag(event, false);
            take([...event.dataTransfer.files]);
          }}
        >
          {send.isPending ? (
            <SendingState sending={sending} />
          ) : (
            <>
              <IconFileUpload className={css.dropIcon} size={30} stroke={1.5} aria-hidden />
              <p className={css.dropText}>
                {t('imports:file.drop')} <span className={css.muted}>{t('imports:file.or')}</span>
              </p>
              <FileButton resetRef={forget} multiple accept=".csv,.tsv,.txt,.xlsx,.json" onChange={take}>
                {(props) => <Button {...props}>{t('imports:file.choose')}</Button>}
              </FileButton>
              <p className={css.muted}>{t('imports:file.hint')}</p>
            </>
          )}
        </section>
        {fault === null ? null : (
          <Notice tone="bad" alert>
            {t(`imports:file.${fault}`)}
          </Notice>
        )}
        {send.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={send.error} />
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

function SendingState({ sending }: { sending: Sending | null }) {
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
