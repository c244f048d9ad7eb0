import type { Draining } from '@kindling/service/draining';
import type pg from 'pg';
import type { Locale } from './locale.ts';

/** What changed in how somebody signs in. */
export const signInChanges = [
  'passkey-added',
  'passkey-removed',
  'authenticator-app-added',
  'authenticator-app-removed',
  'recovery-codes-made',
  'recovery-code-used',
  /** Many wrong codes were typed after the right password. */
  'codes-guessed',
  /** By the operator, for somebody who has lost them. */
  'factors-removed',
] as const;
export type SignInChange = (typeof signInChanges)[number];

/** A mail to send. Whoever starts the service writes its text and sends it. */
export type IdentityMail = {
  to: string;
  locale: Locale;
  /** The name that the person typed: untrusted. */
  name: string | null;
  /** Secret; most links work once. */
  link: string;
} & (
  | { kind: 'confirm-address' | 'reset-password' | 'password-changed' }
  /** `link` leads to the sign-in; `resetLink` sets a new password, works once and is secret. */
  | { kind: 'address-already-registered'; resetLink: string }
  /** `link` leads to the page with the factors. */
  | {
      kind: 'sign-in-changed';
      change: SignInChange;
      /** Of the passkey: untrusted, as the name is. */
      passkeyName: string | null;
      /** Recovery codes that are left, where one was used. */
      codesLeft: number | null;
    }
  /** To the present address: `link` agrees to the change. */
  | { kind: 'agree-address-change'; newEmail: string }
  /** To the new address: `link` confirms it. */
  | { kind: 'confirm-new-address' }
  /** To the former address, after the change. `link` leads to the app. */
  | { kind: 'address-changed'; newEmail: string }
  /** To an address that has an account, and that somebody wanted for another one. `link` leads to the sign-in. */
  | { kind: 'address-taken' }
);

export interface IdentityLog {
  info(o: object, msg: string): void;
  warn(o: object, msg: string): void;
  error(o: object, msg: string): void;
}

export interface IdentityFailure {
  error: unknown;
  /** Path of the request, or what was done. */
  route: string;
  requestId: string | null;
}

export interface Brand {
  name: string;
  tagline: string;
  supportEmail: string;
  /** Six-digit hex color; darker steps for text and buttons are derived from it. */
  primaryColor: string;
}

export interface Terms {
  /** Stored with every account that signs up. */
  version: string;
  termsUrl: string;
  privacyUrl: string;
}

/** The product's help form for people without an account, which our pages show. */
export interface HelpForm {
  action: string;
  /** Name of the field that people leave empty. */
  honeypot: string;
  /** Characters. */
  maxMessage: number;
  maxName: number;
  replyHours: number;
}

export interface IdentityOptions {
  /** Public origin of this service without a trailing slash; the issuer is this plus '/'. */
  issuerUrl: string;
  /** Ordinary pool. The database behind it may serve one session at a time, so statements are short and unnamed. */
  pool: pg.Pool;
  /** The one first-party client. Its redirect addresses are derived from the origins. */
  client: { id: string; appOrigins: string[] };
  /** Identifier of the API (absolute URI), becomes `aud` of access tokens. */
  audience: string;
  /** Master secret, at least 32 characters; every key is derived from it per purpose. */
  secret: string;
  /** Earlier secrets: they open the stored signing keys until these are encrypted again. Default: none. */
  oldSecrets?: readonly string[];
  brand: Brand;
  terms: Terms;
  /** Whether a new account begins with a trial, which the sign-up page then offers. */
  trial: boolean;
  help: HelpForm;
  sendMail: (mail: IdentityMail) => Promise<void>;
  /** Where limits are counted: in the database where several processes may use it, else in memory. */
  limits: 'database' | 'memory';
  /** Whether the process is about to end. */
  draining?: Pick<Draining, 'isOn'>;
  /** Whether nothing may be changed, for an upgrade. Signing in and out and renewing go on. Default: never. */
  readOnly?: { isOn(): boolean };
  /** Networks (CIDR) whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  log: IdentityLog;
  /** Called for each failure of the service itself: a request without an answer, or a mail that was not handed over. */
  onFailure?: (failure: IdentityFailure) => void;
  /**
   * Called after a password was changed or reset, the first second factor added or the last one removed, so that the API can
   * refuse older tokens.
   */
  onCredentialsChanged?: (sub: string) => Promise<void>;
  /** Called after an account got another address, so that the app's own rows follow. */
  onAddressChanged?: (sub: string, email: string) => Promise<void>;
  /** Whether an access token was revoked; `sessionId` is the claim of its session. */
  isTokenRevoked?: (token: { sessionId: string | null; token: string }) => Promise<boolean>;
  /** Called after a session was ended in its browser, with its id in access tokens, so that the API can refuse them. */
  onSessionEnded?: (sessionId: string) => Promise<void>;
  now?: () => Date;
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

/** @throws Error naming every setting that is invalid or unsafe */
export function checkOptions(options: IdentityOptions): void {
  const faults: string[] = [];
  if (!isOrigin(options.issuerUrl)) {
    faults.push('issuerUrl must be an http(s) origin without a path or trailing slash');
  }
  if (options.client.id.trim() === '') faults.push('client.id must not be empty');
  if (options.client.appOrigins.length === 0 || !options.client.appOrigins.every(isOrigin)) {
    faults.push('client.appOrigins must list at least one http(s) origin without a path');
  }
  if (!URL.canParse(options.audience) || options.audience.includes('#')) {
    faults.push('audience must be an absolute URI without a fragment');
  }
  if (options.secret.length < 32 || new Set(options.secret).size < 8) {
    faults.push('secret must have at least 32 characters and be random');
  }
  if (!/^#[0-9a-f]{6}$/i.test(options.brand.primaryColor)) {
    faults.push('brand.primaryColor must be a six-digit hex color');
  }
  if (faults.length > 0) throw new Error(`Identity service: ${faults.join('; ')}.`);
}
