import { describe, expect, it } from 'vitest';
import type { User } from '../../api/session.ts';
import { describeScope, readScopeValues, scopeWords, toolScopes } from './scopes.ts';

const user = {
  full_name: 'Бат Болд',
  full_name_en: 'Bold Bat',
  email: '',
  civil_id: '123456789012',
  eid: { national_id: 'АА00112233' },
} as User;

describe('scopes in words', () => {
  it('has words for every scope in both languages, and names a service', () => {
    for (const words of [scopeWords.mn, scopeWords.en])
      for (const scope of ['openid', 'profile', 'email', 'nationalid', 'offline_access', ...toolScopes])
        expect(describeScope(scope, words).title).not.toBe(scope);
    expect(describeScope('svc:weather', scopeWords.en).title).toContain('weather');
    expect(describeScope('constructor', scopeWords.en).title).toBe('constructor');
  });

  it('shows the values that would be shared now, or that there are none', () => {
    expect(readScopeValues('profile', user)).toEqual(['Бат Болд', 'Bold Bat']);
    expect(readScopeValues('nationalid', user)).toEqual(['АА00112233', '123456789012']);
    expect(readScopeValues('email', user)).toEqual([]);
    expect(readScopeValues('offline_access', user)).toBeNull();
    expect(readScopeValues('openid', user)).toBeNull();
    expect(readScopeValues('openid', { ...user, ge_id: 'GE-1' })).toEqual(['GE-1']);
    expect(readScopeValues('openid', { ...user, ge_id: 'GE-1' }, true)).toBeNull();
    expect(readScopeValues('svc:weather', user)).toBeNull();
  });
});
