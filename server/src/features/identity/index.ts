export { audit } from './audit.ts';
export { createAuthenticate } from './authenticate.ts';
export { findAccountByEmail } from './queries.ts';
export { identityRoutes } from './routes.ts';
export { addUser, changeRole, type OnAccountCreated } from './users.ts';
