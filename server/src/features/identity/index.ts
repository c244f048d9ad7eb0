export { type AccountUser, listAccountUsers, seesOneOf } from './account-users.ts';
export { audit } from './audit.ts';
export { createAuthenticate } from './authenticate.ts';
export { lockDayZone, setDayZone } from './day-zone.ts';
export { isSessionEnded, markSessionEnded, signInChangeKeys } from './ended-sessions.ts';
export { revokeEarlierTokens } from './profile.ts';
export { findOwnedAccounts, isAccountPresent, type OwnedAccount } from './queries.ts';
export { localTokenKeys, remoteTokenKeys, type TokenKeys } from './token-keys.ts';
export { addUser, changeRole, getUser } from './users.ts';
