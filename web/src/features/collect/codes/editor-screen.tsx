import type { Code } from '@kindling/contract/codes';
import { pathOf } from '@kindling/contract/screens';
import { Anchor, Button, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { client, query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { MissingPage } from '../../../ui/missing-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { CodeFacts } from './code-facts.tsx';
import { CodeForm, type CodeFormValues } from './code-form.tsx';
import { Downloads } from './downloads.tsx';
import css from './editor.module.css';
import { usePlacesReady } from './place-fields.tsx';
import { RemoveCode } from './remove-code.tsx';
import { useDisableCode } from './use-disable-code.ts';

const prints = [
  'poster',
  'tent',
  'stickers-small',
  'stickers-medium',
  'stickers-large',
  'business-card',
  'business-card-us',
] as const;

/** One QR code: its looks, where it leads, and its files. */
export function QrCodeScreen() {
  const { qrID: id = '' } = useParams();
  const { t } = useText();
  const words = useArea('print');
  // The address line has the words of the screen of the pipeline.
  const moreWords = useArea('pipeline');
  const placesReady = usePlacesReady();
  // Never refetched automatically: a new answer must not overwrite what is being typed.
  const found = useQuery(
    query.codes.get.queryOptions({
      input: { id },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  );
  const code = found.data?.code;
  if (found.isError && ['not-found', 'invalid-input'].includes(toApiError(found.error).code))
    return <MissingPage />;
  if (code?.kind === 'nfc') return <Navigate to={`${pathOf('reviewPipeline')}?tab=nfc`} replace />;
  if (code !== undefined && words.isSuccess && moreWords.isSuccess && placesReady)
    return <Editor key={code.id} initial={code} />;
  const error = found.error ?? words.error ?? moreWords.error;
  return (
    <Page title={t('codes:editor.title')} back={<BackLink />}>
      {error === null ? (
        <div className={css.loading} role="status" aria-label={t('common:loading')}>
          <Skeleton shape="form" framed height={520} />
          <Skeleton shape="text" framed height={520} />
        </div>
      ) : (
        <Panel>
          <ErrorState
            error={error}
            retry={() => void Promise.all([found.refetch(), words.refetch(), moreWords.refetch()])}
          />
        </Panel>
      )}
    </Page>
  );
}

export function BackLink() {
  const { t } = useText();
  return (
    <Anchor component={Link} to={pathOf('qrCodes')} size="sm">
      ← {t('codes:list.title')}
    </Anchor>
  );
}

function Editor({ initial }: { initial: Code }) {
  const { t } = useText();
  const queries = useQueryClient();
  const [code, setCode] = useState(initial);
  const [values, setValues] = useState<CodeFormValues>(valuesOf(initial));
  const [scans, setScans] = useState(true);
  const unsaved = JSON.stringify(values) !== JSON.stringify(valuesOf(code));
  const { name, series, pipelineId, locationId, design } = values;
  const save = useMutation({
    mutationFn: () =>
      client.codes.update({
        id: code.id,
        name: name.trim(),
        series,
        pipelineId: pipelineId ?? '',
        locationId,
        design,
        contact: null,
        updatedAt: code.updatedAt,
      }),
    onSuccess: async (answer) => {
      setCode(answer.code);
      setValues(valuesOf(answer.code));
      toast({ tone: 'good', message: t('codes:editor.saved') });
      await queries.invalidateQueries({ queryKey: query.codes.list.key() });
    },
  });
  const complete = name.trim() !== '' && pipelineId !== null;
  return (
    <Page
      title={name.trim() === '' ? t('codes:editor.title') : name}
      back={<BackLink />}
      actions={
        <>
          <CodeActions code={code} onChanged={setCode} />
          <Button
            disabled={!unsaved || !complete || !scans || !code.editable}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('codes:editor.save')}
          </Button>
        </>
      }
    >
      <div className={css.notices}>
        {code.editable ? null : <Notice tone="info">{t('codes:editor.readOnly')}</Notice>}
        {code.disabledAt === null ? null : <Notice tone="warn">{t('codes:editor.disabled')}</Notice>}
        {code.pipelineId === null ? <Notice tone="warn">{t('codes:editor.orphan')}</Notice> : null}
        {save.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={save.error} />
          </Notice>
        )}
      </div>
      <CodeForm content={code.url} values={values} onChange={setValues} onChecked={setScans}>
        <CodeFacts code={code} />
        <Downloads code={code} prints={prints} unsaved={unsaved} />
      </CodeForm>
    </Page>
  );
}

function valuesOf({ name, series, pipelineId, locationId, design }: Code): CodeFormValues {
  return { name, series, pipelineId, locationId, design };
}

function CodeActions({ code, onChanged }: { code: Code; onChanged: (code: Code) => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const disable = useDisableCode(code.id, onChanged);
  const disabled = code.disabledAt !== null;
  if (!code.editable) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px={10} aria-label={t('codes:list.actions', { name: code.name })}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => disable.mutate(!disabled)}>
            {t(disabled ? 'codes:list.enable' : 'codes:list.disable')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
            {t('codes:list.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveCode
        code={code}
        opened={removing}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(pathOf('qrCodes'))}
      />
    </>
  );
}
