import type { Assignee } from '@kindling/contract/review-marks';
import { Avatar } from '@mantine/core';
import { usePicture } from '../../../lib/auth/picture.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import css from './triage.module.css';

/** A member's picture or initials. */
export function PersonAvatar({ person, size = 22 }: { person: Assignee; size?: number }) {
  const picture = usePicture(person.picture);
  // The name stands beside it, and screen readers would read the initials before it.
  return (
    <span aria-hidden data-foreign>
      <Avatar
        size={size}
        radius="xl"
        color="brand"
        src={picture}
        name={person.name}
        alt=""
        classNames={{ placeholder: css.initials ?? '' }}
      />
    </span>
  );
}

/** A member with picture and name. */
export function Person({ person }: { person: Assignee }) {
  const { t } = useText();
  return (
    <span className={css.person}>
      <PersonAvatar person={person} />
      <span dir="auto" data-foreign>
        {personName(t, person)}
      </span>
    </span>
  );
}

/** The name of a member, and whether it is the person who reads. */
export function personName(t: Translate, { name, you }: Assignee): string {
  return you ? t('triage:assignee.you', { name }) : name;
}

export function assignedText(t: Translate, person: Assignee): string {
  return t('triage:history.assigned', { name: personName(t, person) });
}
