import type { Assignee } from '@kindling/contract/review-marks';
import { Avatar } from '@mantine/core';
import { usePicture } from '../../../lib/auth/picture.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './triage.module.css';

/** A member's picture or initials. */
export function PersonAvatar({ person, size = 22 }: { person: Assignee; size?: number }) {
  const picture = usePicture(person.picture);
  return (
    <Avatar size={size} radius="xl" color="brand" src={picture} name={person.name} alt="" data-foreign />
  );
}

/** A member with picture and name. */
export function Person({ person }: { person: Assignee }) {
  const { t } = useText();
  return (
    <span className={css.person}>
      <PersonAvatar person={person} />
      <span dir="auto" data-foreign>
        {person.you ? t('triage:assignee.you', { name: person.name }) : person.name}
      </span>
    </span>
  );
}
