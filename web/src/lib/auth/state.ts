/** The sign-in state, and the four actions that change it. */
import type { SignInBlock, User } from '@kindling/contract/users';
import type { ApiError } from '../api/problem.ts';

/** The claims of the ID token that the app uses. */
export interface IdentityProfile {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
  nickname?: string;
  picture?: string;
  displayName?: string;
  locale?: string;
  zoneinfo?: string;
}

export interface AuthState {
  isInitialized: boolean;
  isAuthenticated: boolean;
  user: IdentityProfile | null;
  additionalUserDetails: User | null;
  /** Why the start-up failed; null when it succeeded or nobody was signed in. */
  failure: ApiError | null;
  /** The failure is one of signing out. */
  failedToSignOut: boolean;
  /** Since when and why the operator has blocked who signed in; null for everybody else. */
  block: SignInBlock | null;
}

export type AuthAction =
  | {
      type: 'INITIALIZE';
      isAuthenticated: boolean;
      user: IdentityProfile | null;
      failure?: ApiError;
      failedToSignOut?: boolean;
      block?: SignInBlock;
    }
  | { type: 'SIGN_IN'; user: IdentityProfile }
  | { type: 'SIGN_OUT' }
  | { type: 'SET_ADDITIONAL_USER_DETAILS'; details: User };

export const initialAuthState: AuthState = {
  isInitialized: false,
  isAuthenticated: false,
  user: null,
  additionalUserDetails: null,
  failure: null,
  failedToSignOut: false,
  block: null,
};

export function reduceAuth(state: AuthState, action: AuthAction): AuthState {
  switch (action.type) {
    case 'INITIALIZE':
      return {
        ...state,
        isInitialized: true,
        isAuthenticated: action.isAuthenticated,
        user: action.user,
        failure: action.failure ?? null,
        failedToSignOut: action.failedToSignOut ?? false,
        block: action.block ?? null,
        additionalUserDetails: action.isAuthenticated ? state.additionalUserDetails : null,
      };
    case 'SIGN_IN':
      return { ...state, isAuthenticated: true, user: action.user, failure: null, block: null };
    case 'SIGN_OUT':
      // The browser is on its way to another document; a guard that decided now would stop that navigation.
      return initialAuthState;
    case 'SET_ADDITIONAL_USER_DETAILS':
      return { ...state, additionalUserDetails: action.details };
  }
}

export interface AuthStore {
  get(): AuthState;
  dispatch(action: AuthAction): void;
  subscribe(listener: () => void): () => void;
}

export function createAuthStore(): AuthStore {
  let state = initialAuthState;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(action) {
      state = reduceAuth(state, action);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
