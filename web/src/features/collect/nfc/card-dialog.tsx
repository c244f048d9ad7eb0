import { maxNameLength } from '@kindling/contract/code-files';
import { lookDesign } from '@kindling/contract/code-looks';
import type { Code } from '@kindling/contract/codes';
import type { Pipeline } from '@kindling/contract/pipelines';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { type Place, PlaceFields } from '../codes/place-fields.tsx';
import { ContactFields, contactValues, toContact } from './contact-fields.tsx';
import css from './nfc.module.css';

interface CardDialogProps {
  /** Null: a new card. */
  code: Code | null;
  pipelines: readonly Pipeline[];
  place: Place;
  onClose: () => void;
  onDone: (id: string) => void;
}

/** Name, page and digital card of an NFC card. */
export function CardDialog({ code, pipelines, place, onClose, onDone }: CardDialogProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const [name, setName] = useState(code?.name ?? '');
  const [target, setTarget] = useState<{ pipelineId: string | null; locationId: string | null }>(
    code ?? place,
  );
  const [contact, setContact] = useState(contactValues(code?.contact ?? null));
  const save = useMutation({
    mutationFn: async () => {
      const common = {
        series: code?.series ?? null,
        pipelineId: target.pipelineId ?? '',
        locationId: target.locationId,
        contact: toContact(contact),
      };
      if (code === null) {
        const made = { ...common, kind: 'nfc' as const, names: [name.trim()], design: lookDesign('plain') };
        return (await client.codes.create(made)).ids[0] ?? '';
      }
      const { id, design, updatedAt } = code;
      await client.codes.update({ ...common, id, name: name.trim(), design, updatedAt });
      return id;
    },
    onSuccess: async (id) => {
      await queries.invalidateQueries({ queryKey: query.codes.key() });
      onDone(id);
    },
  });
  const refused =
    save.error === null ? [] : toApiError(save.error).fields.map(({ path }) => path.replace('contact.', ''));
  const complete =
    name.trim() !== '' && target.pipelineId !== null && (contact === null || contact.name.trim() !== '');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(code === null ? 'codes:nfc.create' : 'codes:nfc.change')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        className={css.form}
        // A website without its scheme is fine.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextInput
          data-autofocus
          label={t('codes:name')}
          description={t('codes:nfc.nameHint')}
          maxLength={maxNameLength}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PlaceFields pipelines={pipelines} value={target} onChange={setTarget} />
        <ContactFields value={contact} onChange={setContact} refused={refused} />
        {save.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={save.error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={!complete} loading={save.isPending}>
            {t(code === null ? 'codes:nfc.createConfirm' : 'common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
