// Trust rule: ids of sessions, codes and refresh tokens are bearer secrets, so the table holds their hash and a sealed
// payload. One UPDATE decides that something is used once, never a read followed by a write.
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type pg from 'pg';
import { seal, sha256, unseal } from './secrets.ts';

/** The shape of the ids that the engine makes, as a regular expression. */
export const ID_SHAPE = '[\\w-]{43}';
const idShape = new RegExp(`^${ID_SHAPE}$`);
/** Whether the engine can have made this id; other ids are not looked up. */
export const hasIdShape = (id: string): boolean => idShape.test(id);

type Row = { sealed: Buffer; place: Buffer; consumed_at: Date | null };

/** Makes the engine's storage over `identity.record`. `key` seals the payloads; `now` decides about expiry. */
export function recordAdapter(pool: pg.Pool, key: Buffer, now: () => Date): (model: string) => Adapter {
  return (model) => new RecordAdapter(model, pool, key, now);
}

class RecordAdapter implements Adapter {
  readonly #model: string;
  readonly #pool: pg.Pool;
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor(model: string, pool: pg.Pool, key: Buffer, now: () => Date) {
    this.#model = model;
    this.#pool = pool;
    this.#key = key;
    this.#now = now;
  }

  #place(id: Buffer): string {
    return `record:${this.#model}:${id.toString('hex')}`;
  }

  #open(row: Row | undefined): AdapterPayload | undefined {
    if (row === undefined) return undefined;
    const payload: AdapterPayload = JSON.parse(unseal(this.#key, row.sealed, this.#place(row.place)));
    if (row.consumed_at !== null) payload.consumed = Math.floor(row.consumed_at.getTime() / 1000);
    return payload;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const hash = sha256(id);
    const expiresAt = expiresIn === undefined ? null : new Date(this.#now().getTime() + expiresIn * 1000);
    await this.#pool.query(
      `INSERT INTO identity.record (model, id, sealed, grant_id, uid, account_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (model, id) DO UPDATE SET sealed = excluded.sealed, grant_id = excluded.grant_id,
         uid = excluded.uid, account_id = excluded.account_id, expires_at = excluded.expires_at`,
      [
        this.#model,
        hash,
        seal(this.#key, JSON.stringify(payload), this.#place(hash)),
        payload.grantId ?? null,
        payload.uid ?? null,
        payload.accountId ?? null,
        expiresAt,
      ],
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (!hasIdShape(id)) return undefined;
    const { rows } = await this.#pool.query<Row>(
      `SELECT sealed, id AS place, consumed_at FROM identity.record
       WHERE model = $1 AND id = $2 AND (expires_at IS NULL OR expires_at > $3)`,
      [this.#model, sha256(id), this.#now()],
    );
    return this.#open(rows[0]);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#pool.query<Row>(
      `SELECT sealed, id AS place, consumed_at FROM identity.record
       WHERE model = $1 AND uid = $2 AND (expires_at IS NULL OR expires_at > $3)`,
      [this.#model, uid, this.#now()],
    );
    return this.#open(rows[0]);
  }

  /** The device flow, the only user of this lookup, is switched off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /**
   * Marks a code or refresh token as used. Of two requests that both read it unused exactly one gets through;
   * the other one is treated as a replay: the whole family is revoked.
   */
  async consume(id: string): Promise<void> {
    const { rows } = await this.#pool.query<{ grant_id: string | null; first: boolean }>(
      `WITH used AS (
         UPDATE identity.record SET consumed_at = $3
         WHERE model = $1 AND id = $2 AND consumed_at IS NULL RETURNING grant_id)
       SELECT grant_id, true AS first FROM used
       UNION ALL
       SELECT grant_id, false FROM identity.record
       WHERE model = $1 AND id = $2 AND NOT EXISTS (SELECT 1 FROM used)`,
      [this.#model, sha256(id), this.#now()],
    );
    const row = rows[0];
    if (row?.first === true) return;
    if (row?.grant_id) {
      await this.revokeByGrantId(row.grant_id);
      await this.#pool.query(`DELETE FROM identity.record WHERE model = 'Grant' AND id = $1`, [
        sha256(row.grant_id),
      ]);
    }
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#pool.query('DELETE FROM identity.record WHERE model = $1 AND id = $2', [
      this.#model,
      sha256(id),
    ]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#pool.query('DELETE FROM identity.record WHERE grant_id = $1', [grantId]);
  }
}
