import { describe, expect, it } from 'vitest';
import { limitSubject } from './limit-subject.ts';

describe('limitSubject', () => {
  it('counts all addresses of one IPv6 network as one caller', () => {
    const network = limitSubject('2001:db8:1:2::1');
    for (const ip of ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:0002::ffff', '2001:db8:1:2::1%eth0'])
      expect(limitSubject(ip)).toBe(network);
    expect(limitSubject('2001:db8:1:3::1')).not.toBe(network);
  });

  it('keeps IPv4 addresses apart, also when they are written as IPv6', () => {
    expect(limitSubject('10.0.0.1')).toBe('10.0.0.1');
    expect(limitSubject('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(limitSubject('::1')).toBe('0:0:0:0::/64');
  });
});
