import { describe, expect, test } from 'vitest';
import { publicWebOnly } from './egress-policy.ts';

describe('the public web', () => {
  test.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f::1', '2a00:1450:4001::65', '::ffff:8.8.8.8'])(
    'includes %s',
    (address) => expect(publicWebOnly.allowsAddress(address)).toBe(true),
  );

  test.each([
    ['the address without a place', '::'],
    ['this machine', '::1'],
    ['IPv4 in its compatible form', '::7f00:1'],
    ['a public address in that form', '::808:808'],
    ['IPv4 in its mapped form', '::ffff:10.0.0.1'],
    ['IPv4 in its translated form', '::ffff:0:7f00:1'],
    ['IPv4 by NAT64', '64:ff9b::7f00:1'],
    ['IPv4 by NAT64 of a network', '64:ff9b:1::7f00:1'],
    ['IPv4 by 6to4', '2002:7f00:1::'],
    ['IPv4 by Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['nobody’s range', '4000::1'],
    ['one for examples', '2001:db8::1'],
    ['a later one for examples', '3fff::1'],
    ['a site', 'fec0::1'],
    ['segments of routes', '5f00::1'],
    ['the metadata service of most clouds', '169.254.169.254'],
    ['credentials of containers at AWS', '169.254.170.2'],
    ['the same of AWS by IPv6', 'fd00:ec2::254'],
    ['the same of Google by IPv6', 'fd20:ce::254'],
    ['the same of Oracle by IPv6', 'fd00:c1::a9fe:a9fe'],
    ['that of Oracle before', '192.0.0.192'],
    ['that of Alibaba', '100.100.100.200'],
    ['Azure’s host', '168.63.129.16'],
    ['Azure’s host in its mapped form', '::ffff:168.63.129.16'],
  ])('excludes %s, %s', (_what, address) => {
    expect(publicWebOnly.allowsAddress(address)).toBe(false);
  });

  test('includes ports 80 and 443 only', () => {
    expect([80, 443].map(publicWebOnly.allowsPort)).toEqual([true, true]);
    expect([0, 22, 25, 8080, 8443].map(publicWebOnly.allowsPort)).toEqual(Array(5).fill(false));
  });
});
