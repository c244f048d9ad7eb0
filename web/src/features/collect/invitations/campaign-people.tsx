import { type RecipientState, recipientStates } from '@kindling/contract/review-request-limits';
import type { Campaign, CampaignRecipient } from '@kindling/contract/review-requests';
import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { pagedListOptions } from '../../../lib/api/paged-list-options.ts';
import { formatDay, formatMomentIn } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import css from './campaign.module.css';

// locale-keys: invitations.campaign.person.*
// locale-keys: invitations.campaign.skip.*

const tones: Record<RecipientState, Tone> = {
  waiting: 'calm',
  sent: 'calm',
  answered: 'good',
  refused: 'warn',
  bounced: 'warn',
  unsubscribed: 'warn',
  skipped: 'calm',
};

/** Who was written to and whether they answered, page by page. What a person rated is not known here. */
export function CampaignPeople({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useText();
  const [state, setState] = useState<RecipientState | null>(null);
  const { addressesErased, addressesErasedAt, timeZone } = campaign;
  const erasedOn = addressesErasedAt === null ? null : formatDay(addressesErasedAt, i18n.language, timeZone);
  return (
    <Panel
      title={t('invitations:campaign.people')}
      flush
      aside={
        <NativeSelect
          size="xs"
          aria-label={t('invitations:campaign.filter')}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setState(recipientStates.find((one) => one === value) ?? null)
          }
          data={[
            { value: '', label: t('invitations:campaign.everybody') },
            ...recipientStates.map((one) => ({ value: one, label: t(`invitations:campaign.person.${one}`) })),
          ]}
        />
      }
    >
      {erasedOn === null ? null : (
        <p className={css.erased}>
          {t(addressesErased ? 'invitations:campaign.erased' : 'invitations:campaign.erasedThen', {
            day: erasedOn,
          })}
        </p>
      )}
      <PeoplePages key={state} campaign={campaign} state={state} />
    </Panel>
  );
}

function PeoplePages({ campaign, state }: { campaign: Campaign; state: RecipientState | null }) {
  const { t } = useText();
  const { id, timeZone } = campaign;
  const pages = useInfiniteQuery(
    query.reviewRequests.recipients.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id,
        ...(state === null ? {} : { state }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
  if (pages.isPending)
    return (
      <div className={css.loading} role="status" aria-label={t('common:loading')}>
        <Skeleton shape="table" framed height={220} />
      </div>
    );
  if (pages.data === undefined) return <ErrorState error={pages.error} retry={() => void pages.refetch()} />;
  const people = pages.data.pages.flatMap(({ items }) => items);
  if (people.length === 0) return <p className={css.nobody}>{t('invitations:campaign.noPeople')}</p>;
  return (
    <>
      <ul className={css.people} aria-label={t('invitations:campaign.people')}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} timeZone={timeZone} />
        ))}
      </ul>
      {pages.hasNextPage ? (
        <div className={css.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('invitations:campaign.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function PersonRow({ person, timeZone }: { person: CampaignRecipient; timeZone: string }) {
  const { t, i18n } = useText();
  const at = (iso: string) => formatMomentIn(iso, i18n.language, timeZone);
  const { email, name, state, skipped, sentAt, remindedAt, reminderRefused } = person;
  return (
    <li className={css.person}>
      <span className={css.who}>
        {email === null ? (
          <span className={css.gone}>{t('invitations:campaign.erasedPerson')}</span>
        ) : (
          <bdi className={css.email}>{email}</bdi>
        )}
        {name === null || name === '' ? null : <bdi className={css.name}>{name}</bdi>}
      </span>
      <span className={css.when}>
        {skipped === null ? null : <span>{t(`invitations:campaign.skip.${skipped}`)}</span>}
        {sentAt === null ? null : <span>{t('invitations:campaign.sentAt', { when: at(sentAt) })}</span>}
        {remindedAt === null ? null : (
          <span>{t('invitations:campaign.remindedAt', { when: at(remindedAt) })}</span>
        )}
        {reminderRefused ? <span>{t('invitations:campaign.reminderRefused')}</span> : null}
      </span>
      <Tag tone={tones[state]}>{t(`invitations:campaign.person.${state}`)}</Tag>
    </li>
  );
}
