import { type Assistant, assistantLimits, assistantTones } from '@kindling/contract/assistant';
import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './assistant.module.css';
import { useUpdateAssistant } from './use-assistant.ts';

// locale-keys: assistant.tone.*

interface AssistantDialogProps {
  opened: boolean;
  assistant: Assistant;
  onClose: () => void;
}

/** Says which address receives what, before anything is sent; and how the assistant writes. */
export function AssistantDialog({ opened, assistant, onClose }: AssistantDialogProps) {
  const { t } = useText();
  const { host } = assistant;
  if (host === null) return null;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={assistant.on ? t('assistant:settings') : t('assistant:turnOnTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SettingsForm assistant={assistant} host={host} onDone={onClose} />
    </Modal>
  );
}

function SettingsForm({
  assistant,
  host,
  onDone,
}: {
  assistant: Assistant;
  host: string;
  onDone: () => void;
}) {
  const { t } = useText();
  const update = useUpdateAssistant();
  const [tone, setTone] = useState(assistant.tone);
  const [facts, setFacts] = useState(assistant.facts);
  const [signOff, setSignOff] = useState(assistant.signOff);
  const save = (on: boolean) => update.mutate({ on, host, tone, facts, signOff }, { onSuccess: onDone });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(true);
      }}
    >
      <Stack gap="md">
        {assistant.simulated ? <Notice tone="info">{t('assistant:simulated')}</Notice> : null}
        <div className={css.told}>
          <p>{t('assistant:receives', { host })}</p>
          <ul>
            <li>{t('assistant:sentReview')}</li>
            <li>{t('assistant:sentBusiness')}</li>
          </ul>
          <p>{t('assistant:notSent')}</p>
          <p>{t('assistant:youSend')}</p>
        </div>
        <Select
          label={t('assistant:toneLabel')}
          data={assistantTones.map((one) => ({ value: one, label: t(`assistant:tone.${one}`) }))}
          value={tone}
          allowDeselect={false}
          onChange={(value) => setTone(assistantTones.find((one) => one === value) ?? tone)}
        />
        <Textarea
          label={t('assistant:facts')}
          description={t('assistant:factsHint')}
          value={facts}
          maxLength={assistantLimits.facts}
          autosize
          minRows={3}
          maxRows={8}
          onChange={(event) => setFacts(event.currentTarget.value)}
        />
        <TextInput
          label={t('assistant:signOff')}
          description={t('assistant:signOffHint')}
          value={signOff}
          maxLength={assistantLimits.signOff}
          onChange={(event) => setSignOff(event.currentTarget.value)}
        />
        {update.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={update.error} />
          </Notice>
        )}
        <Group justify="space-between">
          {assistant.on ? (
            <Button variant="default" disabled={update.isPending} onClick={() => save(false)}>
              {t('assistant:turnOff')}
            </Button>
          ) : (
            <Button variant="default" disabled={update.isPending} onClick={onDone}>
              {t('common:cancel')}
            </Button>
          )}
          <Button type="submit" loading={update.isPending}>
            {assistant.on ? t('assistant:save') : t('assistant:turnOn', { host })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
