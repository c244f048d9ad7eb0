/** Maps the platform's reason for a refused reply to a violation that we explain to the owner. */
import type { ReplyViolation } from '@kindling/contract/reviews';

/** Reasons as the platform's reference lists them. Any other is `other`, because new ones appear without notice. */
const platformReasons: Record<Exclude<ReplyViolation, 'other'>, readonly string[]> = {
  'off-topic': ['OFF_TOPIC'],
  offensive: [
    'OFFENSIVE',
    'HARASSMENT',
    'HATE_SPEECH',
    'OBSCENITY_AND_PROFANITY',
    'ADULT_THEMED',
    'SEXUALLY_EXPLICIT',
    'VIOLENCE_AND_GORE',
  ],
  advertising: ['ADVERTISING_AND_SOLICITATION'],
  personal: ['PERSONAL_INFO', 'PRIVACY'],
  repetitive: ['GIBBERISH_AND_REPETITIVE', 'REPETITIVE', 'UNCLEAR', 'GENERIC_QUALITY'],
  misleading: ['FAKE_ENGAGEMENT', 'IMPERSONATION', 'MISINFORMATION', 'MISREPRESENTATION', 'GENERIC_FRAUD'],
  illegal: ['ILLEGAL', 'DANGEROUS', 'REGULATED_GOODS_AND_SERVICES', 'CHILD_SAFETY'],
  account: [
    'ACCOUNT_RESTRICTED_AND_SUSPENDED',
    'ACCOUNT_RESTRICTED_AND_EDIT_REJECTED',
    'ASSOCIATED_ACCOUNT_SUSPENDED',
    'BUSINESS_INELIGIBLE',
    'OWNERSHIP_REVOKED',
    'LOCATION_SUSPENDED',
    'LOCATION_DISABLED',
    'LOCATION_VERIFICATION_REQUIRED',
    'EDITING_RESTRICTION',
  ],
};

const violationByReason = new Map(
  (Object.keys(platformReasons) as (keyof typeof platformReasons)[]).flatMap((group) =>
    platformReasons[group].map((word) => [word, group] as const),
  ),
);

export function violationOf(reason: string | null): ReplyViolation {
  return violationByReason.get(reason ?? '') ?? 'other';
}
