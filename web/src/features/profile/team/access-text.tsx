import type { AccountRole } from '@kindling/contract/rights';
import { useText } from '../../../lib/i18n/text.ts';
import { useLocations } from './use-locations.ts';

// locale-keys: app.role.*

interface AccessTextProps {
  role: AccountRole;
  /** Null: all locations. */
  locationIds: readonly string[] | null;
}

/** A role, and the locations where they are limited or could be. */
export function AccessText({ role, locationIds }: AccessTextProps) {
  const { t, i18n } = useText();
  const locations = useLocations();
  const roleName = t(`role.${role}`);
  if (locationIds === null)
    return locations.length > 1 && role !== 'owner'
      ? `${roleName} · ${t('profile:team.allLocations')}`
      : roleName;
  const names = locations.filter(({ id }) => locationIds.includes(id)).map(({ name }) => name);
  const listed =
    names.length === 0
      ? t('profile:team.noLocation')
      : new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names);
  return (
    <>
      {roleName} · <span data-foreign={names.length > 0 || undefined}>{listed}</span>
    </>
  );
}
