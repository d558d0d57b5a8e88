import { describe, expect, it } from 'vitest';
import { type Audited, auditLock, type Locked } from './audit.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;
const sound: Locked = { version: '1.2.3', integrity, license: 'MIT' };
const audit = (packages: Audited['packages']) =>
  auditLock({
    packages,
    decidedScripts: { ran: false },
    weaknesses: [{ name: 'weak', fixed: '1.3.0', id: 'CVE-1' }],
  });

describe('the audit of the lock file', () => {
  it('accepts exact versions with digest and licence, and links inside the workspace', () => {
    const packages = {
      '': { dependencies: { a: '1.2.3' } },
      'packages/forms': {},
      'node_modules/@tamga/forms': { resolved: 'packages/forms', link: true },
      'node_modules/a': sound,
      'node_modules/a/node_modules/ran': { ...sound, hasInstallScript: true, license: '(MIT OR GPL-3.0)' },
      'node_modules/weak': { ...sound, version: '1.3.0' },
      'node_modules/ssh2': { version: '1.2.3', integrity },
    };
    expect(audit(packages)).toEqual([]);
  });

  it.each<[string, string, Locked]>([
    ['a missing digest', 'node_modules/a', { version: '1.2.3', license: 'MIT' }],
    ['a weak digest', 'node_modules/a', { ...sound, integrity: 'sha1-AAAA' }],
    ['another server', 'node_modules/a', { ...sound, resolved: 'https://evil.example/a.tgz' }],
    ['a git address', 'node_modules/a', { ...sound, resolved: 'git+ssh://git@evil.example/a.git#0' }],
    ['a link out of the workspace', 'node_modules/a', { resolved: '../a', link: true }],
    ['a place outside', '../a', sound],
    ['an undecided script', 'node_modules/a', { ...sound, hasInstallScript: true }],
    ['another licence', 'node_modules/a', { ...sound, license: 'MIT AND SSPL-1.0' }],
    ['no licence', 'node_modules/a', { version: '1.2.3', integrity }],
    ['a known weakness', 'node_modules/weak', { ...sound, version: '1.2.9' }],
    ['a range', 'apps/server', { dependencies: { a: '^1.2.3' } }],
    ['a file', 'apps/server', { devDependencies: { a: 'file:../a' } }],
    ['an address', 'apps/server', { optionalDependencies: { a: 'https://evil.example/a.tgz' } }],
  ])('refuses %s', (_, path, locked) => {
    expect(audit({ [path]: locked })).toHaveLength(1);
  });

  it('refuses two major versions of what decides about security', () => {
    const packages = {
      'node_modules/jose': sound,
      'node_modules/x/node_modules/jose': { ...sound, version: '2.0.0' },
    };
    expect(audit(packages)).toEqual(['jose: two major versions']);
  });
});
