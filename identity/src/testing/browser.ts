// For tests: an HTTP client with cookies and forms like a browser's, which follows redirects on request.
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

type Cookie = { name: string; value: string; path: string };
export type Answer = { status: number; location: string | null; headers: Headers; text: string };

const isPathInScope = (path: string, scope: string) =>
  path === scope || path.startsWith(scope.endsWith('/') ? scope : `${scope}/`);

export class Browser {
  readonly #base: string;
  #cookies: Cookie[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  #take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const at = pair.indexOf('=');
      const read = (name: string) =>
        attributes.find((entry) => entry.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
      const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path: read('path') ?? '/' };
      this.#cookies = this.#cookies.filter((old) => old.name !== cookie.name || old.path !== cookie.path);
      const gone = cookie.value === '' || read('max-age') === '0';
      if (!gone) this.#cookies.push(cookie);
    }
  }

  /** Another browser with a copy of these cookies. */
  copy(): Browser {
    const other = new Browser(this.#base);
    other.#cookies = [...this.#cookies];
    return other;
  }

  hasCookie(name: string): boolean {
    return this.#cookies.some((cookie) => cookie.name === name);
  }

  /** @throws Error when there is none of this name. */
  cookie(name: string): string {
    const found = this.#cookies.find((cookie) => cookie.name === name);
    if (found === undefined) throw new Error(`No cookie ${name}`);
    return found.value;
  }

  setCookie(name: string, value: string): void {
    this.#cookies = this.#cookies.map((cookie) => (cookie.name === name ? { ...cookie, value } : cookie));
  }

  async request(path: string, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(path, this.#base);
    const cookie = this.#cookies
      .filter((entry) => isPathInScope(url.pathname, entry.path))
      .map((entry) => `${entry.name}=${entry.value}`)
      .join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    if (!headers.has('accept')) headers.set('accept', 'text/html');
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.#take(response.headers);
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get('location'),
      headers: response.headers,
      text,
    };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request(path, { headers });
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request(path, {
      method: 'POST',
      headers: { origin: this.#base, 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    });
  }

  /** Follows redirects within the service; stops at the first one that leaves it. */
  async follow(answer: Answer): Promise<Answer> {
    let current = answer;
    while (current.location !== null && new URL(current.location, this.#base).origin === this.#base) {
      current = await this.get(current.location);
    }
    return current;
  }
}

export type Tokens = { access_token: string; id_token: string; refresh_token: string };
const tokensShape = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string() });

export type TokenAnswer = { status: number; body: Record<string, unknown>; headers: Headers };

/** What a sign-in needs to know of the service under test. */
export type TokenClient = {
  audience: string;
  appOrigin: string;
  token(fields: Record<string, string>, json?: boolean): Promise<TokenAnswer>;
};

/** One run of authorization code with PKCE, as @auth0/auth0-spa-js makes it. */
export class AppFlow {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly #service: TokenClient;

  constructor(service: TokenClient) {
    this.#service = service;
  }

  authorizePath(extra: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      client_id: 'spa',
      scope: 'openid profile email offline_access',
      audience: this.#service.audience,
      redirect_uri: `${this.#service.appOrigin}/dashboard`,
      response_type: 'code',
      response_mode: 'query',
      state: 'c3RhdGU=',
      nonce: 'bm9uY2U=',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      auth0Client: 'e30=',
      ...extra,
    });
    return `/authorize?${query}`;
  }

  /** Path of the page the person lands on, such as /u/<uid>/sign-in. */
  async begin(browser: Browser, extra: Record<string, string> = {}): Promise<string> {
    const first = await browser.get(this.authorizePath(extra));
    const second = await browser.get(first.location ?? '');
    return second.location ?? '';
  }

  async exchange(code: string): Promise<Tokens> {
    const answer = await this.#service.token({
      grant_type: 'authorization_code',
      client_id: 'spa',
      code,
      code_verifier: this.verifier,
      redirect_uri: `${this.#service.appOrigin}/dashboard`,
    });
    return tokensShape.parse(answer.body);
  }
}

export function codeOf(answer: Answer): string {
  const code = new URL(answer.location ?? 'http://none.invalid').searchParams.get('code');
  if (code === null)
    throw new Error(`no code: ${answer.status} ${answer.location} ${answer.text.slice(0, 300)}`);
  return code;
}
