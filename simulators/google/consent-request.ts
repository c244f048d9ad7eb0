/** What a call of the consent page asks for. */

/** The scope of everything in Business Profile, and its old name. */
export const businessScope = 'https://www.googleapis.com/auth/business.manage';
export const oldBusinessScope = 'https://www.googleapis.com/auth/plus.business.manage';

/** What the consent page was asked for, checked. */
export type ConsentRequest = {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  state: string | null;
  offline: boolean;
  prompt: string;
  loginHint: string | null;
  nonce: string | null;
  challenge: { method: string; value: string } | null;
};

export function isBusinessScope(scope: string): boolean {
  return scope === businessScope || scope === oldBusinessScope;
}
