import { mayManageMember } from '@kindling/contract/rights';
import type { Member } from '@kindling/contract/team';
import { ActionIcon, Avatar, Menu } from '@mantine/core';
import { IconCrown, IconDots, IconPencil, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { usePicture } from '../../../lib/auth/picture.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag } from '../../../ui/tag.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { AccessText } from './access-text.tsx';
import { OfferDialog } from './ownership-offer.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import css from './team.module.css';
import { memberName } from './use-team.ts';

/** A member with their role, and what the person may change about them. */
export function MemberRow({ member, onRemoved }: { member: Member; onRemoved: () => void }) {
  const { t } = useText();
  const picture = usePicture(member.picture);
  const name = memberName(member);
  return (
    <li className={css.row}>
      <Avatar size={36} radius="xl" color="brand" src={picture} name={name} alt="" data-foreign />
      <div className={css.who}>
        <p className={css.name}>
          <span data-foreign>{name}</span>{' '}
          {member.you ? <Tag tone="calm">{t('profile:team.you')}</Tag> : null}
        </p>
        <p className={css.muted} data-foreign>
          {member.email}
        </p>
      </div>
      <p className={css.access}>
        <AccessText {...member} />
      </p>
      <MemberMenu member={member} onRemoved={onRemoved} />
    </li>
  );
}

type OpenDialog = 'change' | 'offer' | 'remove' | null;

function MemberMenu({ member, onRemoved }: { member: Member; onRemoved: () => void }) {
  const { t } = useText();
  const own = useAuth().additionalUserDetails?.account ?? null;
  const mayManage = mayManageMember(own, member.role);
  const mayHandOver = useMayDo('ownership.hand-over') && member.role !== 'owner';
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const name = memberName(member);
  if (member.you || !mayManage) return <span className={css.menu} />;
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon
            className={css.menu}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('profile:team.actions', { name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('change')}>
            {t('profile:team.change')}
          </Menu.Item>
          {mayHandOver ? (
            <Menu.Item leftSection={<IconCrown size={16} />} onClick={() => setOpen('offer')}>
              {t('profile:team.handOver')}
            </Menu.Item>
          ) : null}
          <Menu.Item color="red" leftSection={<IconUserMinus size={16} />} onClick={() => setOpen('remove')}>
            {t('profile:team.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'change' ? <AccessDialog member={member} onClose={close} /> : null}
      {open === 'offer' ? <OfferDialog member={member} onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog member={member} onRemoved={onRemoved} onClose={close} /> : null}
    </>
  );
}
