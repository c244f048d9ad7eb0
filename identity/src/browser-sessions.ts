// Trust rule: the list of a person's sessions holds no secrets. A row says when and roughly where a session was used, and
// nobody can sign in with it.
import { createHash } from 'node:crypto';
import { networkOf } from '@kindling/service/network';
import type { Provider } from 'oidc-provider';
import type pg from 'pg';

/** One browser in which somebody is signed in. */
export type BrowserSession = {
  id: string;
  /** Empty when the browser did not send it. */
  browser: string;
  system: string;
  /** The network of the browser, without its last part. */
  network: string;
  signedInAt: Date;
  lastUsedAt: Date;
};

/** As long as a grant. The list shows a session only while it is valid. */
const RECORD_LIFETIME_MS = 30 * 86_400_000;
/** Bounds the response; nobody has more browsers. */
const MAX_LISTED = 50;

/** The public id of a session, used in tokens and lists. It cannot be used to sign in. */
export function sessionIdOf(sessionUid: string): string {
  return createHash('sha256').update(`session:${sessionUid}`).digest('hex').slice(0, 32);
}

/** Reads and ends sessions. It needs the database only, so any process of the installation can use it. */
export class BrowserSessions {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;

  constructor(pool: pg.Pool, now: () => Date = () => new Date()) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Records a sign-in, or that it was used again. @returns the public id of the session */
  async record(entry: {
    sub: string;
    sessionUid: string;
    grantId: string | undefined;
    userAgent: string;
    network: string;
    /** Seconds since 1970. */
    authTime: number | undefined;
  }): Promise<string> {
    const now = this.#now();
    const id = sessionIdOf(entry.sessionUid);
    const { browser, system } = describeBrowser(entry.userAgent);
    await this.#pool.query(
      `INSERT INTO identity.browser_session
         (id, account_id, session_uid, grant_id, browser, system, network, signed_in_at, last_used_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id, grant_id = excluded.grant_id,
         browser = excluded.browser, system = excluded.system, network = excluded.network,
         signed_in_at = excluded.signed_in_at, last_used_at = excluded.last_used_at,
         expires_at = excluded.expires_at`,
      [
        id,
        entry.sub,
        entry.sessionUid,
        entry.grantId ?? null,
        browser,
        system,
        coarseNetwork(entry.network),
        entry.authTime === undefined ? now : new Date(entry.authTime * 1000),
        now,
        new Date(now.getTime() + RECORD_LIFETIME_MS),
      ],
    );
    return id;
  }

  /** Records that a session was used, when its tokens are renewed. */
  async touch(sessionUid: string): Promise<void> {
    await this.#pool.query('UPDATE identity.browser_session SET last_used_at = $2 WHERE id = $1', [
      sessionIdOf(sessionUid),
      this.#now(),
    ]);
  }

  /** The valid sessions, which have a session record or a refresh token. The last used one first. */
  async list(sub: string): Promise<BrowserSession[]> {
    const { rows } = await this.#pool.query<BrowserSession>(
      `SELECT id, browser, system, network, signed_in_at AS "signedInAt", last_used_at AS "lastUsedAt"
       FROM identity.browser_session b
       WHERE account_id = $1 AND EXISTS (
         SELECT 1 FROM identity.record r
         WHERE r.account_id = $1 AND (r.expires_at IS NULL OR r.expires_at > $2)
           AND ((r.model = 'Session' AND r.uid = b.session_uid)
             OR (r.model = 'RefreshToken' AND r.grant_id = b.grant_id AND r.consumed_at IS NULL)))
       ORDER BY last_used_at DESC, id LIMIT ${MAX_LISTED}`,
      [sub, this.#now()],
    );
    return rows;
  }

  /** Ends one session of this person with its tokens. False when it does not exist. */
  async end(sub: string, id: string): Promise<boolean> {
    const { rows } = await this.#pool.query(
      `WITH gone AS (
         DELETE FROM identity.browser_session WHERE id = $2 AND account_id = $1 RETURNING session_uid, grant_id),
       ended AS (
         DELETE FROM identity.record r USING gone g WHERE r.account_id = $1
           AND ((r.model = 'Session' AND r.uid = g.session_uid) OR r.grant_id = g.grant_id)),
       granted AS (
         DELETE FROM identity.record r USING gone g
         WHERE r.model = 'Grant' AND r.account_id = $1 AND r.id = sha256(convert_to(g.grant_id, 'UTF8')))
       SELECT 1 FROM gone`,
      [sub, id],
    );
    return rows.length > 0;
  }

  /** Ends every session of this person; tokens issued before this moment become invalid. */
  async endAll(sub: string): Promise<void> {
    await this.#pool.query(
      `WITH listed AS (DELETE FROM identity.browser_session WHERE account_id = $1),
       ended AS (DELETE FROM identity.record WHERE account_id = $1 AND model <> 'Interaction')
       UPDATE identity.account SET credentials_changed_at = $2 WHERE sub = $1`,
      [sub, this.#now()],
    );
  }

  /** Deletes everything about a person. Safe to repeat. */
  async deleteAccount(sub: string): Promise<void> {
    await this.#pool.query(
      `WITH listed AS (DELETE FROM identity.browser_session WHERE account_id = $1),
       ended AS (DELETE FROM identity.record WHERE account_id = $1),
       links AS (DELETE FROM identity.one_time_token WHERE sub = $1),
       gone AS (DELETE FROM identity.account WHERE sub = $1 RETURNING email)
       DELETE FROM identity.registration r USING gone g WHERE r.email = g.email`,
      [sub],
    );
  }
}

/** Records each sign-in when the engine issues its code, and each renewal of its tokens. */
export function recordSessions(provider: Provider, sessions: BrowserSessions): void {
  provider.use(async (ctx, next) => {
    await next();
    const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc?.entities ?? {};
    if (ctx.path.startsWith('/authorize') && code?.sessionUid !== undefined && code.accountId !== undefined) {
      await sessions.record({
        sub: code.accountId,
        sessionUid: code.sessionUid,
        grantId: code.grantId,
        userAgent: String(ctx.req.headers['user-agent'] ?? ''),
        network: networkOf(ctx.ip),
        authTime: code.authTime,
      });
    }
    const used = ctx.path === '/oauth/token' && ctx.status === 200 ? refresh?.sessionUid : undefined;
    if (used !== undefined) await sessions.touch(used);
  });
}

/** Enough to recognize one's own network, and not the address of a person. */
function coarseNetwork(network: string): string {
  if (network.includes('.')) return network.replace(/\.\d+$/, '.*');
  return `${network.split(':').slice(0, 3).join(':')}:*`;
}

/** The order matters: each browser also names those after it in its user agent. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns known names only, because the user agent is untrusted and the result is shown on a page. */
export function describeBrowser(userAgent: string): { browser: string; system: string } {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
