import type { ApiKeyPlace } from '@kindling/contract/connections';
import { placeQueryLimits } from '@kindling/contract/connections';
import { type Language, languages } from '@kindling/contract/constants';
import type { Platform } from '@kindling/contract/platforms';
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './api-key-connection.module.css';

// locale-keys: connections.apiKey.fact.*

const facts = ['picked', 'figures', 'kept', 'shown', 'reply'] as const;

/** Adding a place without the owner's sign-in, where this installation has an API key for the platform. */
export function ApiKeyConnection({ platform }: { platform: Platform }) {
  const { t } = useText();
  const hasApiKey = useConfig().platforms.some((entry) => entry.platform === platform && entry.apiKeyAccess);
  if (!hasApiKey) return null;
  return (
    <Panel title={t('connections:apiKey.title')}>
      <div className={css.inside}>
        <p className={css.lead}>{t('connections:apiKey.text')}</p>
        <ul className={css.facts}>
          {facts.map((fact) => (
            <li key={fact}>{t(`connections:apiKey.fact.${fact}`)}</li>
          ))}
        </ul>
        <PlaceSearch platform={platform} />
      </div>
    </Panel>
  );
}

function PlaceSearch({ platform }: { platform: Platform }) {
  const { t, i18n } = useText();
  const [typedQuery, setTypedQuery] = useState('');
  const language = supportedLanguage(i18n.language);
  // Runs on submit only, not while typing, because the platform bills every search.
  const search = useMutation({
    mutationFn: (wanted: string) => client.connections.searchPlaces({ platform, query: wanted, language }),
  });
  const trimmedQuery = typedQuery.trim();
  const places = search.data?.places;
  return (
    <>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmedQuery.length >= placeQueryLimits.shortest) search.mutate(trimmedQuery);
        }}
      >
        <TextInput
          className={css.query}
          type="search"
          label={t('connections:apiKey.label')}
          placeholder={t('connections:apiKey.hint')}
          maxLength={placeQueryLimits.longest}
          value={typedQuery}
          onChange={(event) => setTypedQuery(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconSearch size={16} aria-hidden />}
          disabled={trimmedQuery.length < placeQueryLimits.shortest}
          loading={search.isPending}
        >
          {t('connections:apiKey.search')}
        </Button>
      </form>
      {search.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={search.error} />
        </Notice>
      )}
      <div role="status" className={css.status}>
        {places?.length === 0 ? <p className={css.note}>{t('connections:apiKey.none')}</p> : null}
      </div>
      {places && places.length > 0 ? (
        <PlaceResults platform={platform} places={places} language={language} />
      ) : null}
    </>
  );
}

interface PlaceResultsProps {
  platform: Platform;
  places: readonly ApiKeyPlace[];
  language: Language;
}

function PlaceResults({ platform, places, language }: PlaceResultsProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (place: ApiKeyPlace) =>
      client.connections.addPlace({ platform, placeId: place.placeId, language }),
    onSuccess: () => queries.invalidateQueries({ queryKey: query.connections.key() }),
  });
  return (
    <>
      <ul className={css.places} aria-label={t('connections:apiKey.results')}>
        {places.map((place) => (
          <li key={place.placeId}>
            <div>
              <p className={css.name}>{place.name}</p>
              {place.address === null ? null : <p className={css.address}>{place.address}</p>}
            </div>
            <Button
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={t('connections:apiKey.addOf', { name: place.name })}
              loading={add.isPending && add.variables.placeId === place.placeId}
              disabled={add.isPending}
              onClick={() => add.mutate(place)}
            >
              {t('connections:apiKey.add')}
            </Button>
          </li>
        ))}
      </ul>
      {add.isSuccess ? (
        <Notice tone="info">{t('connections:apiKey.added', { name: add.variables.name })}</Notice>
      ) : null}
      {add.error === null ? null : (
        <Notice tone="bad" alert>
          {toApiError(add.error).code === 'conflict' ? (
            t('connections:apiKey.conflict')
          ) : (
            <ErrorText error={add.error} />
          )}
        </Notice>
      )}
    </>
  );
}

/** The app's language without a region, as the API expects it. */
function supportedLanguage(tag: string): Language {
  return languages.find((one) => one === tag.split('-')[0]) ?? 'en';
}
