/**
 * Decides whether the Content Security Policies of a page (CSP 3) allow our script, frame or picture. Hashes are ignored:
 * nobody pins the hash of a script that changes with every review.
 */

/** Directives by lowercase name, with their sources as written. */
export type Policy = ReadonlyMap<string, readonly string[]>;

export interface ResourceRequest {
  kind: 'script' | 'frame' | 'image';
  target: URL;
  /** Address of the page. */
  page: string;
  nonce: string | undefined;
}

/** The directives for each kind; the first one that exists in a policy decides. */
const directives = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
  image: ['img-src', 'default-src'],
} as const;

/** @param text one or several policies, separated by commas as in HTTP */
export function parsePolicies(text: string): Policy[] {
  return text
    .split(',')
    .map((policy) => {
      const policyDirectives = new Map<string, readonly string[]>();
      for (const directive of policy.split(';')) {
        const [name, ...sources] = directive.trim().split(/\s+/);
        // The standard ignores repeated directives.
        if (name && !policyDirectives.has(name.toLowerCase()))
          policyDirectives.set(name.toLowerCase(), sources);
      }
      return policyDirectives;
    })
    .filter((policy) => policy.size > 0);
}

/** The directive that blocks the resource; null if every policy allows it. */
export function findBlockingDirective(policies: readonly Policy[], resource: ResourceRequest): string | null {
  for (const policy of policies) {
    const name = directives[resource.kind].find((directive) => policy.has(directive));
    if (name !== undefined && !allows(policy.get(name) ?? [], resource)) return name;
  }
  return null;
}

function allows(sources: readonly string[], resource: ResourceRequest): boolean {
  if (resource.kind === 'script' && resource.nonce && sources.includes(`'nonce-${resource.nonce}'`))
    return true;
  // With 'strict-dynamic', only scripts added by a trusted script may run, and host names are ignored.
  if (resource.kind === 'script' && sources.some((source) => source.toLowerCase() === "'strict-dynamic'"))
    return false;
  return sources.some((source) => matchesSource(source.toLowerCase(), resource));
}

function matchesSource(source: string, { target, page }: ResourceRequest): boolean {
  if (source === '*') return true;
  if (source === "'self'") return new URL(page).origin === target.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return schemeMatches(source, target.protocol);
  const parts =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[\w.-]+|\[[\da-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/.exec(
      source,
    );
  if (parts === null) return false;
  const [, scheme, host = '', port, path] = parts;
  return (
    schemeMatches(scheme ?? new URL(page).protocol, target.protocol) &&
    hostMatches(host, target.hostname) &&
    portMatches(port, target) &&
    pathMatches(path, target.pathname)
  );
}

/** An http source also allows https, never the other way round. */
function schemeMatches(named: string, actual: string): boolean {
  return named === actual || (named === 'http:' && actual === 'https:');
}

function hostMatches(named: string, actual: string): boolean {
  if (named === '*') return true;
  return named.startsWith('*.') ? actual.endsWith(named.slice(1)) : named === actual;
}

function portMatches(named: string | undefined, { port, protocol }: URL): boolean {
  const usual = protocol === 'https:' ? '443' : '80';
  if (named === undefined) return port === '';
  return (
    named === '*' || named === (port || usual) || (named === '80' && protocol === 'https:' && port === '')
  );
}

/** A path that ends with a slash allows everything below it. */
function pathMatches(named: string | undefined, actual: string): boolean {
  if (named === undefined || named === '/') return true;
  return named.endsWith('/') ? actual.startsWith(named) : actual === named;
}
