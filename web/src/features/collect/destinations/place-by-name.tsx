import { placeQueryLimits } from '@kindling/contract/connections';
import type { Platform } from '@kindling/contract/platforms';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './destinations.module.css';

// locale-keys: common.source.*

/** Finds a place by its name and gives its id. Searches on submit only, because the platform bills every search. */
export function PlaceByName({
  platform,
  onChoose,
}: {
  platform: Platform;
  onChoose: (placeId: string) => void;
}) {
  const { t, i18n } = useText();
  const [wanted, setWanted] = useState('');
  const search = useMutation({
    mutationFn: (text: string) =>
      client.connections.searchPlaces({ platform, query: text, language: currentLanguage(i18n) }),
  });
  const trimmed = wanted.trim();
  const tooShort = trimmed.length < placeQueryLimits.shortest;
  const places = search.data?.places ?? [];
  return (
    <form
      className={css.paste}
      onSubmit={(event) => {
        event.preventDefault();
        if (!tooShort) search.mutate(trimmed);
      }}
    >
      <TextInput
        className={css.pasteField}
        type="search"
        label={t('pipeline:destinations.byName', { name: t(`common:source.${platform}`) })}
        placeholder={t('pipeline:destinations.byNameExample')}
        maxLength={placeQueryLimits.longest}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        leftSection={<IconSearch size={15} aria-hidden />}
        disabled={tooShort}
        loading={search.isPending}
      >
        {t('pipeline:destinations.search')}
      </Button>
      {search.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={search.error} />
        </Notice>
      )}
      <div role="status">
        {search.isSuccess && places.length === 0 ? (
          <p className={css.lead}>{t('pipeline:destinations.noPlace')}</p>
        ) : null}
      </div>
      {places.length === 0 ? null : (
        <ul className={css.places}>
          {places.map(({ placeId, name, address }) => (
            <li key={placeId}>
              <span className={css.words}>
                <span className={css.label}>{name}</span>
                {address === null ? null : <span className={css.host}>{address}</span>}
              </span>
              <Button size="compact-xs" variant="default" onClick={() => onChoose(placeId)}>
                {t('pipeline:destinations.choose')}
                <span className="k-hidden"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
