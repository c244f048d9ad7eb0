import { actingEndCauses } from '@kindling/contract/acting';
import { publicItemKinds } from '@kindling/contract/admin-users';
import { roles } from '@kindling/contract/constants';
import { blockReasons, takedownReasons } from '@kindling/contract/operator-reasons';
import { accountRoles } from '@kindling/contract/rights';
import type { Translate } from '../../../lib/i18n/text.ts';

// locale-keys: activity.because.*
// locale-keys: admin-users.blockReason.*
// locale-keys: admin-users.itemKind.*
// locale-keys: admin-users.role.*
// locale-keys: app.role.*
// locale-keys: common.takedownReason.*

/** Finds the words of a value: null for a name or value that no text of the app names. */
function wordsOf(t: Translate, action: string, name: string, value: unknown): string | null {
  if (name === 'reason' && action.endsWith('.taken-down')) {
    const reason = takedownReasons.find((one) => one === value);
    return reason === undefined
      ? null
      : t('admin-audit:reason', { reason: t(`common:takedownReason.${reason}`) });
  }
  if (name === 'reason' && action === 'person.blocked') {
    const reason = blockReasons.find((one) => one === value);
    return reason === undefined
      ? null
      : t('admin-audit:reason', { reason: t(`admin-users:blockReason.${reason}`) });
  }
  if (name === 'because') {
    const cause = actingEndCauses.find((one) => one === value);
    return cause === undefined ? null : t(`activity:because.${cause}`);
  }
  if (name === 'kind') {
    const kind = publicItemKinds.find((one) => one === value);
    return kind === undefined ? null : t(`admin-users:itemKind.${kind}`);
  }
  if (name === 'role') {
    const ofAccount = accountRoles.find((one) => one === value);
    if (ofAccount !== undefined) return t(`role.${ofAccount}`);
    const role = roles.find((one) => one === value);
    return role === undefined ? null : t(`admin-users:role.${role}`);
  }
  return null;
}

/** A detail of an entry, in words where the app has some, and otherwise as it is stored. */
export function detailText(t: Translate, action: string, [name, value]: [string, unknown]): string {
  const stored = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return wordsOf(t, action, name, value) ?? `${name}: ${stored}`;
}
