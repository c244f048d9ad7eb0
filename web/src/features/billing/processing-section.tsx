import { type Billing, processingPdfPath } from '@kindling/contract/billing';
import { Anchor, Button, Checkbox } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { saveFromApi } from '../../lib/api/save-from-api.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { currentLanguage, useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './billing.module.css';

type Processing = Billing['processing'];

/** The contract on processing of personal data: to read, to accept, to keep. */
export function ProcessingSection({ processing }: { processing: Processing }) {
  const { t } = useText();
  const { version, accepted } = processing;
  const isAccepted = accepted?.version === version;
  return (
    <section className={css.card} aria-labelledby="processing">
      <h2 id="processing" className={css.cardTitle}>
        {t('billing:processing.title')}
      </h2>
      <p className={css.hint}>{t('billing:processing.lead')}</p>
      <p className={css.read}>
        <Anchor href="/data-processing-agreement" target="_blank" rel="noopener">
          {t('billing:processing.read')}
        </Anchor>
        <span className={css.hint}>{t('billing:processing.version', { version })}</span>
      </p>
      {accepted === null ? null : <Accepted accepted={accepted} isOld={!isAccepted} />}
      {isAccepted ? (
        <div>
          <Download version={version} />
        </div>
      ) : (
        <Accept version={version}>
          <Download version={version} />
        </Accept>
      )}
    </section>
  );
}

function Accepted({
  accepted: { acceptedBy, at, version },
  isOld,
}: {
  accepted: NonNullable<Processing['accepted']>;
  isOld: boolean;
}) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const day = dayOf(at);
  const who =
    acceptedBy === null
      ? t('billing:processing.acceptedThen', { day, version })
      : t('billing:processing.acceptedBy', { name: acceptedBy, day, version });
  return isOld ? (
    <Notice tone="info" title={t('billing:processing.changed')}>
      {who}
    </Notice>
  ) : (
    <p className={css.accepted}>{who}</p>
  );
}

/** The agreement as a file, with both parties and who accepted it. */
function Download({ version }: { version: string }) {
  const { t, i18n } = useText();
  const save = useMutation({
    mutationFn: () =>
      saveFromApi(
        processingPdfPath,
        { language: currentLanguage(i18n) },
        `data-processing-agreement-${version}.pdf`,
      ),
    onError: (error) =>
      toast({
        tone: 'bad',
        title: t('billing:processing.pdfFailed'),
        message: <ErrorText error={error} />,
        sticky: true,
      }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('billing:processing.pdf')}
    </Button>
  );
}

/** @param children what stands beside the button */
function Accept({ version, children }: { version: string; children: ReactNode }) {
  const { t } = useText();
  const cache = useQueryClient();
  const account = useAuth().additionalUserDetails?.accountName ?? '';
  const [checked, setChecked] = useState(false);
  const accept = useMutation({
    mutationFn: () => client.billing.acceptProcessing({ version }),
    // A refusal may mean that there is a newer version, which has to be shown first.
    onSettled: () => cache.invalidateQueries({ queryKey: query.billing.get.queryKey({ input: {} }) }),
  });
  return (
    <form
      className={css.accept}
      onSubmit={(event) => {
        event.preventDefault();
        if (checked) accept.mutate();
      }}
    >
      <Checkbox
        label={t('billing:processing.check', { account })}
        checked={checked}
        onChange={({ currentTarget }) => setChecked(currentTarget.checked)}
      />
      {accept.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={accept.error} />
        </Notice>
      )}
      <div className={css.documents}>
        <Button type="submit" variant="default" disabled={!checked} loading={accept.isPending}>
          {t('billing:processing.accept')}
        </Button>
        {children}
      </div>
    </form>
  );
}
