import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { checkerOf } from '../../kernel/checker.ts';
import { Type } from '../../kernel/http/schemas.ts';
import { CatalogueApp } from './schemas.ts';
import { isConstraint, isVersion } from './versions.ts';

/** The newest version of each installable app. `current` is undefined until a catalogue has been accepted. */
export interface Catalogue {
  current(): Promise<readonly CatalogueApp[] | undefined>;
}

export interface CatalogueOptions {
  path: string;
  /** Base64 of the publisher's Ed25519 key (SPKI, DER). */
  publicKey: string;
  now: () => Date;
  /** Called when a file is rejected; the last accepted copy stays in use. */
  onRefused: (reason: string) => void;
}

const maxBytes = 8 * 1024 * 1024;
const refreshMs = 60_000;

const isSigned = checkerOf(
  Type.Object({
    generated_at: Type.String({ maxLength: 40 }),
    key_id: Type.String({ maxLength: 64 }),
    apps: Type.Array(Type.Unknown(), { maxItems: 2000 }),
    signature: Type.String({ maxLength: 200 }),
  }),
);
const areApps = checkerOf(Type.Array(CatalogueApp));

/** The signature covers `generated_at`, a newline, and the apps as JSON without spaces, in the order of the file. */
function signedText(generatedAt: string, apps: unknown): Buffer {
  return Buffer.from(`${generatedAt}\n${JSON.stringify(apps)}`);
}

export function signCatalogue(
  given: { generated_at: string; key_id: string; apps: unknown },
  key: KeyObject,
): object {
  return {
    ...given,
    signature: sign(null, signedText(given.generated_at, given.apps), key).toString('base64'),
  };
}

interface Accepted {
  generatedAt: string;
  apps: readonly CatalogueApp[];
}

/** Throws with a fixed reason that contains no text from the file. */
export function readCatalogue(text: string, publicKey: string): Accepted {
  const document: unknown = JSON.parse(text);
  if (!isSigned(document)) throw new Error('it is not a signed catalogue document');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const signature = Buffer.from(document.signature, 'base64');
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the public key is not an Ed25519 key');
  if (!verify(null, signedText(document.generated_at, document.apps), key, signature))
    throw new Error('its signature is invalid');
  if (!areApps(document.apps)) throw new Error('an app in it is malformed');
  checkApps(document.apps);
  return { generatedAt: new Date(document.generated_at).toISOString(), apps: document.apps };
}

function checkApps(apps: readonly CatalogueApp[]): void {
  for (const names of [apps.map((app) => app.slug), apps.map((app) => app.id)])
    if (new Set(names).size !== names.length) throw new Error('two apps in it have the same name');
  for (const { id, slug, version, manifest } of apps) {
    const constraints = [manifest.platform, ...manifest.dependencies.map((need) => need.version_constraint)];
    if (manifest.id !== id || manifest.version !== version)
      throw new Error(`the manifest of ${slug} belongs to another app or version`);
    if (!isVersion(version) || !constraints.every(isConstraint))
      throw new Error(`${slug} has a version or constraint that is not valid`);
    if ((manifest.type === 'external') !== (manifest.external !== undefined))
      throw new Error(`${slug} must name an external address exactly when its type is external`);
  }
}

/** Re-reads the file every minute, so that a new catalogue needs no restart. */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  let kept: Accepted | undefined;
  let fileMark = '';
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> = Promise.resolve();
  const refresh = async () => {
    const { size, mtimeMs } = await stat(options.path);
    const mark = `${size} ${mtimeMs}`;
    if (mark === fileMark) return;
    fileMark = mark;
    if (size > maxBytes) throw new Error('it is larger than 8 MiB');
    const fresh = readCatalogue(await readFile(options.path, 'utf8'), options.publicKey);
    // A signature never expires: without this check, replaying an old catalogue would bring withdrawn versions back.
    if (kept !== undefined && fresh.generatedAt < kept.generatedAt)
      throw new Error('it is older than the catalogue in use');
    kept = fresh;
  };
  return {
    current: async () => {
      const nowMs = options.now().getTime();
      if (nowMs - refreshedAtMs >= refreshMs) {
        refreshedAtMs = nowMs;
        refreshing = refresh().catch((error: unknown) => options.onRefused(reasonOf(error)));
      }
      await refreshing;
      return kept?.apps;
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON';
  return (error as { code?: string }).code ?? (error as Error).message;
}
