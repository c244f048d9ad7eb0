/** For tests and the preview only: a sample request of each mail about what the operator decided. */
import type { Language } from '@kindling/contract/constants';
import type { MailSample } from './team-mail-samples.ts';

const accountName = 'Boulangerie Dubois';

/** Each variant once. */
export function operatorMailSamples({
  accountId,
  ...person
}: {
  to: string;
  locale: Language;
  name: string;
  accountId: string;
}): MailSample[] {
  const owner = { ...person, accountId, accountName };
  const item = { itemName: 'Home page' };
  return [
    {
      name: 'person-blocked',
      request: { kind: 'person-blocked', ...person, reason: 'security' },
    },
    { name: 'person-unblocked', request: { kind: 'person-unblocked', ...person } },
    { name: 'person-deleted', request: { kind: 'person-deleted', ...person } },
    ...(['Super Admin', 'Regular'] as const).map((role) => ({
      name: `administrator-changed (${role})`,
      request: { kind: 'administrator-changed' as const, ...person, role },
    })),
    { name: 'account-deleted', request: { kind: 'account-deleted', ...person, accountName } },
    ...(['trial-extended', 'given', 'taken-back'] as const).map((change) => ({
      name: `plan-changed (${change})`,
      request: {
        kind: 'plan-changed' as const,
        ...owner,
        change,
        endsOn: change === 'trial-extended' ? '2026-12-24' : null,
      },
    })),
    {
      name: 'plan-changed (given until a day)',
      request: { kind: 'plan-changed', ...owner, change: 'given', endsOn: '2027-03-31' },
    },
    ...(['widget', 'page'] as const).flatMap((itemKind): MailSample[] => [
      {
        name: `item-taken-down (${itemKind})`,
        request: { kind: 'item-taken-down', ...owner, ...item, itemKind, reason: 'deceptive' },
      },
      {
        name: `item-put-back (${itemKind})`,
        request: { kind: 'item-put-back', ...owner, ...item, itemKind },
      },
    ]),
  ];
}
