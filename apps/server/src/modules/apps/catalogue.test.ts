import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCatalogue, readCatalogue, signCatalogue } from './catalogue.ts';
import { developmentCatalogue } from './development/index.ts';
import { openCatalogue } from './open-catalogue.ts';
import { platformApps } from './platform-apps.ts';
import type { CatalogueApp } from './schemas.ts';

const folder = mkdtempSync(join(tmpdir(), 'tamga-catalogue-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const shipped = readCatalogue(
  readFileSync(developmentCatalogue.path, 'utf8'),
  developmentCatalogue.publicKey,
);
const one = shipped.apps[0] as CatalogueApp;

const signed = (apps: unknown, generated_at = '2026-01-02T00:00:00Z') =>
  JSON.stringify(signCatalogue({ generated_at, key_id: 'test', apps }, privateKey));
const withManifest = (change: object) => [{ ...one, manifest: { ...one.manifest, ...change } }];

describe('the development catalogue', () => {
  it('is signed and contains every type of app', () => {
    const kinds = shipped.apps.map(({ manifest }) => manifest);
    expect(shipped.apps.length).toBeGreaterThanOrEqual(5);
    expect(kinds.some((manifest) => manifest.dependencies.length > 0)).toBe(true);
    expect(kinds.some((manifest) => manifest.type === 'external')).toBe(true);
    expect(kinds.some((manifest) => manifest.platform === '>=9.0.0')).toBe(true);
    expect(kinds.some((manifest) => manifest.visibility === 'private')).toBe(true);
  });

  it('is rejected in production, both as the default and by its key', async () => {
    const options = { path: undefined, now: () => new Date(0), onRefused: () => undefined };
    const desk = openCatalogue({ ...options, publicKey: undefined, production: false });
    expect(await desk.current()).toEqual([...platformApps, ...shipped.apps]);
    const serious = openCatalogue({ ...options, publicKey: undefined, production: true });
    expect(await serious.current()).toEqual(platformApps);
    expect(() =>
      openCatalogue({ ...options, publicKey: developmentCatalogue.publicKey, production: true }),
    ).toThrow('APP_CATALOG_PUBLIC_KEY');
  });
});

describe('a catalogue', () => {
  it('cannot replace a platform app', async () => {
    const path = join(folder, 'pretender.json');
    const pretender = { ...one, slug: 'members' };
    writeFileSync(
      path,
      signed([
        pretender,
        { ...one, slug: 'honest', id: 'mn.honest', manifest: { ...one.manifest, id: 'mn.honest' } },
      ]),
    );
    const opened = openCatalogue({
      path,
      publicKey: key,
      production: true,
      now: () => new Date(0),
      onRefused: (reason) => expect.fail(reason),
    });
    expect((await opened.current())?.map(({ id }) => id)).toEqual([
      ...platformApps.map(({ id }) => id),
      'mn.honest',
    ]);
  });

  it('is accepted when the publisher’s signature covers exactly its time and apps', () => {
    expect(readCatalogue(signed([one]), key).apps).toEqual([one]);
  });

  it('is rejected when an app, the time or the signature was changed, or another key signed it', () => {
    const good = JSON.parse(signed([one]));
    for (const bad of [
      { ...good, apps: [{ ...one, name: 'Өөр' }] },
      { ...good, apps: [] },
      { ...good, generated_at: '2027-01-02T00:00:00Z' },
      { ...good, signature: Buffer.alloc(64).toString('base64') },
      { ...good, signature: '' },
    ])
      expect(() => readCatalogue(JSON.stringify(bad), key)).toThrow('signature');
    expect(() => readCatalogue(signed([one]), developmentCatalogue.publicKey)).toThrow('signature');
  });

  it.each([
    ['an unknown type', withManifest({ type: 'magic' }), 'malformed'],
    ['a slug with a slash', [{ ...one, slug: 'a/b' }], 'malformed'],
    [
      'two apps with one slug',
      [one, { ...one, id: 'mn.other', manifest: { ...one.manifest, id: 'mn.other' } }],
      'same name',
    ],
    ['a manifest of another version', withManifest({ version: '9.9.9' }), 'another app'],
    ['an invalid constraint', withManifest({ platform: 'new' }), 'not valid'],
    ['an external app without an address', withManifest({ type: 'external' }), 'external address'],
    [
      'an external app without https',
      withManifest({
        type: 'external',
        external: { launch_url: 'http://x.mn', scopes: [], embed: 'iframe' },
      }),
      'malformed',
    ],
  ])('is rejected with %s, even when signed', (_what, apps, reason) => {
    expect(() => readCatalogue(signed(apps), key)).toThrow(reason);
  });

  it('that is invalid or older leaves the copy in use and reports the reason', async () => {
    const path = join(folder, 'catalogue.json');
    const refused: string[] = [];
    let nowMs = 0;
    const catalogue = createCatalogue({
      path,
      publicKey: key,
      now: () => new Date(nowMs),
      onRefused: (reason) => refused.push(reason),
    });
    const look = async (text?: string) => {
      if (text !== undefined) writeFileSync(path, text);
      nowMs += 60_000;
      // Two writes within one tick of the file system clock must still differ.
      if (text !== undefined) utimesSync(path, nowMs / 1000, nowMs / 1000);
      return (await catalogue.current())?.map((app) => app.name);
    };
    expect([await look(), refused.splice(0)]).toEqual([undefined, ['ENOENT']]);
    expect(await look(signed([one]))).toEqual([one.name]);
    const renamed = [{ ...one, name: 'Шинэ' }];
    expect(await look(signed(renamed).replace('Шинэ', 'Хуурамч'))).toEqual([one.name]);
    expect(await look(signed(renamed, '2025-01-01T00:00:00Z'))).toEqual([one.name]);
    expect(await look('{"apps":')).toEqual([one.name]);
    expect(refused).toEqual([
      expect.stringContaining('signature'),
      expect.stringContaining('older'),
      'it is not JSON',
    ]);
    expect(await look(signed(renamed))).toEqual(['Шинэ']);
  });

  it('is read once a minute, not per call', async () => {
    const path = join(folder, 'minute.json');
    writeFileSync(path, signed([one]));
    let nowMs = 0;
    const options = { path, publicKey: key, onRefused: () => undefined };
    const catalogue = createCatalogue({ ...options, now: () => new Date(nowMs) });
    const both = await Promise.all([catalogue.current(), catalogue.current()]);
    expect(both.map((apps) => apps?.length)).toEqual([1, 1]);
    writeFileSync(path, signed([]));
    nowMs = 59_999;
    expect(await catalogue.current()).toHaveLength(1);
    nowMs = 60_000;
    expect(await catalogue.current()).toHaveLength(0);
  });
});
