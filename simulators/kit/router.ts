import type { Call } from './call.ts';
import type { HttpResponse } from './response.ts';

export type Handler = (call: Call) => HttpResponse | Promise<HttpResponse>;
export type Router = {
  on(method: string, pattern: string, handler: Handler): void;
  /** The handler and its parameters; null when no pattern fits, `wrongMethod` when only the method differs. */
  find(method: string, path: string): RouteMatch | null;
};
export type RouteMatch =
  | { handler: Handler; params: Record<string, string>; wrongMethod: false }
  | { wrongMethod: true };

type Route = { method: string; regex: RegExp; handler: Handler };

/**
 * Routes by method and pattern. `{name}` stands for one path segment without a slash or colon, matched on the raw
 * path: an encoded slash (%2F) in a resource name does not match, as on the real hosts.
 */
export function createRouter(): Router {
  const routes: Route[] = [];
  return {
    on(method, pattern, handler) {
      routes.push({ method, regex: compile(pattern), handler });
    },
    find(method, path) {
      let wrongMethod = false;
      for (const route of routes) {
        const match = route.regex.exec(path);
        if (!match) continue;
        if (route.method === method)
          return { handler: route.handler, params: { ...match.groups }, wrongMethod: false };
        wrongMethod = true;
      }
      return wrongMethod ? { wrongMethod: true } : null;
    },
  };
}

function compile(pattern: string): RegExp {
  const source = pattern
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/:]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`);
}
