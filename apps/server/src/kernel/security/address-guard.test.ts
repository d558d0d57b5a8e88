import { describe, expect, it } from 'vitest';
import { callPurposes, createAddressGuard, createAddressGuards } from './address-guard.ts';

const guard = createAddressGuard('gateway', []);

describe('an address guard', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '103.9.88.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:800::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('allows the public address %s', (ip) => {
    expect(guard.allows(ip)).toBe(true);
  });

  it.each([
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata in carrier-grade NAT'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata on a public address'],
    ['192.0.0.192', 'metadata in protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['192.88.99.1', 'the 6to4 relay'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback, written out'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2001::1', 'Teredo'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'discard'],
    ['::ffff:127.0.0.1', 'mapped loopback'],
    ['::ffff:7f00:1', 'mapped loopback in hexadecimal'],
    ['0:0:0:0:0:FFFF:0A00:0001', 'mapped private, written out in capitals'],
    ['::ffff:169.254.169.254', 'mapped metadata'],
    ['64:ff9b::10.0.0.1', 'private behind NAT64'],
    ['64:ff9b::a9fe:a9fe', 'metadata behind NAT64'],
  ])('refuses %s (%s)', (ip) => {
    expect(guard.allows(ip)).toBe(false);
  });

  it.each([
    '',
    'localhost',
    'example.mn',
    '127.1',
    '2130706433',
    '0x7f000001',
    '8.8.8.8 ',
    '[::1]',
    '8.8.8.8/8',
  ])('refuses "%s", which is not an address', (text) => {
    expect(guard.allows(text)).toBe(false);
  });

  it('also allows exactly the listed networks', () => {
    const open = createAddressGuard('gateway', ['10.20.0.0/16', '127.0.0.1', 'fd12:3456::/32', '::1']);
    const allowed = ['10.20.0.1', '10.20.255.255', '127.0.0.1', '::1', 'fd12:3456:1::9', '::ffff:10.20.3.4'];
    const refused = ['10.21.0.1', '10.0.0.1', '127.0.0.2', '::2', 'fd12:3457::1', '::ffff:10.21.3.4'];
    expect(allowed.filter((ip) => !open.allows(ip))).toEqual([]);
    expect(refused.filter((ip) => open.allows(ip))).toEqual([]);
    expect(open.allows('8.8.8.8')).toBe(true);
  });
});

it.each(callPurposes)('a network listed for %s is closed to every other purpose', (open) => {
  const none = Object.fromEntries(callPurposes.map((purpose) => [purpose, []]));
  const guards = createAddressGuards({ ...none, [open]: ['10.0.0.0/8'] } as never);
  for (const purpose of callPurposes) expect(guards[purpose].allows('10.1.2.3')).toBe(purpose === open);
});
