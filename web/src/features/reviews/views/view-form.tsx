import type { maxViewNameLength } from '@kindling/contract/saved-views';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';

const maxLength: typeof maxViewNameLength = 60;

interface ViewFormProps {
  name: string;
  shared: boolean;
  busy: boolean;
  error: unknown;
  onSave: (view: { name: string; shared: boolean }) => void;
  onCancel: () => void;
}

/** The name of a view, and whether the whole team sees it. */
export function ViewForm({ name: before, shared: wasShared, busy, error, onSave, onCancel }: ViewFormProps) {
  const { t } = useText();
  const mayShare = useMayDo('views.share');
  const [name, setName] = useState(before);
  const [shared, setShared] = useState(wasShared);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !busy) onSave({ name: name.trim(), shared });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('inbox:views.name')}
          value={name}
          maxLength={maxLength}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
          required
          withAsterisk={false}
        />
        {mayShare ? (
          <Checkbox
            label={t('inbox:views.share')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        ) : null}
        {error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
