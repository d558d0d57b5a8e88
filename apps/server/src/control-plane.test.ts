import { describe, expect, it } from 'vitest';
import { testConfig } from '../test/config.ts';
import { productionEnv } from '../test/production.ts';
import type { Env } from './config.ts';

const production = (env: Env) => testConfig({ ...productionEnv, ...env });
const console = { CONTROL_PLANE_HOST: 'console.example.mn', CONTROL_PLANE_ALLOWED_CIDRS: '10.0.0.0/8' };

describe('CONTROL_PLANE_ALLOWED_CIDRS', () => {
  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/8, 0.0.0.0/0', '1.2.3.4/0', '::/00', '0.0.0.0/00'])(
    'refuses a range that contains every address: %s',
    (value) => {
      for (const read of [testConfig, production])
        expect(() => read({ ...console, CONTROL_PLANE_ALLOWED_CIDRS: value })).toThrow(
          /CONTROL_PLANE_ALLOWED_CIDRS must not hold a range of every address/,
        );
    },
  );

  it.each(['10.0.0.0/33', 'here', 'open, 10.0.0.0/8', ',', '10.0.0.0/8/9'])('refuses %s', (value) => {
    expect(() => testConfig({ CONTROL_PLANE_ALLOWED_CIDRS: value })).toThrow(
      'CONTROL_PLANE_ALLOWED_CIDRS must hold',
    );
  });

  it('accepts networks of both kinds, or the word open', () => {
    const read = (value: string) =>
      production({ ...console, CONTROL_PLANE_ALLOWED_CIDRS: value }).controlPlane.networks;
    expect(read('10.0.0.0/8, 2001:db8::/32,192.0.2.7')).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
    expect(read('open')).toBe('open');
  });

  it('is required in production with a console, before the platform becomes private', () => {
    expect(() => production({ CONTROL_PLANE_HOST: 'console.example.mn' })).toThrow(
      'CONTROL_PLANE_ALLOWED_CIDRS is required when CONTROL_PLANE_HOST is set',
    );
  });
});

describe('CONTROL_PLANE_HOST', () => {
  it('unset means no console in production, and any host elsewhere', () => {
    expect(production({}).controlPlane.host).toBe('none');
    expect(testConfig().controlPlane.host).toBe('any');
  });

  it('is a separate host', () => {
    expect(production({ ...console, CONTROL_PLANE_HOST: 'Console.Example.mn' }).controlPlane.host).toEqual({
      name: 'console.example.mn',
    });
    expect(() => production({ ...console, CONTROL_PLANE_HOST: 'tamga.example.mn' })).toThrow(
      'CONTROL_PLANE_HOST must not be the host of APP_ORIGIN',
    );
    for (const value of ['https://console.example.mn', 'console.example.mn/x', 'a b', '-x'])
      expect(() => testConfig({ CONTROL_PLANE_HOST: value })).toThrow('CONTROL_PLANE_HOST must be a host');
  });
});

describe('MAIL_URL', () => {
  it('is the sandbox in development, and undefined in production until it is given with its sender', () => {
    expect(testConfig().mailRelay).toMatchObject({ url: 'smtp://localhost:9025', requireTls: false });
    expect(production({}).mailRelay).toBeUndefined();
    const url = { MAIL_URL: 'smtps://tamga:pw@mail.example.mn' };
    expect(() => production(url)).toThrow('MAIL_FROM must not be the development default');
    const relay = production({ ...url, MAIL_FROM: 'no-reply@example.mn' }).mailRelay;
    expect(relay).toEqual({ url: url.MAIL_URL, from: 'no-reply@example.mn', requireTls: true });
    expect(() => testConfig({ MAIL_URL: 'http://x' })).toThrow('MAIL_URL must start with smtp:');
  });
});
