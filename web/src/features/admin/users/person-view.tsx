import type { Person } from '@kindling/contract/admin-users';
import { blockReasons } from '@kindling/contract/operator-reasons';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDay, formatMoment, languageNames } from '../../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { actionText } from '../audit/action-words.ts';
import { KeyValues } from '../ui/key-values.tsx';
import { AccountSection } from './account-section.tsx';
import { AuditLink } from './audit-link.tsx';
import { BlockDialog, RemovePersonDialog, RoleDialog, UnblockDialog } from './person-dialogs.tsx';
import { usePerson } from './use-admin-users.ts';
import css from './users.module.css';

// locale-keys: admin-users.role.*

interface PersonViewProps {
  userId: string;
  /** The account that is open at first; null for the only one. */
  accountId: string | null;
  /** The person was deleted. */
  onGone: () => void;
}

/** A person, what administrators may do about them, and their accounts. */
export function PersonView({ userId, accountId, onGone }: PersonViewProps) {
  const person = usePerson(userId);
  if (person.data === undefined)
    return person.error === null ? (
      <Skeleton shape="rows" framed height={420} />
    ) : (
      <ErrorState error={person.error} retry={() => void person.refetch()} />
    );
  return <Loaded person={person.data.person} accountId={accountId} onGone={onGone} />;
}

function Loaded({ person, accountId, onGone }: Omit<PersonViewProps, 'userId'> & { person: Person }) {
  const { t } = useText();
  const [only, second] = person.accounts;
  const openId = accountId ?? (second === undefined ? (only?.id ?? null) : null);
  return (
    <div className={css.view}>
      <header className={css.head}>
        <h2 className={css.heading} data-foreign>
          {person.displayName || person.email}
        </h2>
        <div className={css.tags}>
          <Tag tone={person.role === 'Super Admin' ? 'warn' : 'calm'}>
            {t(`admin-users:role.${person.role}`)}
          </Tag>
          {person.blockedAt === null ? null : <Tag tone="bad">{t('admin-users:blocked')}</Tag>}
          {person.you ? <Tag tone="good">{t('admin-users:person.you')}</Tag> : null}
        </div>
        <PersonActions person={person} onGone={onGone} />
      </header>
      <PersonFacts person={person} />
      <section className={css.section}>
        <h3 className={css.subheading}>
          {t('admin-users:person.accounts', { count: person.accounts.length })}
        </h3>
        {person.accounts.map((account) => (
          <AccountSection key={account.id} account={account} open={account.id === openId} />
        ))}
      </section>
      <OperatorEntries person={person} />
      <AuditLink search={{ actor: person.id }} />
    </div>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const { t, i18n } = useText();
  const day = (at: string) => formatDay(at, i18n.language);
  return (
    <KeyValues
      rows={[
        [
          t('admin-users:person.email'),
          <span data-foreign key="email">
            {person.email}
          </span>,
        ],
        [
          t('admin-users:person.name'),
          person.firstName === '' && person.lastName === '' ? null : (
            <span data-foreign key="name">
              {`${person.firstName} ${person.lastName}`.trim()}
            </span>
          ),
        ],
        [t('admin-users:person.language'), languageNames(i18n.language).of(person.locale) ?? person.locale],
        [t('admin-users:column.registered'), day(person.registeredAt)],
        [
          t('admin-users:column.lastLogin'),
          person.lastLoginAt === null
            ? t('admin-users:never')
            : formatMoment(person.lastLoginAt, i18n.language),
        ],
        [t('admin-users:person.blockedSince'), blockText(t, person, day)],
        [
          t('admin-users:person.id'),
          <code key="id" className={css.code}>
            {person.id}
          </code>,
        ],
      ]}
    />
  );
}

/** Since when and why. A block that a command or an earlier version set may have no reason. */
function blockText(t: Translate, person: Person, day: (at: string) => string): string | null {
  if (person.blockedAt === null) return null;
  const entry = person.operatorEntries.find(({ action }) => action === 'person.blocked');
  const reason = blockReasons.find((one) => one === entry?.details.reason);
  return reason === undefined
    ? t('admin-users:person.blockedPlain', { day: day(person.blockedAt) })
    : t('admin-users:person.blockedFor', {
        day: day(person.blockedAt),
        reason: t(`admin-users:blockReason.${reason}`),
      });
}

type OpenDialog = 'role' | 'block' | 'unblock' | 'remove' | null;

/** Nobody changes their own role or block; what cannot be done is not offered. */
function PersonActions({ person, onGone }: { person: Person; onGone: () => void }) {
  const { t } = useText();
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  if (person.you) return <p className={css.muted}>{t('admin-users:person.ownHint')}</p>;
  return (
    <div className={css.actions}>
      {person.role === 'Super Admin' || person.blockedAt === null ? (
        <Button variant="default" size="sm" onClick={() => setOpen('role')}>
          {t(person.role === 'Super Admin' ? 'admin-users:role.demote' : 'admin-users:role.promote')}
        </Button>
      ) : null}
      {person.blockedAt === null ? (
        <Button variant="default" size="sm" onClick={() => setOpen('block')}>
          {t('admin-users:block.open')}
        </Button>
      ) : (
        <Button variant="default" size="sm" onClick={() => setOpen('unblock')}>
          {t('admin-users:unblock.open')}
        </Button>
      )}
      {person.accounts.length === 0 ? (
        <Button variant="default" size="sm" c="red.8" onClick={() => setOpen('remove')}>
          {t('admin-users:removePerson.open')}
        </Button>
      ) : null}
      {open === 'role' ? <RoleDialog person={person} onClose={close} /> : null}
      {open === 'block' ? <BlockDialog person={person} onClose={close} /> : null}
      {open === 'unblock' ? <UnblockDialog person={person} onClose={close} /> : null}
      {open === 'remove' ? <RemovePersonDialog person={person} onGone={onGone} onClose={close} /> : null}
    </div>
  );
}

/** The operator's trail about the person, in its own words. */
function OperatorEntries({ person: { operatorEntries } }: { person: Person }) {
  const { t, i18n } = useText();
  if (operatorEntries.length === 0) return null;
  return (
    <section className={css.section}>
      <h3 className={css.sectionHead}>{t('admin-users:person.operatorEntries')}</h3>
      <ol className={css.activity}>
        {operatorEntries.map(({ id, at, action, adminName }) => (
          <li key={id}>
            <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
            <span>
              <span>{actionText(t, { trail: 'operator', action })}</span>{' '}
              <span className={css.muted} data-foreign>
                {adminName}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
