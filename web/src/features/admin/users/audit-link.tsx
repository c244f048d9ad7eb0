import { pathOf } from '@kindling/contract/screens';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../../lib/i18n/text.ts';

/** Leads to the audit log, searched for a person or an account. */
export function AuditLink({ search }: { search: { actor: string } | { account: string } }) {
  const { t } = useText();
  const to = {
    pathname: pathOf('adminUsers'),
    search: `${new URLSearchParams({ view: 'audit', ...search })}`,
  };
  return (
    <Anchor component={Link} to={to} size="sm">
      {t('admin-users:seeInAudit')}
    </Anchor>
  );
}
