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

/** Who may take an action. Every field is required, so that whoever adds an action decides about every kind of caller. */
interface Right {
  roles: readonly AccountRole[];
  /**
   * Whether a member or an API key that is limited to some locations may take it; false for what concerns the whole
   * account.
   */
  limited: boolean;
  /** Whether an administrator may take it in the name of a member. */
  whileActing: boolean;
}

/** Actions in the words of the product. */
const rights = {
  /** A person's own name, picture, language, alerts and sign-ins, and help. */
  'profile.manage': { roles: everybody, limited: true, whileActing: false },
  'account.leave': { roles: everybody, limited: true, whileActing: false },
  /** To accept or decline the ownership that an owner offered to this member. */
  'ownership.answer': { roles: everybody, limited: true, whileActing: false },

  'reviews.read': { roles: everybody, limited: true, whileActing: true },
  'figures.read': { roles: everybody, limited: true, whileActing: true },
  'feedback.read': { roles: everybody, limited: true, whileActing: true },
  'businesses.read': { roles: everybody, limited: true, whileActing: true },
  'connections.read': { roles: everybody, limited: true, whileActing: true },
  'embeds.read': { roles: everybody, limited: true, whileActing: true },
  'pipelines.read': { roles: everybody, limited: true, whileActing: true },
  'members.read': { roles: everybody, limited: true, whileActing: true },

  'reviews.reply': { roles: untilResponder, limited: true, whileActing: true },
  'reviews.tag': { roles: untilResponder, limited: true, whileActing: true },
  'reviews.note': { roles: untilResponder, limited: true, whileActing: true },
  'reviews.assign': { roles: untilResponder, limited: true, whileActing: true },
  'feedback.work': { roles: untilResponder, limited: true, whileActing: true },

  'reviews.hide': { roles: untilManager, limited: true, whileActing: true },
  'reviews.pin': { roles: untilManager, limited: true, whileActing: true },
  'reviews.export': { roles: untilManager, limited: true, whileActing: false },
  'reviews.import': { roles: untilManager, limited: true, whileActing: true },
  'reviews.report-abuse': { roles: untilManager, limited: true, whileActing: true },
  'submissions.judge': { roles: untilManager, limited: true, whileActing: true },
  /** Names, rules, merging and deleting, which concern the reviews of all locations. New tags are `reviews.tag`. */
  'tags.manage': { roles: untilManager, limited: false, whileActing: true },
  'templates.manage': { roles: untilManager, limited: false, whileActing: true },
  'views.share': { roles: untilManager, limited: true, whileActing: true },
  'embeds.manage': { roles: untilManager, limited: true, whileActing: true },
  'pipelines.manage': { roles: untilManager, limited: true, whileActing: true },
  'codes.manage': { roles: untilManager, limited: true, whileActing: true },
  /** Asking customers for reviews. Inviting people to the account is `members.manage`. */
  'review-requests.send': { roles: untilManager, limited: true, whileActing: true },
  'assistant.switch': { roles: untilManager, limited: false, whileActing: true },

  'businesses.manage': { roles: untilManager, limited: false, whileActing: true },
  'connections.manage': { roles: untilManager, limited: false, whileActing: false },
  'keys.manage': { roles: untilManager, limited: false, whileActing: false },
  /** A webhook sends reviews to an outside address, so it counts as an export. */
  'webhooks.manage': { roles: untilManager, limited: false, whileActing: false },
  'activity.read': { roles: untilManager, limited: false, whileActing: true },
  'activity.export': { roles: untilManager, limited: false, whileActing: false },

  /** Members who are no owners; see {@link mayManageMember}. */
  'members.manage': { roles: untilManager, limited: false, whileActing: false },

  'billing.manage': { roles: ownersOnly, limited: false, whileActing: false },
  'account.manage': { roles: ownersOnly, limited: false, whileActing: false },
  'account.delete': { roles: ownersOnly, limited: false, whileActing: false },
  'ownership.hand-over': { roles: ownersOnly, limited: false, whileActing: false },
} as const satisfies Record<string, Right>;

export type Action = keyof typeof rights;
export const actions = Object.keys(rights) as Action[];

/** What a membership allows. `locationIds` null: all locations. */
export interface MemberAccess {
  role: AccountRole;
  locationIds: readonly string[] | null;
}

/** What an API key allows. `locationIds` null: all locations. */
export interface KeyAccess {
  scopes: readonly Action[];
  locationIds: readonly string[] | null;
}

/** Whether the member or key may take the action; false for a person who belongs to no account (`null`). */
export function mayTake(caller: MemberAccess | KeyAccess | null, action: Action): boolean {
  if (caller === null) return false;
  const { roles, limited }: Right = rights[action];
  const granted = 'role' in caller ? roles.includes(caller.role) : caller.scopes.includes(action);
  return granted && (limited || caller.locationIds === null);
}

/** As {@link mayTake}, for an administrator who acts as the member. */
export function mayTakeWhileActing(member: MemberAccess, action: Action): boolean {
  return rights[action].whileActing && mayTake(member, action);
}

/** The role with the fewest rights that has the action. Owners have every action. */
export function lowestRole(action: Action): AccountRole {
  const { roles }: Right = rights[action];
  return accountRoles.filter((role) => roles.includes(role)).at(-1) ?? 'owner';
}

/**
 * Whether a member may invite, change or remove one of another role: owners everybody, managers everybody but owners.
 * `becomes` is the role that the other one gets.
 */
export function mayManageMember(
  member: MemberAccess | null,
  other: AccountRole,
  becomes: AccountRole = other,
): boolean {
  if (member === null || !mayTake(member, 'members.manage')) return false;
  return member.role === 'owner' || (other !== 'owner' && becomes !== 'owner');
}

/** Whether a role may be limited to certain locations: what owners do concerns the whole account. */
export function mayBeLimited(role: AccountRole): boolean {
  return role !== 'owner';
}
