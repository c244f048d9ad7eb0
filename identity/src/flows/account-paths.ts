/** Pages of whoever is signed in in this browser. */
export const PASSWORD_PATH = '/account/password';
export const SECURITY_PATH = '/account/security';
export const APP_PATH = '/account/security/app';
export const PROVE_PATH = '/account/prove';
export const ADDRESS_PATH = '/account/address';
/** The links in the mails about a change of the address; they work without a session. */
export const AGREE_PATH = '/account/address/agree';

/** Pages that need a recent sign-in, by their names in the address of the page that asks for one. */
export const PROVED_PAGES = {
  password: PASSWORD_PATH,
  security: SECURITY_PATH,
  app: APP_PATH,
  address: ADDRESS_PATH,
} as const;
export type ProvedPage = keyof typeof PROVED_PAGES;

export const provePath = (page: ProvedPage): string => `${PROVE_PATH}?to=${page}`;
