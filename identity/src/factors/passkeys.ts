// Trust rule: a passkey belongs to the account that stored it, whatever a browser says. Every passkey identifies its user by
// itself and checks them by finger, face or PIN, so one alone is two factors.
import { Buffer } from 'node:buffer';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type pg from 'pg';
import { z } from 'zod';
import { keyedHash } from '../secrets.ts';

export const MAX_PASSKEYS = 10;
export const PASSKEY_NAME_MAX = 60;

/** A challenge holds for one to two of these. */
const CHALLENGE_PERIOD_MS = 10 * 60_000;
const TIMEOUT_MS = 5 * 60_000;
/** COSE numbers of the kinds of keys that we accept: EdDSA, ES256, RS256. */
const KEY_KINDS = [-8, -7, -257];

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };
type StoredKey = { id: string; sub: string; publicKey: Buffer; counter: string; transports: string[] };

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(12_000);
const credential = { id: base64url.max(1400), rawId: base64url.max(1400), type: z.literal('public-key') };
const transports = z.array(z.string().max(32)).max(10);
const assertionShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.max(200).optional(),
  }),
  clientExtensionResults: z.object({}),
});
const attestationShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
  }),
  clientExtensionResults: z.object({}),
});

function parseJson<T extends z.ZodType>(shape: T, text: string): z.infer<T> | null {
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export type PasskeyDeps = {
  pool: pg.Pool;
  /** Makes the challenges. */
  key: Buffer;
  issuerUrl: string;
  brandName: string;
  now: () => Date;
};

export class Passkeys {
  readonly #deps: PasskeyDeps;
  readonly #rpId: string;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
    this.#rpId = new URL(deps.issuerUrl).hostname;
  }

  async list(sub: string): Promise<Passkey[]> {
    const { rows } = await this.#deps.pool.query<Passkey>(
      `SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM identity.passkey
       WHERE sub = $1 ORDER BY created_at, id LIMIT ${2 * MAX_PASSKEYS}`,
      [sub],
    );
    return rows;
  }

  async rename(sub: string, id: string, name: string): Promise<boolean> {
    const { rows } = await this.#deps.pool.query(
      'UPDATE identity.passkey SET name = $3 WHERE sub = $1 AND id = $2 RETURNING id',
      [sub, id, name],
    );
    return rows.length === 1;
  }

  /** @returns its name, or null when the person has no such passkey */
  async remove(sub: string, id: string): Promise<string | null> {
    const { rows } = await this.#deps.pool.query<{ name: string }>(
      'DELETE FROM identity.passkey WHERE sub = $1 AND id = $2 RETURNING name',
      [sub, id],
    );
    return rows[0]?.name ?? null;
  }

  /** What the browser needs to make a passkey. `place` binds the answer to a session. */
  async creationOptions(
    person: { sub: string; email: string; displayName: string | null },
    place: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const present = await this.list(person.sub);
    return generateRegistrationOptions({
      rpName: this.#deps.brandName,
      rpID: this.#rpId,
      userID: Uint8Array.from(Buffer.from(person.sub)),
      userName: person.email,
      userDisplayName: person.displayName ?? person.email,
      challenge: this.#challenge(place, 0),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: present.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: KEY_KINDS,
    });
  }

  /**
   * Stores a new passkey.
   * @returns null for an answer that is not valid here, for a passkey that is stored already, and above the maximum
   */
  async add(sub: string, place: string, answer: string, name: string): Promise<{ id: string } | null> {
    const response = parseJson(attestationShape, answer);
    if (response === null) return null;
    const info = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => this.#isChallenge(place, challenge),
      expectedOrigin: this.#deps.issuerUrl,
      expectedRPID: this.#rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: KEY_KINDS,
    }).then(
      (verified) => (verified.verified ? verified.registrationInfo : null),
      () => null,
    );
    if (info === null) return null;
    const { id, publicKey, counter } = info.credential;
    const { rows } = await this.#deps.pool.query<{ id: string }>(
      `INSERT INTO identity.passkey (id, sub, public_key, counter, transports, name, created_at)
       SELECT $1, $2, $3, $4, ARRAY(SELECT jsonb_array_elements_text($5::jsonb)), $6, $7
       WHERE (SELECT count(*) FROM identity.passkey WHERE sub = $2) < ${MAX_PASSKEYS}
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        id,
        sub,
        Buffer.from(publicKey),
        counter,
        JSON.stringify(response.response.transports ?? []),
        name,
        this.#deps.now(),
      ],
    );
    return rows[0] ?? null;
  }

  /** What the browser needs to use a passkey: one of this person, or with null any that it has for us. */
  async requestOptions(sub: string | null, place: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const own = sub === null ? [] : await this.#keysOf(sub);
    return generateAuthenticationOptions({
      rpID: this.#rpId,
      challenge: this.#challenge(place, 0),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: own.map(({ id, transports: known }) => ({
        id,
        transports: known,
      })),
    });
  }

  /**
   * Whose passkey this is, when the answer is valid here. A device that counts backwards is a copy, and is refused.
   * @returns `sub`, or null
   */
  async accept(place: string, answer: string): Promise<string | null> {
    const response = parseJson(assertionShape, answer);
    if (response === null) return null;
    const key = await this.#find(response.id);
    if (key === null) return null;
    const handle = response.response.userHandle;
    if (handle !== undefined && Buffer.from(handle, 'base64url').toString() !== key.sub) return null;
    const counter = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => this.#isChallenge(place, challenge),
      expectedOrigin: this.#deps.issuerUrl,
      expectedRPID: this.#rpId,
      requireUserVerification: true,
      credential: {
        id: key.id,
        publicKey: Uint8Array.from(key.publicKey),
        counter: Number(key.counter),
        transports: key.transports,
      },
    }).then(
      ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
      () => null,
    );
    if (counter === null) return null;
    const { rows } = await this.#deps.pool.query<{ sub: string }>(
      `UPDATE identity.passkey SET counter = $2, last_used_at = $3
       WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING sub`,
      [key.id, counter, this.#deps.now()],
    );
    return rows[0]?.sub ?? null;
  }

  async #find(id: string): Promise<StoredKey | null> {
    const { rows } = await this.#deps.pool.query<StoredKey>(
      `SELECT id, sub, public_key AS "publicKey", counter, transports FROM identity.passkey WHERE id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  async #keysOf(sub: string): Promise<Pick<StoredKey, 'id' | 'transports'>[]> {
    const { rows } = await this.#deps.pool.query<Pick<StoredKey, 'id' | 'transports'>>(
      `SELECT id, transports FROM identity.passkey WHERE sub = $1 ORDER BY created_at, id LIMIT ${2 * MAX_PASSKEYS}`,
      [sub],
    );
    return rows;
  }

  /**
   * Nothing is stored for a challenge: it is derived from its place, a sign-in that ends with its use or a session, and from
   * the time.
   */
  #challenge(place: string, periodsAgo: number): Uint8Array<ArrayBuffer> {
    const period = Math.floor(this.#deps.now().getTime() / CHALLENGE_PERIOD_MS) - periodsAgo;
    return Uint8Array.from(Buffer.from(keyedHash(this.#deps.key, `${period} ${place}`), 'base64url'));
  }

  #isChallenge(place: string, challenge: string): boolean {
    return [0, 1].some((ago) => Buffer.from(this.#challenge(place, ago)).toString('base64url') === challenge);
  }
}
