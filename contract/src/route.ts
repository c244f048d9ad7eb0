/**
 * The one helper that declares an API route: where it is, who may call it, what goes in, what comes out.
 *
 * Every route of the product is declared with it, so a route without an `access` does not compile, and the
 * server refuses at start a handler whose declaration lacks one.
 */
import { type AnySchema, oc } from '@orpc/contract';
import type { z } from 'zod';

/**
 * Who may call a route.
 * - `public`: anybody, no token is read.
 * - `token`: a bearer token of the identity service is verified; a user record need not exist yet.
 * - `user`: a verified bearer of a known, not blocked user; the handler works inside that user's account.
 * - `admin`: as `user`, and the role is Super Admin.
 */
export type Access = 'public' | 'token' | 'user' | 'admin';

export interface RouteMeta {
  access: Access;
  /** Bytes of the body, where less than everywhere else is wanted. */
  bodyLimit?: number;
}

interface Declaration<I extends z.ZodType, O extends AnySchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/api`, with `{name}` for parameters. */
  path: `/${string}`;
  access: Access;
  summary: string;
  /** Noun under which the route is listed in the API document. */
  tag: string;
  /** Path parameters, query (GET) or body (POST, PUT, DELETE) in one object; unknown keys are refused. */
  input: I;
  output: O;
  successStatus?: 200 | 201 | 202;
  bodyLimit?: number;
}

const base = oc.$meta<RouteMeta>({ access: 'admin' });

/** Declares a route; see {@link Declaration} for each part. */
export function route<I extends z.ZodType, O extends AnySchema>(declaration: Declaration<I, O>) {
  const { method, path, access, summary, tag, successStatus = 200, bodyLimit } = declaration;
  return base
    .meta({ access, ...(bodyLimit === undefined ? {} : { bodyLimit }) })
    .route({ method, path, summary, tags: [tag], successStatus })
    .input(declaration.input)
    .output(declaration.output);
}
