/**
 * Which role of an account may do what. The server's guard asks this table for each route, and the app for what it shows;
 * row-level security stands behind it.
 *
 * This file has no imports at run time, because the browser loads it with the app.
 */

/** From the most rights to the fewest. */
export const accountRoles = ['owner', 'manager', 'responder', 'viewer'] as const;
export type AccountRole = (typeof accountRoles)[number];

const everybody = accountRoles;
const untilResponder = ['owner', 'manager', 'responder'] as const;
const untilManager = ['owner', 'manager'] as const;
const ownersOnly = ['owner'] as const;

/** Actions in the words of the product, and the roles that may take them. */
export const rights = {
  /** A person's own name, picture, language, alerts and sign-ins, and help. */
  'profile.manage': everybody,
  'account.leave': everybody,
  /** To accept or decline the ownership that an owner offered to this member. */
  'ownership.answer': everybody,

  'reviews.read': everybody,
  'figures.read': everybody,
  'feedback.read': everybody,
  'businesses.read': everybody,
  'connections.read': everybody,
  'embeds.read': everybody,
  'pipelines.read': everybody,
  'members.read': everybody,

  'reviews.reply': untilResponder,
  'reviews.tag': untilResponder,
  'reviews.note': untilResponder,
  'feedback.work': untilResponder,

  'reviews.hide': untilManager,
  'reviews.pin': untilManager,
  'reviews.export': untilManager,
  'reviews.import': untilManager,
  'reviews.report-abuse': untilManager,
  'submissions.judge': untilManager,
  'templates.manage': untilManager,
  'views.share': untilManager,
  'embeds.manage': untilManager,
  'pipelines.manage': untilManager,
  'codes.manage': untilManager,
  'invitations.send': untilManager,
  'assistant.switch': untilManager,

  'businesses.manage': untilManager,
  'connections.manage': untilManager,
  'keys.manage': untilManager,
  'webhooks.manage': untilManager,
  'activity.read': untilManager,

  /** Members who are no owners; see {@link mayManageMember}. */
  'members.manage': untilManager,

  'billing.manage': ownersOnly,
  'account.manage': ownersOnly,
  'account.delete': ownersOnly,
  'ownership.hand-over': ownersOnly,
} as const satisfies Record<string, readonly AccountRole[]>;

export type Action = keyof typeof rights;
export const actions = Object.keys(rights) as Action[];

/** Whether a member of this role may take the action. */
export function mayDo(role: AccountRole, action: Action): boolean {
  const roles: readonly AccountRole[] = rights[action];
  return roles.includes(role);
}

/**
 * Whether a member may invite, change or remove one of another role: owners everybody, managers everybody but owners.
 * `becomes` is the role that the other one gets.
 */
export function mayManageMember(
  role: AccountRole,
  other: AccountRole,
  becomes: AccountRole = other,
): boolean {
  if (!mayDo(role, 'members.manage')) return false;
  return role === 'owner' || (other !== 'owner' && becomes !== 'owner');
}

/** Actions that concern the whole account, so that a member who is limited to some locations may not take them. */
const wholeAccountActions: ReadonlySet<Action> = new Set<Action>([
  'businesses.manage',
  'connections.manage',
  'keys.manage',
  'webhooks.manage',
  'activity.read',
  'members.manage',
  'assistant.switch',
  'templates.manage',
]);

/** Whether a member of a role that has the action may take it while limited to some locations. */
export function mayDoLimited(action: Action): boolean {
  return !wholeAccountActions.has(action);
}

/** Whether a role may be limited to certain locations: what owners do concerns the whole account. */
export function mayBeLimited(role: AccountRole): boolean {
  return role !== 'owner';
}
