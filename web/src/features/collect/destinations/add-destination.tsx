import type { Platform } from '@kindling/contract/platforms';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useConfig } from '../../../lib/auth/session.tsx';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { AddressSteps } from './address-steps.tsx';
import css from './destinations.module.css';
import { PlaceByName } from './place-by-name.tsx';
import type { NewDestination } from './use-destinations.ts';

// locale-keys: pipeline.destinations.pasted.*

interface AddDestinationProps {
  onAdd: (added: NewDestination) => Promise<void>;
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null;
}

/** Adds a public link: pasted, by the name of the place where the operator has a key, or by steps with drawings. */
export function AddDestination({ onAdd, onCancel }: AddDestinationProps) {
  const { t } = useText();
  const [pasted, setPasted] = useState('');
  const read = useMutation({
    mutationFn: async (text: string) => {
      const answer = await client.pipelines.readPasted({ pasted: text });
      if (answer.destination !== null) await onAdd(answer.destination);
      return answer;
    },
  });
  const problem = read.data?.problem ?? null;
  const ownSite = problem === 'host' ? ownSiteOf(pasted) : null;
  const searchable = useSearchablePlatforms();
  return (
    <div className={css.add}>
      <form
        className={css.paste}
        onSubmit={(event) => {
          event.preventDefault();
          if (pasted.trim() !== '') read.mutate(pasted.trim());
        }}
      >
        <TextInput
          className={css.pasteField}
          label={t('pipeline:destinations.paste')}
          description={t('pipeline:destinations.pasteHint')}
          placeholder="https://"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          value={pasted}
          error={problem === null ? null : t(`pipeline:destinations.pasted.${problem}`)}
          onChange={(event) => {
            setPasted(event.currentTarget.value);
            read.reset();
          }}
        />
        <div className={css.pasteActions}>
          <Button type="submit" size="xs" loading={read.isPending} disabled={pasted.trim() === ''}>
            {t('pipeline:destinations.addIt')}
          </Button>
          {onCancel === null ? null : (
            <Button size="xs" variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
        </div>
      </form>
      {ownSite === null ? null : (
        <Button size="xs" variant="default" onClick={() => void onAdd(ownSite).catch(() => undefined)}>
          {t('pipeline:destinations.ownSite', { host: ownSite.label })}
        </Button>
      )}
      {read.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={read.error} />
        </Notice>
      )}
      {searchable.map((platform) => (
        <PlaceByName key={platform} platform={platform} onChoose={(placeId) => read.mutate(placeId)} />
      ))}
      <AddressSteps />
    </div>
  );
}

/** Platforms whose places the operator's key can find. */
function useSearchablePlatforms(): Platform[] {
  const { platforms } = useConfig();
  const maySearch = useMayDo('connections.manage');
  return maySearch ? platforms.filter((one) => one.apiKeyAccess).map(({ platform }) => platform) : [];
}

/** The owner's own site, which the server accepts where it is the website of a business. */
function ownSiteOf(pasted: string): NewDestination | null {
  const address = /^https?:\/\//i.test(pasted.trim()) ? pasted.trim() : `https://${pasted.trim()}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address.replace(/^http:/i, 'https:'));
  url.hash = '';
  return { label: url.hostname.replace(/^www\./, '').slice(0, 40), url: url.href };
}
