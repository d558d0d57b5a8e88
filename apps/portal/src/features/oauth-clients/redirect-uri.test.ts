import { describe, expect, it } from 'vitest';
import { findUriFault } from './redirect-uri.ts';

describe('findUriFault', () => {
  it('accepts the addresses that the server accepts', () => {
    for (const uri of ['https://app.example.mn/cb', 'http://localhost:4001/cb', 'http://[::1]:9/'])
      expect(findUriFault(uri, 'web')).toBeNull();
    expect(findUriFault('mn.example.app:/callback', 'native')).toBeNull();
  });

  it('names the broken rule', () => {
    const faults = {
      '': 'missing',
      'app.example.mn/cb': 'not_address',
      'https://app.example.mn/#x': 'fragment',
      'https://*.example.mn/': 'wildcard',
      'https://app.example.mn/a b': 'characters',
      'https://me@app.example.mn/': 'user',
      'http://app.example.mn/cb': 'plain_http',
      'mn.example.app:/callback': 'scheme',
      'javascript:alert(1)': 'scheme',
    };
    for (const [uri, fault] of Object.entries(faults)) expect(findUriFault(uri, 'web'), uri).toBe(fault);
    expect(findUriFault('javascript:alert(1)', 'native')).toBe('scheme');
  });
});
