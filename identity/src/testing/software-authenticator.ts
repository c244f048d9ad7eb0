// For tests: an authenticator in software that makes and uses passkeys as a browser hands them to our script. It checks nothing,
// so a test can also make what no honest device makes.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Options = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } };
export type AuthenticatorQuirks = {
  origin?: string;
  rpId?: string;
  /** Whether the device checked its user; true unless a test says otherwise. */
  userVerified?: boolean;
  challenge?: string;
  userHandle?: string;
  counter?: number;
};

const UP = 0x01;
const UV = 0x04;
const ATTESTED = 0x40;

const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);

/** The head of a CBOR item (RFC 8949), for lengths below 65,536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

const int = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);
const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest();

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  #counter = 0;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#publicKey = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
  }

  /** The answer of `navigator.credentials.create`, as the form sends it. */
  create(options: Options, quirks: AuthenticatorQuirks = {}): string {
    this.#userHandle = options.user?.id ?? '';
    const rpId = quirks.rpId ?? options.rp?.id ?? '';
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey,
    ]);
    const authData = Buffer.concat([this.#data(rpId, ATTESTED, quirks), attested]);
    const attestationObject = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options, quirks).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer of `navigator.credentials.get`. */
  get(options: Options, quirks: AuthenticatorQuirks = {}): string {
    const clientData = this.#clientData('webauthn.get', options, quirks);
    const authData = this.#data(quirks.rpId ?? options.rpId ?? '', 0, quirks);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: quirks.userHandle ?? this.#userHandle,
    });
  }

  #clientData(type: string, options: Options, quirks: AuthenticatorQuirks): Buffer {
    const challenge = quirks.challenge ?? options.challenge;
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: quirks.origin ?? this.#origin, crossOrigin: false }),
    );
  }

  #data(rpId: string, flags: number, { userVerified = true, counter }: AuthenticatorQuirks): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | UP | (userVerified ? UV : 0)]), count]);
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}
