import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { solve } from '../../../../guest/src/collect/client/shared/proof.ts';
import { createProofChallenge, verifyProof } from './proof.ts';

const secret = 'a secret of the tests, as long as a real one';
const code = 'k3v9xq2mzt';

type Proof = {
  challenge: { parameters: Record<string, unknown> & { data: Record<string, unknown> }; signature: string };
  solution: { counter: number; derivedKey: string };
};
const decode = (proof: string): Proof => JSON.parse(atob(proof));
const encode = (proof: unknown): string => btoa(JSON.stringify(proof));
const verify = (proof: string, of = code, key = secret) => verifyProof(key, { code: of }, proof);

/** A proof made by the script of the page. */
async function makeProof(of = code): Promise<string> {
  return solve(await createProofChallenge(secret, { code: of }), () => true);
}

let proof = '';
beforeEach(async () => {
  proof ||= await makeProof();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a proof of work', () => {
  it('is accepted when the script of the page solved the challenge', async () => {
    expect(await verify(proof)).toMatchObject({ state: 'ok', id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('has the same id however often it comes back, and another challenge has another', async () => {
    const [first, again, other] = [await verify(proof), await verify(proof), await verify(await makeProof())];
    expect(again).toEqual(first);
    expect(other).toMatchObject({ state: 'ok' });
    expect(other).not.toMatchObject({ id: 'id' in first ? first.id : '' });
  });

  it('has the same id in another spelling of the same JSON', async () => {
    const { challenge, solution } = decode(proof);
    const spelled = encode({ solution: { ...solution, time: 12 }, challenge });
    expect(await verify(spelled)).toEqual(await verify(proof));
  });

  it('is missing without JavaScript', async () => {
    expect(await verify('')).toEqual({ state: 'missing' });
  });

  it('counts for its own code only', async () => {
    expect(await verify(proof, 'another000')).toEqual({ state: 'other-code' });
  });

  it('counts for ten minutes', async () => {
    vi.useFakeTimers({ now: Date.now() + 9 * 60_000, toFake: ['Date'] });
    expect(await verify(proof)).toMatchObject({ state: 'ok' });
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await verify(proof)).toEqual({ state: 'expired' });
  });

  it('is refused with another key', async () => {
    expect(await verify(proof, code, 'another secret')).toEqual({ state: 'invalid' });
  });

  it.each<[string, (proof: Proof) => unknown]>([
    ['a later end', (one) => (one.challenge.parameters.expiresAt = 4_000_000_000)],
    ['another code', (one) => (one.challenge.parameters.data.code = 'another000')],
    ['an easier target', (one) => (one.challenge.parameters.keyPrefix = '00')],
    ['an empty target', (one) => (one.challenge.parameters.keyPrefix = '')],
    ['another field', (one) => (one.challenge.parameters.parallelism = 4)],
    ['no signature', (one) => (one.challenge.signature = '')],
    ['another counter', (one) => (one.solution.counter += 1)],
    ['a counter that is none', (one) => Object.assign(one.solution, { counter: '5000' })],
    ['another key', (one) => (one.solution.derivedKey = 'ab'.repeat(32))],
    ['another algorithm', (one) => (one.challenge.parameters.algorithm = 'SHA-512')],
  ])('is refused with %s', async (_, change) => {
    const changed = decode(proof);
    change(changed);
    expect(await verify(encode(changed))).toEqual({ state: 'invalid' });
  });

  it('is refused where bytes moved between salt, nonce and counter (CVE-2025-68113)', async () => {
    const { challenge, solution } = decode(proof);
    const { salt, nonce } = challenge.parameters as unknown as { salt: string; nonce: string };
    for (const [from, to] of [
      [salt + nonce.slice(0, 2), nonce.slice(2)],
      [salt.slice(0, -2), salt.slice(-2) + nonce],
      [salt, `${nonce}00`],
      ['', salt + nonce],
    ]) {
      const parameters = { ...challenge.parameters, salt: from, nonce: to };
      expect(await verify(encode({ challenge: { ...challenge, parameters }, solution }))).toEqual({
        state: 'invalid',
      });
    }
  });

  it('is refused with the parameters of one challenge and the signature of another', async () => {
    const [one, other] = [decode(proof), decode(await makeProof('another000'))];
    const spliced = {
      challenge: { ...one.challenge, signature: other.challenge.signature },
      solution: one.solution,
    };
    expect(await verify(encode(spliced))).toEqual({ state: 'invalid' });
  });

  it('is never an error, whatever a form sends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ minLength: 1, unit: 'binary' }),
          fc.jsonValue().map(encodeAny),
          fc.base64String({ minLength: 4 }),
        ),
        async (text) => {
          expect(await verify(text)).toEqual({ state: text === '' ? 'missing' : 'invalid' });
        },
      ),
    );
    expect(await verify('A'.repeat(200_000))).toEqual({ state: 'invalid' });
  });
});

const encodeAny = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
