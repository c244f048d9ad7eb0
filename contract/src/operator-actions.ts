/**
 * What entries of the operator's trail can tell, by subject. The server's details of an action and the sentences of the app are
 * checked against this list.
 *
 * This file has no imports, because the browser loads it with the app.
 */
export const operatorActions = {
  acting: ['acting.started', 'acting.ended'],
  persons: [
    'role.changed',
    'second-factor.removed',
    'person.blocked',
    'person.unblocked',
    'person.deleted',
    'session.ended',
    'session.all-ended',
  ],
  accounts: [
    'trial.extended',
    'plan.given',
    'plan.taken-back',
    'account.deletion-scheduled',
    'account.deletion-canceled',
    'account.deleted',
    'account.erased',
  ],
  takedowns: ['item.taken-down', 'item.restored'],
  syncs: [
    'sync.settings-changed',
    'sync.platform-paused',
    'sync.platform-resumed',
    'listing.paused',
    'listing.resumed',
    'listing.sync-requested',
    'listing.interval-changed',
    'deletion-request.retried',
  ],
  mailings: [
    'mailing.created',
    'mailing.changed',
    'mailing.removed',
    'mailing.test-sent',
    'mailing.confirmed',
    'mailing.stopped',
    'mail.resent',
  ],
  errors: ['error.state-changed', 'error-rule.created', 'error-rule.removed'],
  maintenance: [
    'maintenance.read-only-on',
    'maintenance.read-only-off',
    'maintenance.notice-created',
    'maintenance.notice-changed',
    'maintenance.notice-removed',
  ],
  trails: ['audit.exported'],
} as const;

export type OperatorKind = keyof typeof operatorActions;
export const operatorKinds = Object.keys(operatorActions) as OperatorKind[];
export type OperatorAction = (typeof operatorActions)[OperatorKind][number];
export const allOperatorActions: readonly OperatorAction[] = Object.values(operatorActions).flat();
