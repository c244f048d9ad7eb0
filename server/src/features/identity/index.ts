export { requireRecentSignIn } from './account-deletion.ts';
export { type AccountUser, listAccountUsers, seesOneOf } from './account-users.ts';
export { endSessions as endActingSessions } from './acting.ts';
export { type ActionWithDetails, audit, type PlainAuditAction } from './audit.ts';
export type { ChainHead } from './audit-chain/chain.ts';
export { sealChain } from './audit-chain/seal.ts';
export { type ChainFinding, type ChainReport, verifyAllChains, verifyChain } from './audit-chain/verify.ts';
export { createAuthenticate } from './authenticate.ts';
export { changeAlertsByLink } from './change-alerts.ts';
export { lockDayZone, setDayZone } from './day-zone.ts';
export { daysLeft } from './days-left.ts';
export type { DeletionNotice, ErasureStep } from './deps.ts';
export { isSessionEnded, markSessionEnded, signInChangeKeys } from './ended-sessions.ts';
export { accountChanged, memberChanged, memberRemoved } from './events.ts';
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
export { auditOperator, type OperatorActionWithDetails } from './operator-audit.ts';
export { revokeEarlierTokens } from './own-sign-ins.ts';
export { picturePath } from './picture-route.ts';
export { extendTrials, lockTrialEnd, setPlan } from './plan-columns.ts';
export { beginErasureOfEnded, findAccountZone, findToday } from './profile-queries.ts';
export {
  findLocaleOfAddress,
  findOwnedAccounts,
  isAccountPresent,
  listKnownPeople,
  type OwnedAccount,
} from './queries.ts';
export { localTokenKeys, remoteTokenKeys, type TokenKeys } from './token-keys.ts';
export { changeRole, findAdmittedPerson, findOrCreatePerson, getUser, signUp } from './users.ts';
