import type { ListedPerson } from '@kindling/contract/admin-users';
import { Anchor, Button, Drawer, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconUserSearch, IconWorldSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useHasPlans } from '../../../lib/auth/session.tsx';
import { formatDay, formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useCloseOnEscape } from '../../../ui/use-close-on-escape.ts';
import { AuditSearch } from '../audit/audit-search.tsx';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '../ui/filter-bar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import {
  hasFilters,
  planChoices,
  roleChoices,
  signalChoices,
  sortChoices,
  type UserFilters,
} from './filters.ts';
import { PersonView } from './person-view.tsx';
import { PlanTag } from './plan-tag.tsx';
import { PublicItemDialog } from './public-item-dialog.tsx';
import { usePeople } from './use-admin-users.ts';
import { useUsersAddress } from './use-users-address.ts';
import css from './users.module.css';

// locale-keys: admin-users.role.*
// locale-keys: admin-users.plan.*
// locale-keys: admin-users.signal.*
// locale-keys: admin-users.sort.*

/** People and accounts of the installation: found by name, address or id, and looked after one by one. */
export function UsersScreen() {
  const { t } = useText();
  const address = useUsersAddress();
  const [finding, setFinding] = useState(false);
  const isPhone = useMediaQuery('(max-width: 767px)') ?? false;
  const layer = useCloseOnEscape(address.userId !== null, address.close);
  return (
    <Page
      title={t('admin-users:title')}
      lead={t('admin-users:lead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconWorldSearch size={17} aria-hidden />}
          onClick={() => setFinding(true)}
        >
          {t('admin-users:find.open')}
        </Button>
      }
    >
      <Tabs value={address.view} onChange={address.show} keepMounted={false}>
        <Tabs.List aria-label={t('admin-users:views')}>
          <Tabs.Tab value="people">{t('admin-users:view.people')}</Tabs.Tab>
          <Tabs.Tab value="audit">{t('admin-users:view.audit')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people" className={css.panel}>
          <div className={css.stack}>
            <Filters filters={address.filters} onChange={address.change} />
            <People filters={address.filters} onClear={() => address.change({})} onOpen={address.open} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="audit" className={css.panel}>
          <AuditSearch />
        </Tabs.Panel>
      </Tabs>
      <Drawer
        opened={address.userId !== null}
        onClose={address.close}
        {...layer}
        position="right"
        size={isPhone ? '100%' : 780}
        title={t('admin-users:person.title')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {address.userId === null ? null : (
          <PersonView
            key={address.userId}
            userId={address.userId}
            accountId={address.accountId}
            onGone={address.close}
          />
        )}
      </Drawer>
      {finding ? <PublicItemDialog onOpen={address.open} onClose={() => setFinding(false)} /> : null}
    </Page>
  );
}

interface FiltersProps {
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  const { t } = useText();
  const hasPlans = useHasPlans();
  const set = <Name extends keyof UserFilters>(name: Name, value: string) => {
    const { [name]: _, ...rest } = filters;
    // The address is read again, where a value that is none is left out.
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  const { sort } = filters;
  return (
    <FilterBar
      label={t('admin-users:filters')}
      onClear={hasFilters(filters) ? () => onChange(sort === undefined ? {} : { sort }) : null}
    >
      <FilterSearch
        label={t('admin-users:search')}
        placeholder={t('admin-users:searchHint')}
        value={filters.search ?? ''}
        onChange={(value) => set('search', value)}
      />
      <FilterSelect
        label={t('admin-users:column.role')}
        all={t('admin-users:all')}
        value={filters.role ?? ''}
        options={roleChoices.map((value) => ({ value, label: t(`admin-users:role.${value}`) }))}
        onChange={(value) => set('role', value)}
      />
      {hasPlans ? (
        <FilterSelect
          label={t('admin-users:column.plan')}
          all={t('admin-users:all')}
          value={filters.plan ?? ''}
          options={planChoices.map((value) => ({ value, label: t(`admin-users:plan.${value}`) }))}
          onChange={(value) => set('plan', value)}
        />
      ) : null}
      <FilterSelect
        label={t('admin-users:state')}
        all={t('admin-users:all')}
        value={filters.blocked === undefined ? '' : String(filters.blocked)}
        options={[
          { value: 'true', label: t('admin-users:blocked') },
          { value: 'false', label: t('admin-users:notBlocked') },
        ]}
        onChange={(value) => set('blocked', value)}
      />
      <FilterSelect
        label={t('admin-users:attention')}
        all={t('admin-users:all')}
        value={filters.signal ?? ''}
        options={signalChoices
          .filter((one) => hasPlans || one !== 'trial-ending')
          .map((value) => ({ value, label: t(`admin-users:signal.${value}`) }))}
        onChange={(value) => set('signal', value)}
      />
      <FilterSelect
        wide
        label={t('admin-users:order')}
        all={t('admin-users:sort.registered')}
        value={filters.sort ?? ''}
        options={sortChoices
          .filter((one) => one !== 'registered')
          .map((value) => ({ value, label: t(`admin-users:sort.${value}`) }))}
        onChange={(value) => set('sort', value)}
      />
    </FilterBar>
  );
}

interface PeopleProps {
  filters: UserFilters;
  onClear: () => void;
  onOpen: (userId: string, accountId?: string) => void;
}

function People({ filters, onClear, onOpen }: PeopleProps) {
  const { t } = useText();
  const list = usePeople(filters);
  const columns = useColumns(onOpen);
  const people = list.data?.pages.flatMap((page) => page.people);
  if (people === undefined)
    return list.error === null ? (
      <Skeleton shape="table" framed height={480} />
    ) : (
      <Panel>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Panel>
    );
  if (people.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconUserSearch size={22} />}
          title={t('admin-users:emptyTitle')}
          text={t('admin-users:empty')}
          action={
            hasFilters(filters) ? (
              <Button variant="default" onClick={onClear}>
                {t('common:clearFilters')}
              </Button>
            ) : undefined
          }
        />
      </Panel>
    );
  return (
    <>
      <AdminTable
        caption={t('admin-users:title')}
        columns={columns}
        rows={people}
        keyOf={({ id }) => id}
        stale={list.isPlaceholderData}
      />
      <LoadMore list={list} />
    </>
  );
}

function useColumns(onOpen: PeopleProps['onOpen']): AdminColumn<ListedPerson>[] {
  const { t, i18n } = useText();
  const hasPlans = useHasPlans();
  const { language } = i18n;
  return useMemo(() => {
    const plan: AdminColumn<ListedPerson> = {
      id: 'plan',
      header: t('admin-users:column.plan'),
      render: ({ accounts }) => <PlanTag account={accounts[0]} />,
    };
    return [
      {
        id: 'person',
        header: t('admin-users:column.person'),
        main: true,
        render: (person) => <PersonCell person={person} onOpen={onOpen} />,
      },
      {
        id: 'accounts',
        header: t('admin-users:column.accounts'),
        render: (person) => <AccountsCell person={person} />,
      },
      ...(hasPlans ? [plan] : []),
      {
        id: 'registered',
        header: t('admin-users:column.registered'),
        render: ({ registeredAt }) => formatDay(registeredAt, language),
      },
      {
        id: 'last-login',
        header: t('admin-users:column.lastLogin'),
        render: ({ lastLoginAt }) =>
          lastLoginAt === null ? t('admin-users:never') : formatMoment(lastLoginAt, language),
      },
    ];
  }, [t, language, hasPlans, onOpen]);
}

function PersonCell({ person, onOpen }: { person: ListedPerson; onOpen: PeopleProps['onOpen'] }) {
  const { t } = useText();
  return (
    <div className={css.person}>
      <span className={css.tags}>
        <Anchor
          component={Link}
          to={`/admin/users?user=${person.id}`}
          className={css.name}
          data-foreign
          onClick={(event: React.MouseEvent) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(person.id);
          }}
        >
          {person.displayName || person.email}
        </Anchor>
        {person.role === 'Super Admin' ? <Tag tone="warn">{t('admin-users:role.Super Admin')}</Tag> : null}
        {person.blockedAt === null ? null : <Tag tone="bad">{t('admin-users:blocked')}</Tag>}
      </span>
      <span className={css.muted} data-foreign>
        {person.email}
      </span>
    </div>
  );
}

function AccountsCell({ person: { accounts, accountCount } }: { person: ListedPerson }) {
  const { t } = useText();
  if (accountCount === 0) return <span className={css.muted}>{t('admin-users:signal.no-account')}</span>;
  const more = accountCount - accounts.length;
  return (
    <ul className={css.plainList}>
      {accounts.map(({ id, name, role, deletionScheduledFor }) => (
        <li key={id}>
          <span data-foreign>{name}</span> <span className={css.muted}>{t(`role.${role}`)}</span>{' '}
          {deletionScheduledFor === null ? null : (
            <Tag tone="bad">{t('admin-users:signal.deletion-scheduled')}</Tag>
          )}
        </li>
      ))}
      {more > 0 ? <li className={css.muted}>{t('admin-users:more', { count: more })}</li> : null}
    </ul>
  );
}
