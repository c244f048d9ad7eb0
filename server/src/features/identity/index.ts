export {
  deleteAccountByOperator,
  eraseAccount,
  eraseAgain,
  findDueAccounts,
  keepAccountByOperator,
  provedAdminOf,
  requireRecentSignIn,
} from './account-deletion.ts';
export { isEnded, isTrialEnding, wasNeverConnected } from './account-signals.ts';
export { type AccountUser, listAccountUsers, seesOneOf } from './account-users.ts';
export { checkActingTrail } from './acting-trail.ts';
export { type ActionWithDetails, audit, type PlainAuditAction } from './audit.ts';
export type { ChainHead } from './audit-chain/chain.ts';
export { sealChain } from './audit-chain/seal.ts';
export { type ChainFinding, type ChainReport, verifyAllChains, verifyChain } from './audit-chain/verify.ts';
export { adminNameInTrail } from './audit-queries.ts';
export { createAuthenticate } from './authenticate.ts';
export { changeAlertsByLink, endProductNews } from './change-alerts.ts';
export { lockDayZone, setDayZone } from './day-zone.ts';
export { daysLeft } from './days-left.ts';
export { beginErasureOfEnded, scheduleDeletion, scheduleDeletionAgain } from './deletion-queries.ts';
export type { DeletionNotice, ErasureStep, NotifyOfDeletion, SignInService } from './deps.ts';
export { isSessionEnded, markSessionEnded, signInChangeKeys } from './ended-sessions.ts';
export { accountChanged, memberChanged, memberRemoved, supportStarted } from './events.ts';
export { eraseJob } from './jobs.ts';
export { mayMemberDo } from './member-rights.ts';
export {
  accessOf,
  countMembers,
  findMemberRow,
  isMemberAddress,
  type ListedMemberRow,
  listMemberRows,
  lockAccount,
  type MemberRow,
} from './membership-queries.ts';
export {
  addMembership,
  changeMembership,
  endMembership,
  type MembershipKey,
  removeLocationsFromMembers,
} from './memberships.ts';
export { auditOperator } from './operator-audit.ts';
export { auditFactorRemoval } from './operator-commands.ts';
export { revokeEarlierTokens } from './own-sign-ins.ts';
export {
  blockAgain,
  blockPerson,
  changePersonRole,
  type DecidedPerson,
  deletePersonWithoutAccount,
  demoteAgain,
  type PersonDecision,
  unblockPerson,
} from './person-status.ts';
export { picturePath } from './picture-route.ts';
export { addTrialDays, extendTrials, lockTrialEnd, setPlan } from './plan-columns.ts';
export { findAccountZone, findToday } from './profile-queries.ts';
export {
  findLocaleOfAddress,
  findOwnedAccounts,
  findPersonIdByAddress,
  isAccountPresent,
  listKnownPeople,
  type OwnedAccount,
} from './queries.ts';
export { localTokenKeys, remoteTokenKeys, type TokenKeys } from './token-keys.ts';
export {
  changeAddress,
  findAdmittedPerson,
  findOrCreatePerson,
  getUser,
  signUp,
} from './users.ts';
