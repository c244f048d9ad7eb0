/** The scope of everything in Business Profile, and its old name. */
export const businessScope = 'https://www.googleapis.com/auth/business.manage';
export const oldBusinessScope = 'https://www.googleapis.com/auth/plus.business.manage';

/** A valid request of the consent page. */
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
