import type { AccountRole } from '@kindling/contract/rights';
import type { Translate } from '../../../lib/i18n/text.ts';

// locale-keys: profile.team.roleHint.*

/** Whether a limit to some locations takes rights from the role. The other roles may do as much there. */
export function losesRights(role: AccountRole, limited: boolean): boolean {
  return role === 'manager' && limited;
}

/** One sentence about what a role may do. */
export function roleHint(t: Translate, role: AccountRole, limited: boolean, hasPlans: boolean): string {
  if (role === 'owner' && !hasPlans) return t('profile:team.roleHint.ownerWithoutPlans');
  return losesRights(role, limited) ? t('profile:team.limitedManager') : t(`profile:team.roleHint.${role}`);
}
