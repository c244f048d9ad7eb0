import type { Language } from '@kindling/contract/constants';
import type { Mailing, MailingDraft, MailingProblem } from '@kindling/contract/mailings';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { IconMailForward } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PreviewDocument } from '../../../ui/preview-document.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import css from './send-email.module.css';
import { useMailingChange } from './use-mailings.ts';

// locale-keys: admin-send-email.problem.*
// locale-keys: admin-send-email.preview.*

const views = ['html', 'text'] as const;
const fillings = ['own', 'fallback'] as const;
/** Pixels of the mail in the preview. */
const frameHeight = 620;

interface PreviewPanelProps {
  draft: MailingDraft | null;
  language: Language;
  mailWorks: boolean;
  /** Stores what was typed, and goes on with what is stored. */
  store: (then: (saved: Mailing) => void) => void;
}

/** The mail as the server sends it, and what keeps it from being sent. */
export function PreviewPanel({ draft, language, mailWorks, store }: PreviewPanelProps) {
  const { t } = useText();
  const [view, setView] = useState<(typeof views)[number]>('html');
  const [values, setValues] = useState<(typeof fillings)[number]>('own');
  const [typed] = useDebouncedValue(JSON.stringify(draft), 350);
  const input: MailingDraft | null = JSON.parse(typed);
  const found = useQuery(
    query.mailings.preview.queryOptions({
      input: input === null ? skipToken : { draft: input, language, values },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <Panel
      title={t('admin-send-email:preview.title')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('admin-send-email:preview.view')}
          value={view}
          onChange={(next) => setView(parseOption(next, views))}
          data={views.map((one) => ({ value: one, label: t(`admin-send-email:preview.${one}`) }))}
        />
      }
    >
      <div className={css.preview} aria-busy={found.isFetching}>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('admin-send-email:preview.values')}
          value={values}
          onChange={(next) => setValues(parseOption(next, fillings))}
          data={fillings.map((one) => ({ value: one, label: t(`admin-send-email:preview.${one}`) }))}
        />
        {found.isError && found.data === undefined ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : null}
        <Problems problems={found.data?.problems ?? []} />
        {found.data?.mail == null ? null : <ShownMail mail={found.data.mail} view={view} />}
        <TestMail language={language} disabled={!mailWorks || found.data?.mail == null} store={store} />
      </div>
    </Panel>
  );
}

interface ShownMailProps {
  mail: { subject: string; html: string; text: string };
  view: (typeof views)[number];
}

function ShownMail({ mail, view }: ShownMailProps) {
  const { t } = useText();
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={css.mail}>
      <p className={css.subject} dir="auto">
        {mail.subject}
      </p>
      {view === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard
        <section className={css.plain} tabIndex={0} aria-label={t('admin-send-email:preview.frame')}>
          {mail.text}
        </section>
      ) : (
        <PreviewDocument
          html={withInertLinks(mail.html)}
          title={t('admin-send-email:preview.frame')}
          width={width}
          height={frameHeight}
        />
      )}
    </div>
  );
}

/** A link opens in a new window, which the frame may not open, and so does not replace the mail in it. */
function withInertLinks(html: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`);
}

function Problems({ problems }: { problems: readonly MailingProblem[] }) {
  const { t } = useText();
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn" title={t('admin-send-email:problems')}>
      <ul className={css.problems}>
        {problems.map(({ language, kind, text }) => (
          <li key={`${language} ${kind} ${text}`}>
            <span>
              {languageFacts[language].name}: {t(`admin-send-email:problem.${kind}`)}
            </span>
            {text === null ? null : <code dir="auto">{text}</code>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function TestMail({
  language,
  disabled,
  store,
}: {
  language: Language;
  disabled: boolean;
  store: PreviewPanelProps['store'];
}) {
  const { t } = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const test = useMailingChange(
    ({ id, version }: Mailing) => client.mailings.sendTest({ id, version, language }),
    ({ to }) => setSentTo(to),
  );
  return (
    <div className={css.test}>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        disabled={disabled}
        loading={test.isPending}
        onClick={() => store((saved) => test.send(saved))}
      >
        {t('admin-send-email:test.send')}
      </Button>
      <p className={css.muted} role="status">
        {sentTo === null
          ? t('admin-send-email:test.hint')
          : t('admin-send-email:test.sent', { address: sentTo })}
      </p>
      {test.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={test.error} />
        </Notice>
      )}
    </div>
  );
}
