import type { Member } from '@kindling/contract/team';
import { useIsLimited } from '../../../lib/auth/use-may-do.ts';
import { formatList } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useLocationNames, useLocations } from './use-locations.ts';

// locale-keys: app.role.*

interface AccessTextProps extends Pick<Member, 'role' | 'locationCount' | 'firstLocationIds'> {
  /** True for the person who reads it. Default: false. */
  you?: boolean;
}

/** A role, and the locations where they are limited or could be: the first by name, and how many more. */
export function AccessText({ role, locationCount, firstLocationIds, you = false }: AccessTextProps) {
  const { t, i18n } = useText();
  const locations = useLocations();
  const names = useLocationNames(firstLocationIds);
  const limited = useIsLimited();
  const roleName = t(`role.${role}`);
  if (locationCount === null)
    return locations.length > 1 && role !== 'owner'
      ? `${roleName} · ${t('profile:team.allLocations')}`
      : roleName;
  // A limited reader does not see whether others have further locations.
  if (locationCount === 0)
    return `${roleName} · ${t(limited && !you ? 'profile:team.hiddenLocations' : 'profile:team.noLocation')}`;
  if (names === null) return roleName;
  const more = locationCount - names.length;
  // Without the list of locations, which could not be read, there are no names.
  if (names.length === 0) return `${roleName} · ${t('profile:team.locationCount', { count: more })}`;
  // "and 1 more" is the last part, so there is no "and" before the last name.
  const list = more === 0 ? formatList(names, i18n.language, 'unit') : names.join(', ');
  return (
    <>
      {roleName} · <span data-foreign>{list}</span>
      {more === 0 ? null : ` ${t('profile:team.moreLocations', { count: more })}`}
    </>
  );
}
