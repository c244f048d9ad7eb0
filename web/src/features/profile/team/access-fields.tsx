import { type AccountRole, accountRoles, mayBeLimited, mayManageMember } from '@kindling/contract/rights';
import { Checkbox, Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useAuth, useHasPlans } from '../../../lib/auth/session.tsx';
import { useText } from '../../../lib/i18n/text.ts';
import { losesRights, roleHint } from './role-hint.ts';
import css from './team.module.css';
import { useLocations } from './use-locations.ts';

// locale-keys: app.role.*

export interface AccessValues {
  role: AccountRole;
  scope: 'all' | 'some';
  /** Counts where `scope` is `some`. */
  locationIds: string[];
}

/** The form's values from a stored role and its locations. */
export function accessValues(role: AccountRole, locationIds: readonly string[] | null): AccessValues {
  return { role, scope: locationIds === null ? 'all' : 'some', locationIds: [...(locationIds ?? [])] };
}

/** What the API takes for the form's values. */
export function accessInput({ role, scope, locationIds }: AccessValues): {
  role: AccountRole;
  locationIds: string[] | null;
} {
  return { role, locationIds: scope === 'some' && mayBeLimited(role) ? locationIds : null };
}

/** Whether locations are still to be chosen. */
export function lacksLocations(values: AccessValues): boolean {
  return accessInput(values).locationIds?.length === 0;
}

/** The choice of a role with one sentence about each, and of locations where the account has several. */
export function AccessFields<Values extends AccessValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useText();
  const own = useAuth().additionalUserDetails?.account ?? null;
  const locations = useLocations();
  const hasPlans = useHasPlans();
  const { role, scope } = form.getValues();
  const showLocations = mayBeLimited(role) && (locations.length > 1 || scope === 'some');
  const limitsManager = losesRights(role, scope === 'some');
  return (
    <>
      <Radio.Group label={t('profile:team.role')} {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {accountRoles
            .filter((one) => mayManageMember(own, one))
            .map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`role.${one}`)}
                description={roleHint(t, one, scope === 'some', hasPlans)}
              />
            ))}
        </Stack>
      </Radio.Group>
      {showLocations ? (
        <Radio.Group label={t('profile:team.locations')} {...form.getInputProps('scope')}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={t('profile:team.allLocations')} />
            <Radio
              value="some"
              label={t('profile:team.someLocations')}
              description={limitsManager ? t('profile:team.limitedManagerMayNot') : null}
            />
          </Stack>
        </Radio.Group>
      ) : null}
      {showLocations && scope === 'some' ? (
        <Checkbox.Group
          aria-label={t('profile:team.someLocations')}
          description={lacksLocations(form.getValues()) ? t('profile:team.chooseLocation') : null}
          {...form.getInputProps('locationIds')}
        >
          <div className={css.places}>
            {locations.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} data-foreign />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
    </>
  );
}
