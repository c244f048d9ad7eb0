import { asLanguage } from '@kindling/contract/constants';
import type { Archive } from '@kindling/contract/exports';
import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { formatBytes, formatDay, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { startDownload } from '../../lib/start-download.ts';
import { Notice } from '../../ui/notice.tsx';
import { needsNewSignIn, SignInAgainNotice } from '../../ui/sign-in-again-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

// locale-keys: profile.archive.failed.*

const pollIntervalMs = 2_000;

function useArchive() {
  const { i18n } = useText();
  const cache = useQueryClient();
  const { queryKey } = query.archives.get.queryOptions({ input: {} });
  const onSuccess = (answer: { archive: Archive | null }) => cache.setQueryData(queryKey, answer);
  return {
    found: useQuery(
      query.archives.get.queryOptions({
        input: {},
        refetchInterval: ({ state }) => (state.data?.archive?.state === 'running' ? pollIntervalMs : false),
      }),
    ),
    begin: useMutation({
      mutationFn: () => client.archives.begin({ language: asLanguage(i18n.resolvedLanguage) }),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: () => client.archives.remove({}), onSuccess }),
    download: useMutation({
      mutationFn: () => client.archives.download({}),
      onSuccess: ({ address }) => startDownload(address),
    }),
  };
}

type ArchiveCalls = ReturnType<typeof useArchive>;

/** Everything of the account as one file: asked for here, made in the background, downloaded here. */
export function ArchiveSection() {
  const { t } = useText();
  const calls = useArchive();
  const { data, error, isPending, refetch } = calls.found;
  return (
    <ProfileSection id="archive" title={t('profile:archive.title')} lead={t('profile:archive.short')}>
      <p className={css.hint}>{t('profile:archive.lead')}</p>
      <div className={css.archive}>
        {isPending ? <Skeleton height={36} width={180} /> : null}
        {data === undefined && error !== null ? (
          <Notice
            tone="bad"
            action={
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {t('common:tryAgain')}
              </Button>
            }
          >
            <ErrorText error={error} />
          </Notice>
        ) : null}
        {data === undefined ? null : <ArchiveState archive={data.archive} calls={calls} />}
        <Refusal calls={calls} />
      </div>
    </ProfileSection>
  );
}

function ArchiveState({ archive, calls }: { archive: Archive | null; calls: ArchiveCalls }) {
  switch (archive?.state) {
    case 'running':
      return <Running archive={archive} calls={calls} />;
    case 'ready':
      return <Ready archive={archive} calls={calls} />;
    case 'failed':
      return (
        <>
          <Failed archive={archive} />
          <Begin calls={calls} />
        </>
      );
    default:
      return <Begin calls={calls} />;
  }
}

function Begin({ calls: { begin } }: { calls: ArchiveCalls }) {
  const { t } = useText();
  return (
    <div>
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
        {t('profile:archive.begin')}
      </Button>
    </div>
  );
}

function Failed({ archive: { failure } }: { archive: Archive }) {
  const { t } = useText();
  return <Notice tone="bad">{t(`profile:archive.failed.${failure ?? 'internal'}`)}</Notice>;
}

function Running({ archive, calls: { remove } }: { archive: Archive; calls: ArchiveCalls }) {
  const { t, i18n } = useText();
  const { done, total } = archive.files;
  return (
    <>
      <div className={css.archiveHead}>
        <strong>{t('profile:archive.running')}</strong>
        <span className={css.archiveFigures}>
          {t('profile:archive.progress', {
            done: formatNumber(done, i18n.language),
            total: formatNumber(total, i18n.language),
            size: formatBytes(archive.bytes, i18n.language),
          })}
        </span>
      </div>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        size="sm"
        aria-label={t('profile:archive.running')}
      />
      <p className={css.hint}>{t('profile:archive.runningText')}</p>
      <div>
        <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('profile:archive.stop')}
        </Button>
      </div>
    </>
  );
}

function Ready({ archive, calls }: { archive: Archive; calls: ArchiveCalls }) {
  const { t, i18n } = useText();
  const { begin, remove, download } = calls;
  const dayOf = (time: string) => formatDay(time, i18n.language);
  return (
    <>
      <div role="status">
        <strong>
          {t('profile:archive.ready', {
            size: formatBytes(archive.bytes, i18n.language),
            day: dayOf(archive.expiresAt ?? archive.createdAt),
          })}
        </strong>
        <p className={css.hint}>{t('profile:archive.readyText', { day: dayOf(archive.createdAt) })}</p>
      </div>
      <div className={css.archiveActions}>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('profile:archive.download')}
        </Button>
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('profile:archive.again')}
        </Button>
        <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('profile:archive.remove')}
        </Button>
      </div>
    </>
  );
}

/** Why the last of the calls was refused, with the way to repeat it. */
function Refusal({ calls: { begin, remove, download } }: { calls: ArchiveCalls }) {
  const { t } = useText();
  const refused = [begin, download, remove].find(({ error }) => error !== null);
  if (refused === undefined) return null;
  if (needsNewSignIn(refused.error))
    return (
      <SignInAgainNotice onProved={() => refused.mutate()}>{t('profile:archive.prove')}</SignInAgainNotice>
    );
  return (
    <Notice tone="bad" alert>
      {toApiError(refused.error).code === 'limit-reached' ? (
        t('profile:archive.tooMany')
      ) : (
        <ErrorText error={refused.error} />
      )}
    </Notice>
  );
}
