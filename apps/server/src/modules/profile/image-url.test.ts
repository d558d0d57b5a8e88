import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../kernel/security/address-guard.ts';
import { isFetchableImageUrl } from './image-url.ts';

describe('isFetchableImageUrl', () => {
  it.each([
    'https://images.tamga.mn/bold.png',
    'https://images.tamga.mn:8443/a/b.png?size=2#x',
    'https://8.8.8.8/a.png',
    'https://[2606:4700::1111]/a.png',
    `https://tamga.mn/${'a'.repeat(983)}`,
  ])('accepts %s', (url) => {
    expect(isFetchableImageUrl(url)).toBe(true);
  });

  it.each([
    '',
    'bold.png',
    'http://images.tamga.mn/bold.png',
    'HTTPS://images.tamga.mn/bold.png',
    'ftp://images.tamga.mn/bold.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'https://',
    'https://bold@images.tamga.mn/a.png',
    'https://bold:secret@images.tamga.mn/a.png',
    'https://localhost/a.png',
    'https://LOCALHOST/a.png',
    'https://localhost./a.png',
    'https://app.localhost/a.png',
    'https://intranet/a.png',
    'https://files.corp/a.png',
    'https://db.internal/a.png',
    'https://printer.local/a.png',
    'https://router.home.arpa/a.png',
    'https://127.0.0.1/a.png',
    'https://127.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f000001/a.png',
    'https://0/a.png',
    'https://10.1.2.3/a.png',
    'https://172.31.0.1/a.png',
    'https://192.168.1.1/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/machine',
    'https://100.64.0.1/a.png',
    'https://224.0.0.1/a.png',
    'https://255.255.255.255/a.png',
    'https://[::1]/a.png',
    'https://[::]/a.png',
    'https://[fc00::1]/a.png',
    'https://[fe80::1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'https://[64:ff9b::a00:1]/a.png',
    'https://[2002:a00:1::]/a.png',
    'https://images.tamga.mn/a b.png',
    'https://images.tamga.mn/a\n.png',
    'https://images.tamga.mn\\@localhost/a.png',
    ' https://images.tamga.mn/a.png',
    `https://tamga.mn/${'a'.repeat(984)}`,
  ])('rejects %s', (url) => {
    expect(isFetchableImageUrl(url)).toBe(false);
  });
});

describe('isPublicAddress', () => {
  it('classifies the edges of private networks', () => {
    expect(isPublicAddress('172.15.255.255')).toBe(true);
    expect(isPublicAddress('172.16.0.0')).toBe(false);
    expect(isPublicAddress('172.32.0.0')).toBe(true);
    expect(isPublicAddress('images.tamga.mn')).toBe(false);
  });
});
