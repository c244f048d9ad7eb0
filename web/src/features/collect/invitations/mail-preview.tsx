import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PreviewDocument } from '../../../ui/preview-document.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { type FilledDraft, mailOf } from './filled-draft.ts';
import css from './preview.module.css';

export const mailKinds = ['invitation', 'reminder'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Pixels of the mail in the preview: the width of a phone, and as much of the mail as one sees without scrolling much. */
const frame = { width: 390, height: 560 };

interface MailPreviewProps {
  draft: FilledDraft;
  kind: MailKind;
  onKind: (kind: MailKind) => void;
  businessName: string;
  replyTo: string;
  mailWorks: boolean;
}

/** The mail as the server sends it, in a phone's width. */
export function MailPreview({ draft, kind, onKind, businessName, replyTo, mailWorks }: MailPreviewProps) {
  const { t } = useText();
  const { ref, width } = useElementSize();
  const mail = mailOf(draft, kind);
  const [typed] = useDebouncedValue(JSON.stringify(mail), 350);
  const input: typeof mail = JSON.parse(typed);
  const found = useQuery(
    query.reviewRequests.preview.queryOptions({
      input: input === null ? skipToken : { ...input, recipientName: t('invitations:mail.sampleName') },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section className={css.preview} aria-label={t('invitations:mail.preview')}>
      {draft.reminds ? (
        <SegmentedControl
          size="xs"
          className={css.kinds ?? ''}
          aria-label={t('invitations:mail.previewWhich')}
          value={kind}
          onChange={(value) => onKind(parseOption(value, mailKinds))}
          data={[
            { value: 'invitation', label: t('invitations:mail.invitation') },
            { value: 'reminder', label: t('invitations:mail.reminderTab') },
          ]}
        />
      ) : null}
      <div ref={ref} className={css.phone} aria-busy={found.isFetching}>
        {found.isError && found.data === undefined ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : found.data === undefined || mail === null ? (
          <p className={css.empty}>{mail === null ? t('invitations:mail.previewEmpty') : ''}</p>
        ) : (
          <>
            <header className={css.head}>
              <strong className={css.subject} dir="auto">
                {found.data.subject}
              </strong>
              <span>{t('invitations:mail.from', { name: businessName })}</span>
              <span>{t('invitations:mail.replyTo', { address: replyTo })}</span>
            </header>
            <PreviewDocument
              html={withInertLinks(found.data.html)}
              title={t('invitations:mail.frame')}
              width={Math.min(frame.width, width || frame.width)}
              height={frame.height}
            />
          </>
        )}
      </div>
      <TestMail draft={draft} kind={kind} mailWorks={mailWorks} />
    </section>
  );
}

/** A link opens in a new window, which the frame may not open, and so does not replace the mail in it. */
function withInertLinks(html: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`);
}

function TestMail({ draft, kind, mailWorks }: Pick<MailPreviewProps, 'draft' | 'kind' | 'mailWorks'>) {
  const { t } = useText();
  const send = useMutation({
    mutationFn: (mail: Parameters<typeof client.reviewRequests.sendTest>[0]) =>
      client.reviewRequests.sendTest(mail),
  });
  const mail = mailOf(draft, kind);
  return (
    <div className={css.test}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSend size={15} aria-hidden />}
        disabled={mail === null || !mailWorks}
        loading={send.isPending}
        onClick={() => {
          if (mail !== null) send.mutate(mail);
        }}
      >
        {t('invitations:mail.test')}
      </Button>
      <div className={css.said} role="status">
        {send.isSuccess ? t('invitations:mail.tested', { address: send.data.email }) : null}
      </div>
      {send.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={send.error} />
        </Notice>
      )}
    </div>
  );
}
