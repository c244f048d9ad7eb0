import { useText } from '../../../lib/i18n/text.ts';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { BackLink } from './back-link.tsx';
import type { DraftSource } from './draft-values.ts';
import { MailingEditor } from './mailing-editor.tsx';
import { MailingProgress } from './mailing-progress.tsx';
import { useMailing } from './use-mailings.ts';

interface OpenMailingProps {
  /** Null for a new one. */
  id: string | null;
  /** What a new one begins with. */
  template: DraftSource | null;
  onStored: (id: string) => void;
  onCopy: (source: DraftSource) => void;
  onClose: () => void;
}

/** A draft to write, or a mailing to follow. */
export function OpenMailing({ id, template, onStored, onCopy, onClose }: OpenMailingProps) {
  const { t } = useText();
  const found = useMailing(id);
  if (id !== null && found.data === undefined)
    return (
      <Page title={t('admin-send-email:mailing')} back={<BackLink />}>
        {found.error === null ? (
          <Skeleton shape="form" framed height={420} />
        ) : (
          <Panel>
            <ErrorState error={found.error} retry={() => void found.refetch()} />
          </Panel>
        )}
      </Page>
    );
  const mailing = found.data ?? null;
  if (mailing !== null && mailing.state !== 'draft')
    return <MailingProgress mailing={mailing} onCopy={onCopy} />;
  // A draft that has just got its id stays the same form.
  return <MailingEditor mailing={mailing} template={template} onStored={onStored} onClose={onClose} />;
}
