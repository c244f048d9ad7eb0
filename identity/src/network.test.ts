import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientNetwork, networkOf, proxyList } from './network.ts';

function request(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const req = new IncomingMessage(socket);
  if (forwarded !== undefined) req.headers['x-forwarded-for'] = forwarded;
  return req;
}

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['198.51.100.4', '203.0.113.9', '198.51.100.4'],
    ['10.0.0.2', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.2', '1.2.3.4, 203.0.113.9, 10.0.0.3', '203.0.113.9'],
    ['10.0.0.2', 'nonsense', '10.0.0.2'],
    ['10.0.0.2', undefined, '10.0.0.2'],
  ])('from peer %s with %s is %s', (peer, forwarded, network) => {
    expect(clientNetwork(request(peer, forwarded), proxyList(['10.0.0.0/8']))).toBe(network);
  });

  it('refuses a proxy list that is not one', () => {
    for (const bad of ['10.0.0.0/33', 'proxy', '::/129', ''])
      expect(() => proxyList([bad])).toThrow('trustProxy');
  });
});
