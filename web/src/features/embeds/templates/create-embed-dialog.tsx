import type { EmbedKind } from '@kindling/contract/embed-settings';
import type { SiteLook } from '@kindling/contract/site-look';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { embedKinds } from '../embed-kinds.ts';
import { SiteLookForm } from './site-look-form.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import css from './templates.module.css';
import { plainSettings } from './templates.ts';
import { type TemplateChoice, useTemplateContext } from './use-template-previews.ts';

interface CreateEmbedDialogProps {
  kind: EmbedKind;
  opened: boolean;
  onClose: () => void;
}

/** Begins with pictures of finished embeds; choosing one creates it and opens it in the editor. */
export function CreateEmbedDialog({ kind, opened, onClose }: CreateEmbedDialogProps) {
  const { t } = useText();
  const [look, setLook] = useState<SiteLook | null>(null);
  const context = useTemplateContext(look);
  const words = embedKinds[kind];
  const navigate = useNavigate();
  const queries = useQueryClient();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const create = useMutation({
    mutationFn: (choice: TemplateChoice | null) =>
      client.embeds.create(
        choice === null
          ? { kind, name: t(words.createTitle), settings: plainSettings(kind, context) }
          : { kind, name: choice.label, settings: choice.settings },
      ),
    onSuccess: async ({ embed }) => {
      await queries.invalidateQueries({ queryKey: query.embeds.list.key() });
      await navigate(words.edit(embed.id));
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  const creating = create.isPending ? (create.variables?.name ?? 'none') : null;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t(words.createTitle)}
      size={1180}
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={css.head}>
        <p className={css.lead}>{t('widget-templates:lead')}</p>
        <Button
          variant="default"
          loading={creating === 'none'}
          disabled={creating !== null}
          onClick={() => create.mutate(null)}
        >
          {t('widget-templates:without')}
        </Button>
      </div>
      {create.error === null ? null : (
        <div className={css.error}>
          <Notice tone="bad" alert>
            <ErrorText error={create.error} />
          </Notice>
        </div>
      )}
      <SiteLookForm look={look} onLook={setLook} />
      <TemplateGallery
        kind={kind}
        context={context}
        creating={creating}
        onChoose={(choice) => {
          // Buttons stay enabled, so that the focus stays where it is.
          if (creating === null) create.mutate(choice);
        }}
      />
    </Modal>
  );
}
