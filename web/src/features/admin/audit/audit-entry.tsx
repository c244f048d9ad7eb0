import type { AuditRow, AuditSearch } from '@kindling/contract/admin-audit';
import { pathOf } from '@kindling/contract/screens';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatTimestamp } from '../../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import { personLabel } from '../../../lib/person-label.ts';
import { Tag } from '../../../ui/tag.tsx';
import { actionText } from './action-words.ts';
import css from './audit-search.module.css';
import { detailText } from './detail-words.ts';

interface EntryProps {
  entry: AuditRow;
  search: AuditSearch;
  change: (next: AuditSearch) => void;
}

/** One entry: a row of the table, a card on phones. Its person, account and action narrow the search. */
export function AuditEntry({ entry, search, change }: EntryProps) {
  const { t, i18n } = useText();
  const { account, action, sealed, requestId, reason, network } = entry;
  const narrow = (more: AuditSearch, label: ReactNode) => (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="start"
      onClick={() => change(narrowed(search, more))}
    >
      {label}
    </Anchor>
  );
  const who = callerOf(t, entry);
  return (
    <tr>
      <td>
        <time dateTime={entry.at} className={css.time}>
          {formatTimestamp(entry.at, i18n.language)}
        </time>
        {sealed ? null : <Tag tone="calm">{t('admin-audit:unsealed')}</Tag>}
      </td>
      <th scope="row" className={css.action}>
        {narrow({ action }, actionText(t, entry))}
        <span className={css.minor} data-foreign>
          {action}
        </span>
      </th>
      <td>
        {who.id === null ? who.name : narrow({ actor: who.id }, who.name)}
        {who.as === null ? null : <span className={css.minor}>{t('admin-audit:as', { name: who.as })}</span>}
        {network === null ? null : <span className={css.minor}>{network}</span>}
      </td>
      <td>
        {account === null
          ? null
          : narrow({ account: account.id }, account.name ?? t('admin-audit:accountGone'))}
      </td>
      <td className={css.details} data-foreign>
        {reason === null ? null : <span className={css.minor}>{t('admin-audit:reason', { reason })}</span>}
        {Object.entries(entry.details).map((detail) => (
          <span key={detail[0]} className={css.minor}>
            {detailText(t, action, detail)}
          </span>
        ))}
        <About entry={entry} />
        {requestId === null ? null : (
          <span className={css.minor}>{t('admin-audit:request', { id: requestId })}</span>
        )}
      </td>
    </tr>
  );
}

/** The person whom the entry is about, with the way to them, or the id of what it is about. */
function About({ entry: { about, target } }: { entry: AuditRow }) {
  if (target === null) return null;
  if (about === null) return <span className={css.minor}>{target}</span>;
  const to = { pathname: pathOf('adminUsers'), search: `${new URLSearchParams({ user: about.id })}` };
  return (
    <span className={css.minor}>
      <Anchor component={Link} to={to} inherit>
        {personLabel({ displayName: about.name ?? '', email: about.email ?? about.id })}
      </Anchor>
    </span>
  );
}

/** An action takes the place of the group that was searched. */
function narrowed({ group, ...search }: AuditSearch, more: AuditSearch): AuditSearch {
  return { ...search, ...(group === undefined || more.action !== undefined ? {} : { group }), ...more };
}

function callerOf(
  t: Translate,
  { actor, admin, person }: AuditRow,
): { id: string | null; name: string; as: string | null } {
  const nameOf = (one: NonNullable<AuditRow['person']>) =>
    one.email ?? one.name ?? t('admin-audit:actors.gone');
  if (admin !== null)
    return { id: admin.id, name: nameOf(admin), as: person === null ? null : nameOf(person) };
  if (actor === 'api-key') return { id: null, name: t('admin-audit:actors.api-key'), as: null };
  if (person !== null) return { id: person.id, name: nameOf(person), as: null };
  return { id: null, name: t('admin-audit:actors.system'), as: null };
}
