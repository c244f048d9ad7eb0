import { requestLimits } from '@kindling/contract/review-request-limits';
import { Button, FileButton, Loader, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { formatBytes } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { AddPerson } from './add-person.tsx';
import css from './new.module.css';
import { PeopleList } from './people-list.tsx';
import { type ListFileProblem, readListFile } from './read-list-file.ts';
import { ReadResult } from './read-result.tsx';
import { StepFrame } from './step-frame.tsx';
import type { People } from './use-people.ts';

// locale-keys: invitations.people.file.*

interface PeopleStepProps {
  people: People;
  /** The fields for page and location. */
  placeChoice: ReactNode;
  /** Why the step cannot be left yet. */
  problem: string | null;
}

/** Who is asked: from a file, from a pasted list, or one by one. */
export function PeopleStep({ people, placeChoice, problem }: PeopleStepProps) {
  const { t, i18n } = useText();
  const [fileProblem, setFileProblem] = useState<ListFileProblem | null>(null);
  const [pasted, setPasted] = useState('');
  // What was typed stays in its field when reading it fails.
  const read = (text: string) =>
    people.read(text).then(
      () => true,
      () => false,
    );
  const readFile = async (file: File | undefined) => {
    if (file === undefined || people.reading) return;
    const found = await readListFile(file);
    setFileProblem('problem' in found ? found.problem : null);
    if ('text' in found) await read(found.text);
  };
  return (
    <StepFrame wide title={t('invitations:people.title')} lead={t('invitations:people.lead')}>
      {placeChoice}
      <div className={css.ways}>
        <DropZone busy={people.reading} onFile={(file) => void readFile(file)} />
        <form
          className={css.paste}
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.trim() === '') return;
            void read(pasted).then((done) => done && setPasted(''));
          }}
        >
          <Textarea
            label={t('invitations:people.paste')}
            placeholder={t('invitations:people.pasteExample')}
            rows={4}
            maxLength={requestLimits.textBytes}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
            classNames={{ input: css.list ?? '' }}
            spellCheck={false}
          />
          <Button type="submit" variant="default" size="xs" disabled={pasted.trim() === '' || people.reading}>
            {t('invitations:people.pasteAdd')}
          </Button>
        </form>
      </div>
      <AddPerson people={people} onAdd={read} />
      <div className={css.result} aria-live="polite">
        {fileProblem === null ? null : (
          <Notice tone="bad">
            {t(`invitations:people.file.${fileProblem}`, {
              size: formatBytes(requestLimits.textBytes, i18n.language),
            })}
          </Notice>
        )}
        {people.error === null ? null : (
          <Notice tone="bad">
            <ErrorText error={people.error} />
          </Notice>
        )}
        {people.report === null || people.error !== null ? null : <ReadResult report={people.report} />}
        {problem === null ? null : <p className={css.problem}>{problem}</p>}
      </div>
      {people.people.length === 0 ? null : <PeopleList people={people} />}
    </StepFrame>
  );
}

function DropZone({ busy, onFile }: { busy: boolean; onFile: (file: File | undefined) => void }) {
  const { t } = useText();
  const [over, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside && !busy);
  };
  return (
    <section
      className={css.drop}
      data-over={over || undefined}
      aria-label={t('invitations:people.drop')}
      aria-busy={busy}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      {busy ? (
        <Loader size={30} aria-label={t('invitations:people.reading')} />
      ) : (
        <IconFileUpload className={css.dropIcon} size={30} stroke={1.5} aria-hidden />
      )}
      <p className={css.dropText}>
        {t('invitations:people.drop')} <span>{t('invitations:people.or')}</span>
      </p>
      <FileButton
        resetRef={reset}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(file) => {
          // Without the reset, choosing the same file twice in a row fires no change event.
          reset.current?.();
          onFile(file ?? undefined);
        }}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={busy}>
            {t('invitations:people.choose')}
          </Button>
        )}
      </FileButton>
      <p className={css.hint}>{t('invitations:people.fileHint', { most: requestLimits.recipients })}</p>
    </section>
  );
}
