import { abuseReasons, type HiddenReason, hideReasons } from '@kindling/contract/hidden-reasons';
import { Combobox, Menu, Stack, useCombobox } from '@mantine/core';
import { IconTag, IconTagOff, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useHidingRules } from '../hiding/use-hiding.ts';
import { createsTag, TagOptions } from '../tags/tag-options.tsx';
import { TagProblem } from '../tags/tag-problem.tsx';
import { useCreateTag } from '../tags/use-tags.ts';
import { BulkActionButton } from './bulk-action-button.tsx';
import { ReasonChoice } from './hide-dialog.tsx';
import { Person } from './person.tsx';
import css from './triage.module.css';
import { isTeam, useAssignees } from './use-assignees.ts';

interface TagButtonProps {
  kind: 'tag' | 'untag';
  busy: boolean;
  onPick: (tagId: string) => void;
}

/** Picks one tag to give or to take away. */
export function BulkTagButton({ kind, busy, onPick }: TagButtonProps) {
  const { t } = useText();
  const [search, setSearch] = useState('');
  const creating = useCreateTag();
  const store = useCombobox({
    onDropdownOpen: () => store.focusSearchInput(),
    onDropdownClose() {
      store.resetSelectedOption();
      setSearch('');
    },
  });
  const pick = async (value: string) => {
    if (value !== createsTag) {
      store.closeDropdown();
      onPick(value);
      return;
    }
    const made = await creating.mutateAsync(search.trim()).catch(() => null);
    if (made === null) return;
    store.closeDropdown();
    onPick(made.tag.id);
  };
  return (
    <Combobox
      store={store}
      width={280}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(value) => void pick(value)}
    >
      <Combobox.Target withAriaAttributes={false}>
        <BulkActionButton
          label={kind === 'tag' ? t('triage:bulk.tag') : t('triage:bulk.untag')}
          icon={kind === 'tag' ? IconTag : IconTagOff}
          aria-haspopup="listbox"
          aria-expanded={store.dropdownOpened}
          loading={creating.isPending}
          disabled={busy}
          onClick={() => store.toggleDropdown()}
        />
      </Combobox.Target>
      <TagOptions
        store={store}
        search={search}
        onSearch={setSearch}
        chosen={[]}
        mayCreate={kind === 'tag'}
        problem={creating.error === null ? null : <TagProblem error={creating.error} on="account" />}
      />
    </Combobox>
  );
}

interface HideDialogProps {
  count: number;
  /** The count in words. */
  value: string;
  opened: boolean;
  onClose: () => void;
  onHide: (reason: HiddenReason) => void;
}

/** Asks for the reason, which visitors are told, and says what the law leaves out. */
export function BulkHideDialog({ count, value, opened, onClose, onHide }: HideDialogProps) {
  const { t } = useText();
  const [reason, setReason] = useState<HiddenReason | null>(null);
  const rules = useHidingRules(opened);
  const close = () => {
    setReason(null);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('triage:bulk.hideTitle', { count, value })}
      confirm={t('triage:bulk.hideConfirm')}
      busy={false}
      disabled={reason === null || rules === undefined}
      error={null}
      destructive={false}
      onConfirm={() => {
        if (reason === null) return;
        onHide(reason);
        close();
      }}
      onClose={close}
    >
      <Stack gap="md">
        <p className={css.words}>{t('triage:bulk.hideText')}</p>
        <ReasonChoice offered={[...hideReasons, ...abuseReasons]} reason={reason} onChange={setReason} />
        {rules?.inBulk === false ? <p className={css.hint}>{t('triage:bulk.hideLaw')}</p> : null}
      </Stack>
    </ConfirmDialog>
  );
}

interface AssignButtonProps {
  busy: boolean;
  onAssign: (assigneeId: string | null) => void;
}

/** Renders nothing while the account has fewer than two members. */
export function BulkAssignButton({ busy, onAssign }: AssignButtonProps) {
  const { t } = useText();
  const assignees = useAssignees();
  if (!isTeam(assignees)) return null;
  return (
    <Menu position="bottom-start" shadow="md" width={260}>
      <Menu.Target>
        <BulkActionButton label={t('triage:bulk.assign')} icon={IconUser} disabled={busy} />
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onAssign(null)}>{t('triage:assignee.nobody')}</Menu.Item>
        {assignees.map((person) => (
          <Menu.Item key={person.userId} onClick={() => onAssign(person.userId)}>
            <Person person={person} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
