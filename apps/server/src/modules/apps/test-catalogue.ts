import { generateKeyPairSync } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, createCatalogue, signCatalogue } from './catalogue.ts';
import type { CatalogueApp, Manifest } from './schemas.ts';

/** A catalogue that a test can publish repeatedly, signed with a generated key. */
export interface TestCatalogue {
  catalogue: Catalogue;
  publish(...apps: CatalogueApp[]): void;
}

export function createTestCatalogue(folder: string): TestCatalogue {
  const path = join(folder, 'catalogue.json');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  let nowMs = 0;
  return {
    catalogue: createCatalogue({
      path,
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      now: () => new Date(nowMs),
      onRefused: (reason) => {
        throw new Error(`the test's catalogue was refused: ${reason}`);
      },
    }),
    publish: (...apps) => {
      // Advance one minute, so that the cache re-reads the file.
      nowMs += 60_000;
      const given = { generated_at: new Date(nowMs).toISOString(), key_id: 'test', apps };
      writeFileSync(path, JSON.stringify(signCatalogue(given, privateKey)));
      utimesSync(path, nowMs / 1000, nowMs / 1000);
    },
  };
}

export function offer(
  slug: string,
  version: string,
  more: {
    needs?: Record<string, string>;
    permissions?: readonly string[];
    manifest?: Partial<Manifest>;
  } = {},
): CatalogueApp {
  const id = `mn.test.${slug}`;
  return {
    id,
    slug,
    name: slug.toUpperCase(),
    description: '',
    icon_url: '',
    category: 'test',
    visibility: more.manifest?.visibility ?? 'public',
    version,
    manifest: {
      id,
      name: slug,
      version,
      type: 'module',
      platform: '*',
      dependencies: Object.entries(more.needs ?? {}).map(([need, version_constraint]) => ({
        id: `mn.test.${need}`,
        version_constraint,
      })),
      permissions: (more.permissions ?? []).map((code) => ({
        code,
        name: code,
        admin_only: false,
        default_roles: ['manager'],
      })),
      menus: [],
      visibility: 'public',
      ...more.manifest,
    },
    releases: [{ version, at: '2025-01-01T00:00:00.000Z', summary: `Release ${version}` }],
  };
}
