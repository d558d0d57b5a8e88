import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { appsChanged } from './installations.ts';
import type { CatalogueApp } from './schemas.ts';
import { appendHistory, insertInstalled } from './store.ts';

/** Built in, because an organisation must be able to manage its members where no publisher is configured. */
export type PlatformApp = 'members' | 'gateway' | 'signing' | 'relay';

interface Description {
  readonly name: string;
  readonly description: string;
  readonly en: { readonly name: string; readonly description: string };
}

const descriptions: Record<PlatformApp, Description> = {
  members: {
    name: 'Байгууллагын хүмүүс',
    description: 'Гишүүдийг урих, үүргийг нь өөрчлөх, хасах.',
    en: { name: 'People', description: 'Invite members, change their roles and remove them.' },
  },
  gateway: {
    name: 'Гарцын аппликейшнүүд',
    description: 'Байгууллагын нэр дээрх аппликейшнүүд, тэдний нууц түлхүүр.',
    en: { name: 'Gateway applications', description: 'Applications of the organisation and their secrets.' },
  },
  signing: {
    name: 'Байгууллагын гарын үсэг',
    description: 'Байгууллагын нэрийн өмнөөс баримтад гарын үсэг зурах.',
    en: { name: 'Signing', description: 'Sign documents on behalf of the organisation.' },
  },
  relay: {
    name: 'Хүсэлт дамжуулах',
    description: 'Бусад платформоос ирсэн хүсэлтийг хүлээн авч, хариулах.',
    en: { name: 'Relay', description: 'Receive and answer requests from other platforms.' },
  },
};

const version = '1.0.0';

export const platformApps: readonly CatalogueApp[] = Object.entries(descriptions).map(
  ([slug, app], order) => {
    const id = `mn.tamga.platform.${slug}`;
    return {
      id,
      slug,
      name: app.name,
      description: app.description,
      icon_url: '',
      category: 'platform',
      visibility: 'public',
      version,
      manifest: {
        id,
        name: app.name,
        version,
        type: 'module',
        platform: '*',
        dependencies: [],
        permissions: [],
        menus: [],
        publisher: 'Tamga',
        license: 'Apache-2.0',
        order,
        visibility: 'public',
      },
      translations: { en: app.en },
      releases: [],
    };
  },
);

/** The filter stops a catalogue app from impersonating a platform app. */
export function withPlatformApps(offered: readonly CatalogueApp[]): readonly CatalogueApp[] {
  const isTaken = ({ id, slug }: CatalogueApp) =>
    platformApps.some((own) => own.id === id || own.slug === slug);
  return [...platformApps, ...offered.filter((app) => !isTaken(app))];
}

/** An organisation needs its members app to grow; everything else is its choice. */
const first: readonly PlatformApp[] = ['members'];

/** Runs in the transaction that creates the organisation; returns the installed slugs. */
export async function installFirstApps(
  tx: WriteTx,
  { orgId, actorId }: { orgId: string; actorId: string | null },
): Promise<readonly string[]> {
  for (const app of platformApps.filter(({ slug }) => first.some((name) => name === slug))) {
    await insertInstalled(tx, orgId, app, tx.now);
    await appendHistory(tx, {
      orgId,
      actorId,
      slug: app.slug,
      type: 'installed',
      version: app.version,
      from: null,
      reason: 'default',
      added: [],
      at: tx.now,
    });
  }
  tx.publish(appsChanged, { org_id: orgId });
  return first;
}
