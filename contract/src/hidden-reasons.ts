/** Why a review is not shown to visitors. All lists are closed, because embeds and pages name the reason. */

/**
 * Why an owner hides a review: its rating, something that has changed since, a second review of the same visit,
 * or because its author asked for it.
 */
export const hideReasons = ['rating', 'outdated', 'duplicate', 'author-asked'] as const;
export type HideReason = (typeof hideReasons)[number];

/**
 * Why a first-party review can be reported, and is then hidden. Those of platforms are reported at the platform, and can be
 * hidden for these reasons too.
 */
export const abuseReasons = ['spam', 'not-about-business', 'hate', 'personal-data'] as const;
export type AbuseReason = (typeof abuseReasons)[number];

export const hiddenReasons = [...hideReasons, ...abuseReasons] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

export function isAbuseReason(reason: HiddenReason): reason is AbuseReason {
  return abuseReasons.some((one) => one === reason);
}
