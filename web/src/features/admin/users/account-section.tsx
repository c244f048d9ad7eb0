import type { AdminAccount, Person } from '@kindling/contract/admin-users';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDay, formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SourceName } from '../../../ui/source-name.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { actionText } from '../audit/action-words.ts';
import { KeyValues } from '../ui/key-values.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { DeleteAccountDialog, KeepAccountDialog } from './account-dialogs.tsx';
import { ActAsDialog } from './act-as-dialog.tsx';
import { AuditLink } from './audit-link.tsx';
import { ListSection } from './list-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { PlanTag } from './plan-tag.tsx';
import { PublicItems } from './public-items.tsx';
import { useAccount, useActivity } from './use-admin-users.ts';
import css from './users.module.css';

// locale-keys: app.role.*
// locale-keys: admin-users.connection.*

interface AccountSectionProps {
  account: Person['accounts'][number];
  /** Open at first. */
  open: boolean;
}

/** An account of the person; what it has set up is read once it is opened. */
export function AccountSection({ account, open }: AccountSectionProps) {
  const { t } = useText();
  const id = useId();
  const [opened, setOpened] = useState(open);
  return (
    <section className={css.account}>
      <h4 style={{ margin: 0 }}>
        <button
          type="button"
          className={css.accountHead}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <span className={css.accountName}>
            <span data-foreign>{account.name}</span>
            <span className={css.muted}>{t(`role.${account.role}`)}</span>
          </span>
          <span className={css.tags}>
            {account.deletionScheduledFor === null ? null : (
              <Tag tone="bad">{t('admin-users:signal.deletion-scheduled')}</Tag>
            )}
            <PlanTag account={account} />
            <IconChevronDown size={16} aria-hidden style={opened ? { rotate: '180deg' } : undefined} />
          </span>
        </button>
      </h4>
      <div id={id} hidden={!opened}>
        {opened ? <AccountBody accountId={account.id} /> : null}
      </div>
    </section>
  );
}

function AccountBody({ accountId }: { accountId: string }) {
  const account = useAccount(accountId);
  if (account.data === undefined)
    return account.error === null ? (
      <Skeleton shape="text" height={320} />
    ) : (
      <ErrorState error={account.error} retry={() => void account.refetch()} />
    );
  return <Loaded account={account.data.account} />;
}

function Loaded({ account }: { account: AdminAccount }) {
  const { t, i18n } = useText();
  return (
    <div className={css.accountBody}>
      <DeletionNotice account={account} />
      <KeyValues
        rows={[
          [t('admin-users:account.created'), formatDay(account.createdAt, i18n.language)],
          [t('admin-users:account.timeZone'), account.timeZone],
          [
            t('admin-users:person.id'),
            <code key="id" className={css.code}>
              {account.id}
            </code>,
          ],
        ]}
      />
      <PlanSection account={account} />
      <Members account={account} />
      <Businesses account={account} />
      <Connections account={account} />
      <Listings account={account} />
      <PublicItems account={account} />
      <Activity accountId={account.id} />
      <DeleteButton account={account} />
    </div>
  );
}

/** What is said of a deletion, and the button that takes it back. */
function DeletionNotice({ account }: { account: AdminAccount }) {
  const { t, i18n } = useText();
  const [open, setOpen] = useState(false);
  const { deletion } = account;
  if (deletion === null) return null;
  if (deletion.begun) return <Notice tone="warn">{t('admin-users:deletion.begun')}</Notice>;
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('admin-users:deletion.keep')}
          </Button>
        }
      >
        {t('admin-users:deletion.scheduled', { day: formatDay(deletion.scheduledFor, i18n.language) })}
      </Notice>
      {open ? <KeepAccountDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function DeleteButton({ account }: { account: AdminAccount }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  if (account.deletion?.begun === true) return null;
  return (
    <div className={css.actions}>
      <Button variant="default" size="xs" c="red.8" onClick={() => setOpen(true)}>
        {t('admin-users:deletion.open')}
      </Button>
      {open ? <DeleteAccountDialog account={account} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function Members({ account: { id, name, members } }: { account: AdminAccount }) {
  const { t } = useText();
  const [acting, setActing] = useState<(typeof members.rows)[number] | null>(null);
  return (
    <ListSection title={t('admin-users:account.members')} count={members.count} listed={members.rows.length}>
      {members.rows.map((member) => (
        <li key={member.userId} className={css.item}>
          <span className={css.itemText}>
            <span data-foreign>{member.displayName || member.email}</span>
            <span className={css.muted}>
              <span data-foreign>{member.email}</span> · {t(`role.${member.role}`)}
            </span>
          </span>
          {member.blocked ? <Tag tone="bad">{t('admin-users:blocked')}</Tag> : null}
          {member.actable ? (
            <Button variant="default" size="xs" onClick={() => setActing(member)}>
              {t('admin-users:actAs.open')}
              <span className="k-hidden"> {member.displayName || member.email}</span>
            </Button>
          ) : null}
        </li>
      ))}
      {acting === null ? null : (
        <ActAsDialog member={acting} account={{ id, name }} onClose={() => setActing(null)} />
      )}
    </ListSection>
  );
}

function Businesses({ account: { businesses } }: { account: AdminAccount }) {
  const { t } = useText();
  return (
    <ListSection
      title={t('admin-users:account.businesses')}
      count={businesses.count}
      listed={businesses.rows.length}
    >
      {businesses.rows.map(({ id, name, locations, archived }) => (
        <li key={id} className={css.item}>
          <span className={css.itemText} data-foreign>
            {name}
          </span>
          <span className={css.muted}>{t('admin-users:account.locations', { count: locations })}</span>
          {archived ? <Tag tone="calm">{t('admin-users:account.archived')}</Tag> : null}
        </li>
      ))}
    </ListSection>
  );
}

function Connections({ account: { connections } }: { account: AdminAccount }) {
  const { t, i18n } = useText();
  return (
    <ListSection
      title={t('admin-users:account.connections')}
      count={connections.count}
      listed={connections.rows.length}
    >
      {connections.rows.map(({ id, platform, name, status, since, listings }) => (
        <li key={id} className={css.item}>
          <span className={css.itemText}>
            <span>
              <SourceName source={platform} /> <span data-foreign>{name}</span>
            </span>
            <span className={css.muted}>
              {t('admin-users:account.listingCount', { count: listings })} · {formatDay(since, i18n.language)}
            </span>
          </span>
          <Tag tone={status === 'active' ? 'good' : 'warn'}>{t(`admin-users:connection.${status}`)}</Tag>
        </li>
      ))}
    </ListSection>
  );
}

function Listings({ account: { listings } }: { account: AdminAccount }) {
  const { t, i18n } = useText();
  if (listings.count === 0) return null;
  return (
    <ListSection
      title={t('admin-users:account.listings')}
      count={listings.count}
      listed={listings.rows.length}
    >
      {listings.rows.map(({ id, platform, name, paused, lastSuccessAt }) => (
        <li key={id} className={css.item}>
          <span className={css.itemText}>
            <span>
              <SourceName source={platform} bare /> <span data-foreign>{name}</span>
            </span>
            <span className={css.muted}>
              {lastSuccessAt === null
                ? t('admin-users:account.neverRead')
                : t('admin-users:account.read', { when: formatMoment(lastSuccessAt, i18n.language) })}
            </span>
          </span>
          {paused ? <Tag tone="calm">{t('admin-users:account.paused')}</Tag> : null}
        </li>
      ))}
    </ListSection>
  );
}

/** The trail of the account, in its own words, which the account sees too. */
function Activity({ accountId }: { accountId: string }) {
  const { t, i18n } = useText();
  const list = useActivity(accountId);
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={css.section}>
      <h5 className={css.sectionHead}>{t('admin-users:account.activity')}</h5>
      {list.isPending ? <Skeleton shape="rows" height={120} /> : null}
      {list.data === undefined && list.error !== null ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : null}
      <ol className={css.activity}>
        {entries.map(({ id, at, action, personName, adminName, actor }) => (
          <li key={id}>
            <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
            <span>
              <span>{actionText(t, { trail: 'accounts', action })}</span>{' '}
              <span className={css.muted} data-foreign>
                {[adminName, personName].filter((name) => name !== null).join(' → ') || actor}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <LoadMore list={list} />
      <AuditLink search={{ account: accountId }} />
    </section>
  );
}
