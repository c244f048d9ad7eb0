import type { Code } from '@kindling/contract/codes';
import { Button, CopyButton, Group, Loader } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconNfc } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { AddressCode } from '../address-code.tsx';
import { useSaveFile } from '../codes/use-save-file.tsx';
import css from './nfc.module.css';
import { canLockTags, canWriteTags, lockTag, type TagProblem, writeTag } from './write-tag.ts';

// locale-keys: codes.nfc.problem.*
// locale-keys: codes.nfc.iphone.*
// locale-keys: codes.nfc.android.*

type State =
  | { step: 'ready'; problem: TagProblem | null }
  | { step: 'waiting'; for: 'write' | 'lock' }
  | { step: 'written'; problem: TagProblem | null }
  | { step: 'locked' };

interface WriteCardProps {
  code: Pick<Code, 'id' | 'name' | 'url'>;
}

/** Puts the address on a card: with this phone where the browser can, else with an app, step by step. */
export function WriteCard({ code }: WriteCardProps) {
  const { t } = useText();
  return (
    <div className={css.write}>
      {canWriteTags() ? <WriteHere url={code.url} /> : <p className={css.text}>{t('codes:nfc.notHere')}</p>}
      <Address url={code.url} />
      {canWriteTags() ? null : <AddressCode url={code.url} />}
      <Steps code={code} open={!canWriteTags()} />
    </div>
  );
}

function WriteHere({ url }: { url: string }) {
  const { t } = useText();
  const [state, setState] = useState<State>({ step: 'ready', problem: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (kind: 'write' | 'lock') => {
    const control = new AbortController();
    running.current = control;
    setState({ step: 'waiting', for: kind });
    const problem = await (kind === 'write' ? writeTag(url, control.signal) : lockTag(control.signal));
    if (kind === 'write')
      setState(problem === null ? { step: 'written', problem } : { step: 'ready', problem });
    else setState(problem === null ? { step: 'locked' } : { step: 'written', problem });
  };
  const problem = 'problem' in state ? state.problem : null;
  return (
    <section className={css.here} aria-live="polite">
      {state.step === 'waiting' ? (
        <>
          <p className={css.hold}>
            <Loader size={18} /> {t('codes:nfc.hold')}
          </p>
          <Button variant="default" onClick={() => running.current?.abort()}>
            {t('common:cancel')}
          </Button>
        </>
      ) : null}
      {state.step === 'ready' ? (
        <>
          <p className={css.text}>{t('codes:nfc.here')}</p>
          <Button leftSection={<IconNfc size={18} />} onClick={() => void run('write')}>
            {t('codes:nfc.write')}
          </Button>
        </>
      ) : null}
      {state.step === 'written' || state.step === 'locked' ? (
        <p className={css.done}>
          <IconCheck size={20} aria-hidden />
          {t(state.step === 'locked' ? 'codes:nfc.locked' : 'codes:nfc.written')}
        </p>
      ) : null}
      {state.step === 'written' ? (
        <>
          {canLockTags() ? (
            <div className={css.lock}>
              <p className={css.text}>{t('codes:nfc.lockText')}</p>
              <Button variant="default" onClick={() => void run('lock')}>
                {t('codes:nfc.lock')}
              </Button>
            </div>
          ) : null}
          <Button variant="subtle" onClick={() => setState({ step: 'ready', problem: null })}>
            {t('codes:nfc.another')}
          </Button>
        </>
      ) : null}
      {problem === null ? null : (
        <Notice tone={problem === 'canceled' ? 'info' : 'bad'} alert>
          {t(`codes:nfc.problem.${problem}`)}
        </Notice>
      )}
    </section>
  );
}

function Address({ url }: { url: string }) {
  const { t } = useText();
  return (
    <div className={css.address}>
      <code className={css.url}>{url}</code>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {t(copied ? 'codes:nfc.copied' : 'codes:nfc.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

const phones = ['iphone', 'android'] as const;
const steps = ['1', '2', '3', '4'] as const;

function Steps({ code, open }: WriteCardProps & { open: boolean }) {
  const { t, i18n } = useText();
  const save = useSaveFile();
  return (
    <>
      {phones.map((phone, index) => (
        <details key={phone} className={css.steps} open={open && index === 0}>
          <summary>{t(`codes:nfc.${phone}.title`)}</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{t(`codes:nfc.${phone}.${step}`)}</li>
            ))}
          </ol>
        </details>
      ))}
      <Group>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} />}
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              request: { ids: [code.id], file: 'ndef', language: currentLanguage(i18n) },
              name: code.name,
            })
          }
        >
          {t('codes:nfc.ndef')}
        </Button>
      </Group>
    </>
  );
}
