import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpService } from './http-server.ts';
import { clientNetwork, networkOf, surroundingsOf } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['', null],
  ['203.0.113.9/32', null],
])('%s lies in %s', (network, surroundings) => {
  expect(surroundingsOf(network)).toBe(surroundings);
});

test.each([
  ['198.51.100.4', '203.0.113.9', '198.51.100.4'],
  ['10.0.0.2', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.2', '1.2.3.4, 203.0.113.9, 10.0.0.3', '203.0.113.9'],
  ['10.0.0.2', 'nonsense', '10.0.0.2'],
  ['10.0.0.2', undefined, '10.0.0.2'],
])('from peer %s with %s the network is %s', async (peer, forwarded, network) => {
  const app = createHttpService({ role: 'web', trustProxy: ['10.0.0.0/8'] });
  app.get('/', (request) => clientNetwork(request));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const answer = await app.inject({ url: '/', remoteAddress: peer, headers });
  expect(answer.body).toBe(network);
});

test('a forwarded value that is not an address counts as the network of the proxy', () => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.2' });
  expect(clientNetwork({ ip: 'nonsense', socket })).toBe('10.0.0.2');
});

test('refuses an invalid list of proxies', () => {
  for (const bad of ['10.0.0.0/33', 'proxy', '::/129'])
    expect(() => createHttpService({ role: 'web', trustProxy: [bad] })).toThrow('proxies');
});
