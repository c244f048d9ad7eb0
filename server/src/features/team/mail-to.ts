import { asLanguage } from '@kindling/contract/constants';
import type { MemberRow } from '../identity/index.ts';

/** How a mail addresses a member. */
export function mailTo(member: Pick<MemberRow, 'email' | 'locale' | 'display_name'>) {
  return {
    to: member.email,
    locale: asLanguage(member.locale),
    name: member.display_name || null,
  };
}
