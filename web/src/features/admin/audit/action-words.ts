import { type ActivityAction, activityActions, activityKinds } from '@kindling/contract/activity-actions';
import type { AuditSearch } from '@kindling/contract/admin-audit';
import { type OperatorAction, operatorActions, operatorKinds } from '@kindling/contract/operator-actions';
import type { Translate } from '../../../lib/i18n/text.ts';

// locale-keys: activity.actions.*
// locale-keys: activity.kinds.*
// locale-keys: admin-audit.actions.*
// locale-keys: admin-audit.kinds.*

type Options = { group: string; items: { value: string; label: string }[] }[];

/** Before the name of a group in the value of an option; no action begins like this. */
const groupMark = 'group:';

const sentence = (t: Translate, action: ActivityAction) => t(`activity:actions.${action}`);
const operatorSentence = (t: Translate, action: OperatorAction) => t(`admin-audit:actions.${action}`);

/** What was done, in words; the bare name for an action of a later version. */
export function actionText(t: Translate, { trail, action }: { trail: string; action: string }): string {
  if (trail === 'operator') {
    const known = Object.values(operatorActions)
      .flat()
      .find((one) => one === action);
    return known === undefined ? action : operatorSentence(t, known);
  }
  const known = Object.values(activityActions)
    .flat()
    .find((one) => one === action);
  return known === undefined ? action : sentence(t, known);
}

/** All actions under their subjects, each subject with an entry for all of them. */
export function actionOptions(t: Translate): Options {
  const all = (group: string, label: string) => ({
    value: groupMark + group,
    label: t('admin-audit:allOf', { group: label }),
  });
  const seen = new Set<string>();
  // Some actions have the same name in both trails; the search finds those of both.
  const once = (value: string) => !seen.has(value) && seen.add(value).has(value);
  return [
    ...activityKinds.map((kind) => {
      const group = t(`activity:kinds.${kind}`);
      const actions: readonly ActivityAction[] = activityActions[kind];
      const items = actions.filter(once).map((value) => ({ value, label: sentence(t, value) }));
      return { group, items: [all(kind, group), ...items] };
    }),
    ...operatorKinds.map((kind) => {
      const group = t('admin-audit:operatorGroup', { group: t(`admin-audit:kinds.${kind}`) });
      const actions: readonly OperatorAction[] = operatorActions[kind];
      const items = actions.filter(once).map((value) => ({ value, label: operatorSentence(t, value) }));
      return { group, items: [all(kind, t(`admin-audit:kinds.${kind}`)), ...items] };
    }),
  ];
}

/** The value of the option that a search has chosen. */
export function chosenAction({ action, group }: Pick<AuditSearch, 'action' | 'group'>): string | null {
  return action ?? (group === undefined ? null : groupMark + group);
}

/** What an option searches for. */
export function searchOfAction(value: string | null): { action?: string; group?: string } {
  if (value === null) return {};
  return value.startsWith(groupMark) ? { group: value.slice(groupMark.length) } : { action: value };
}
