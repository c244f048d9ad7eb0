/**
 * Declares an API route: its path, who may call it, its input and output.
 *
 * Every route is declared with this helper, so a route without an `access` does not compile. The server also refuses
 * to start with such a route.
 */
import { type AnySchema, oc } from '@orpc/contract';
import type { z } from 'zod';
import { apiRoot, versionedApiRoot } from './api-address.ts';
import type { Entitlement } from './plans.ts';
import type { Action } from './rights.ts';

/**
 * Who may call a route.
 * - `public`: anybody; no token is needed.
 * - `token`: a verified bearer token of the sign-in service; the user record may not exist yet.
 * - `person`: a verified bearer token of a known person who is not blocked, with or without an account. Refused to an
 *   administrator who acts as a member.
 * - `user`: a member of the account that the header `Kindling-Account` names, whose role may take the route's `action`,
 *   or an administrator who acts as that member. An administrator who acts as nobody is refused.
 * - `admin`: a verified bearer token of a known person who is not blocked, with the role Super Admin, who acts as nobody.
 */
export type Access = 'public' | 'token' | 'person' | 'user' | 'admin';

export interface RouteMeta {
  access: Access;
  /** What the route does, by the table of rights; a `user` route has one and no other route has. */
  action?: Action;
  /** What the plan of the account must include. */
  needs?: Entitlement;
  /**
   * True: an `admin` route that may be called while acting as a member too. False: a `user` route that may not, although its
   * action may be taken: it destroys data of the account for good.
   */
  whileActing?: boolean;
  /** An administrator who acts as a member must confirm the call with `confirmActingHeader`. */
  confirmWhileActing?: true;
  /** A list or figures that may be some seconds old to others than whoever changed them, and whose handler never writes. */
  reads?: 'replica';
  /** Maximum bytes of the body, when it is lower than the server's limit. */
  bodyLimit?: number;
}

type Guard =
  | {
      access: Exclude<Access, 'user' | 'admin'>;
      action?: never;
      needs?: never;
      whileActing?: never;
      confirmWhileActing?: never;
      reads?: never;
    }
  | {
      access: 'admin';
      action?: never;
      needs?: never;
      whileActing?: true;
      confirmWhileActing?: never;
      reads?: never;
    }
  | {
      access: 'user';
      action: Action;
      needs?: Entitlement;
      whileActing?: false;
      confirmWhileActing?: true;
      reads?: 'replica';
    };

type Declaration<I extends z.ZodType, O extends AnySchema> = Guard & {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `versionedApiRoot`, with `{name}` for parameters. */
  path: `/${string}`;
  /** False puts the path below `apiRoot`, for the addresses that the product's requirements fix. Default: true. */
  versioned?: boolean;
  summary: string;
  /** The group of the route in the API document. */
  tag: string;
  /** Path parameters, query (GET) or body (POST, PUT, DELETE) in one object; unknown keys are refused. */
  input: I;
  output: O;
  successStatus?: 200 | 201 | 202;
  bodyLimit?: number;
};

const base = oc.$meta<RouteMeta>({ access: 'admin' });

/** Declares a route; see {@link Declaration} for each part. The `path` of the result starts at the origin. */
export function route<I extends z.ZodType, O extends AnySchema>(declaration: Declaration<I, O>) {
  const { method, access, action, needs, summary, tag, successStatus = 200, bodyLimit } = declaration;
  const { whileActing, confirmWhileActing, reads } = declaration;
  const root = declaration.versioned === false ? apiRoot : versionedApiRoot;
  return base
    .meta({
      access,
      ...(action === undefined ? {} : { action }),
      ...(needs === undefined ? {} : { needs }),
      ...(whileActing === undefined ? {} : { whileActing }),
      ...(confirmWhileActing === undefined ? {} : { confirmWhileActing }),
      ...(reads === undefined ? {} : { reads }),
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
    })
    .route({ method, path: `${root}${declaration.path}`, summary, tags: [tag], successStatus })
    .input(declaration.input)
    .output(declaration.output);
}
