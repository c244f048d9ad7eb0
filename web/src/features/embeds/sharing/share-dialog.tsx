import type { PreviewLink } from '@kindling/contract/preview-links';
import { Button, CopyButton, Modal, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { formatMoment, formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import css from './sharing.module.css';

interface ShareDialogProps {
  id: string;
  saveDraft: () => Promise<void>;
  opened: boolean;
  onClose: () => void;
}

export function ShareDialog({ id, saveDraft, opened, onClose }: ShareDialogProps) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('widgets:share.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={css.share}>
        <p className={css.text}>{t('widgets:share.text')}</p>
        <NewLink id={id} saveDraft={saveDraft} />
        <LiveLinks id={id} />
      </div>
    </Modal>
  );
}

/** The address is known only now: the database keeps its hash. */
function NewLink({ id, saveDraft }: Pick<ShareDialogProps, 'id' | 'saveDraft'>) {
  const { t } = useText();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: async () => {
      await saveDraft();
      return client.previewLinks.create({ id });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: query.previewLinks.list.key() }),
  });
  return (
    <>
      {create.isError ? (
        <Notice tone="bad" alert>
          <ErrorText error={create.error} />
        </Notice>
      ) : null}
      {create.data === undefined ? null : (
        <div className={css.made}>
          <TextInput
            label={t('widgets:share.address')}
            description={t('widgets:share.once')}
            value={create.data.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={create.data.url}>
            {({ copied, copy }) => (
              <Button
                fullWidth
                variant={copied ? 'light' : 'filled'}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? t('common:copied') : t('widgets:share.copy')}
              </Button>
            )}
          </CopyButton>
        </div>
      )}
      <Button
        variant={create.data === undefined ? 'filled' : 'default'}
        loading={create.isPending}
        onClick={() => create.mutate()}
      >
        {t(create.data === undefined ? 'widgets:share.create' : 'widgets:share.createAnother')}
      </Button>
    </>
  );
}

function LiveLinks({ id }: { id: string }) {
  const { t } = useText();
  const found = useQuery(query.previewLinks.list.queryOptions({ input: { id } }));
  if (found.isError && found.data === undefined)
    return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton height={60} />;
  const { links } = found.data;
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="preview-links-title">
      <h3 id="preview-links-title" className={css.title}>
        {t('widgets:share.live')}
      </h3>
      <ul className={css.links}>
        {links.map((link) => (
          <LinkRow key={link.id} embedId={id} link={link} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ embedId, link }: { embedId: string; link: PreviewLink }) {
  const { t, i18n } = useText();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.previewLinks.revoke({ id: embedId, linkId: link.id }),
    // Somebody else may have revoked it.
    onSettled: () => queries.invalidateQueries({ queryKey: query.previewLinks.list.key() }),
  });
  const until = t('widgets:share.until', { when: formatMoment(link.expiresAt, i18n.language) });
  return (
    <li className={css.link}>
      <span>
        {until}
        <span className={css.when}>
          {t('widgets:share.made', { when: formatRelative(link.createdAt, i18n.language) })}
        </span>
        {revoke.isError ? (
          <span role="alert" className={css.failed}>
            <ErrorText error={revoke.error} />
          </span>
        ) : null}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={revoke.isPending}
        aria-label={t('widgets:share.revokeOne', { link: until })}
        onClick={() => revoke.mutate()}
      >
        {t('widgets:share.revoke')}
      </Button>
    </li>
  );
}
