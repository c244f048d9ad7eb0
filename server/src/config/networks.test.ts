import { describe, expect, test } from 'vitest';
import { isOrigin, isPrivateAddress, isProxy, isTooWide } from './networks.ts';

test('an origin has no user, path, query, fragment or placeholder', () => {
  for (const origin of ['https://r.example.com', 'http://localhost:4000', 'https://[2001:db8::1]:8443'])
    expect(isOrigin(origin), origin).toBe(true);
  for (const user of ['', 'u:p@'])
    for (const path of ['/x', '/?a', '/#x'])
      expect(isOrigin(`https://${user}r.example.com${path}`), user + path).toBe(false);
  for (const other of ['https://u:p@r.example.com', 'https://*', 'https://*.example.com', 'r.example.com'])
    expect(isOrigin(other), other).toBe(false);
});

test('private addresses are local, in private networks, or names outside the public DNS', () => {
  for (const address of [
    'http://10.0.0.5:4001',
    'http://127.0.0.1:4001',
    'http://identity:4001',
    'http://[fd00::5]:4001',
    'http://[::ffff:10.0.0.5]:4001',
    'http://kindling.default.svc.cluster.local:4001',
  ])
    expect(isPrivateAddress(address), address).toBe(true);
  for (const address of [
    'http://example.com',
    'http://8.8.8.8:4001',
    'http://[2001:4860::8888]:4001',
    'http://[::ffff:8.8.8.8]:4001',
    'http://internal.example.com',
    'nothing',
  ])
    expect(isPrivateAddress(address), address).toBe(false);
});

test('a proxy is an address, a network or one of the names that Fastify knows', () => {
  for (const proxy of [
    '10.0.0.0/8',
    '10.0.0.0/255.0.0.0',
    '192.0.2.7',
    '::1',
    'fd00::/16',
    'loopback',
    'uniquelocal',
  ])
    expect(isProxy(proxy), proxy).toBe(true);
  for (const other of [
    'garbage',
    '10.0.0.0/33',
    '10.0.0',
    '10.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'proxy.example.com',
  ])
    expect(isProxy(other), other).toBe(false);
});

describe('a network is too wide to be an operator’s own', () => {
  test.each([
    '0.0.0.0/0',
    '::/0',
    '0:0:0:0:0:0:0:0/0',
    '1.2.3.4/0',
    '1.2.3.4/0.0.0.0',
    '128.0.0.0/1',
    '2000::/3',
    '::ffff:0:0/96',
  ])('%s', (network) => {
    expect(isTooWide(network)).toBe(true);
  });
  test.each(['10.0.0.0/8', '::1/128', 'loopback', '192.0.2.7', 'fd00::/16', '::ffff:10.0.0.0/104'])(
    'other than %s',
    (network) => {
      expect(isTooWide(network)).toBe(false);
    },
  );
});
