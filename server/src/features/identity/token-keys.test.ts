import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { startTestingServer } from '../../connectors/kit/testing-server.ts';
import { localTokenKeys, remoteTokenKeys } from './token-keys.ts';

async function keySet(...kids: string[]): Promise<JSONWebKeySet> {
  const { publicKey } = await generateKeyPair('RS256');
  const jwk = await exportJWK(publicKey);
  return { keys: kids.map((kid) => ({ ...jwk, kid, alg: 'RS256' })) };
}
const headerOf = (kid: string) => ({ alg: 'RS256', kid });
const token = { payload: '', signature: '' };

describe('keys of the process itself', () => {
  test('are read directly, and reloaded at most twice a minute for an unknown id', async () => {
    let keys = await keySet('one');
    let reloads = 0;
    let time = 0;
    const { find, checkAvailability: check } = localTokenKeys(
      {
        publicKeys: () => keys,
        async reloadKeys() {
          reloads += 1;
          if (reloads === 2) keys = await keySet('one', 'two');
        },
      },
      () => time,
    );
    expect(await check()).toBeNull();
    await expect(find(headerOf('one'), token)).resolves.toBeDefined();
    expect(reloads).toBe(0);
    // Whoever invents key ids makes the database work at most twice a minute.
    for (let call = 0; call < 5; call += 1)
      await expect(find(headerOf('two'), token)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(reloads).toBe(1);
    time += 31_000;
    await expect(find(headerOf('two'), token)).resolves.toBeDefined();
    expect(reloads).toBe(2);
  });
});

describe('keys of another process', () => {
  test('a failure to fetch them is logged once with its reason, until they can be fetched', async () => {
    const server = await startTestingServer();
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    const down = await startTestingServer();
    await down.close();
    const unreachable = remoteTokenKeys(`${down.url}/.well-known/jwks.json`, log);
    expect(await unreachable.checkAvailability()).toMatch(
      /^The keys of the sign-in service cannot be fetched from http:.*jwks\.json \(ECONNREFUSED\), .*IDENTITY_INTERNAL_URL/,
    );
    await expect(unreachable.find(headerOf('one'), token)).rejects.toThrow();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, reason: 'ECONNREFUSED' });

    const published = await keySet('one');
    const { find, checkAvailability: check } = remoteTokenKeys(`${server.url}/.well-known/jwks.json`, log);
    server.respondWith(() => ({ status: 502, text: 'bad gateway' }));
    expect(await check()).toMatch(/Expected 200 OK/);
    server.respondWith(() => ({ json: published }));
    await expect(find(headerOf('one'), token)).resolves.toBeDefined();
    expect(lines.slice(1).map((line) => JSON.parse(line).level)).toEqual([50, 40]);
    await server.close();
  });
});
