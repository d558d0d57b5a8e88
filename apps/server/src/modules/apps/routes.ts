import type { Reader } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type RequestFacts, type Row, read, write } from '../../kernel/http/row.ts';
import { type Naming, organisationErrors, orgIdOf, requireMember } from '../organisations/index.ts';
import type { Catalogue } from './catalogue.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type AppChange, installApp, setAutoUpdate, switchApp, upgradeApp } from './installations.ts';
import {
  AutoUpdateBody,
  AutoUpdateReply,
  BySlug,
  HistoryView,
  InstalledList,
  InstallReply,
  StoreApp,
  StoreList,
  SwitchReply,
  UpgradeReply,
} from './schemas.ts';
import { listHistory, listInstalled } from './store.ts';
import { viewInstalled, viewStoreApp, viewTimeline } from './view.ts';

export interface StoreDeps {
  naming: Pick<Naming, 'refresh'>;
  catalogue: Catalogue;
  platformVersion: string;
}

const { organisation_required } = organisationErrors;
const managed = [organisation_required, organisationErrors.representation_unconfirmed];
const planErrors = [errors.platform_too_old, errors.dependency_unmet, errors.dependency_cycle];

export function appRows(deps: StoreDeps): readonly Row[] {
  const offered = async () => (await deps.catalogue.current()) ?? fail(errors.catalogue_unavailable);
  const offer = async () => ({ catalogue: await offered(), platformVersion: deps.platformVersion });
  const refresh = ({ actor, request }: { actor: Actor; request: RequestFacts }) =>
    deps.naming.refresh(orgIdOf(request), actor.userId);
  const ownApps = async (db: Reader, request: RequestFacts) => {
    const orgId = orgIdOf(request);
    await requireMember(db, orgId);
    return { orgId, installed: await listInstalled(db, orgId) };
  };
  return [
    read({
      id: 'store.apps.list',
      path: '/store/apps',
      access: signedIn,
      reply: StoreList,
      errors: [organisation_required, errors.catalogue_unavailable],
      summary: 'Apps that the organisation in X-Org-Id can install or has installed',
      handler: async ({ db, request }) => {
        const { installed } = await ownApps(db, request);
        const apps = (await offered()).map((app) => viewStoreApp(app, installed));
        // A private app is unlisted, but anyone who knows its slug can open and install it.
        const items = apps.filter((app) => app.visibility === 'public' || app.installed);
        return { items, total: items.length };
      },
    }),
    read({
      id: 'store.apps.one',
      path: '/store/apps/:slug',
      access: signedIn,
      params: BySlug,
      reply: StoreApp,
      errors: [organisation_required, errors.catalogue_unavailable],
      summary: 'One app of the catalogue, for the organisation in X-Org-Id',
      handler: async ({ db, request, params }) => {
        const { installed } = await ownApps(db, request);
        const app = (await offered()).find(({ slug }) => slug === params.slug);
        return viewStoreApp(app ?? fail(kernelErrors.not_found), installed);
      },
    }),
    read({
      id: 'store.apps.history',
      path: '/store/apps/:slug/history',
      access: signedIn,
      params: BySlug,
      reply: HistoryView,
      errors: [organisation_required],
      summary: 'Releases of an app and its history in the organisation in X-Org-Id',
      handler: async ({ db, request, params }) => {
        const { orgId, installed } = await ownApps(db, request);
        const app = ((await deps.catalogue.current()) ?? []).find(({ slug }) => slug === params.slug);
        const mine = installed.find(({ slug }) => slug === params.slug);
        const named = mine ?? (app && { app_id: app.id, name: app.name }) ?? fail(kernelErrors.not_found);
        return {
          app_id: named.app_id,
          slug: params.slug,
          name: named.name,
          ...(mine === undefined ? {} : { installed_version: mine.version }),
          ...(app === undefined ? {} : { latest_version: app.version }),
          timeline: viewTimeline(app, await listHistory(db, orgId, params.slug)),
        };
      },
    }),
    read({
      id: 'apps.installed',
      path: '/installed-apps',
      access: signedIn,
      reply: InstalledList,
      errors: [organisation_required],
      summary: 'Apps of the organisation in X-Org-Id',
      handler: async ({ db, request }) => {
        const { installed } = await ownApps(db, request);
        const catalogue = (await deps.catalogue.current()) ?? [];
        const items = installed.map((row) => viewInstalled(row, catalogue));
        return { items, total: items.length };
      },
    }),
    write({
      id: 'store.apps.install',
      method: 'POST',
      path: '/store/apps/:slug/install',
      access: signedIn,
      params: BySlug,
      reply: InstallReply,
      errors: [...managed, errors.catalogue_unavailable, errors.already_installed, ...planErrors],
      audit: [events.installed],
      summary: 'Install an app and its dependencies for the organisation in X-Org-Id',
      prepare: async (call) => {
        await refresh(call);
        return offer();
      },
      handler: async ({ actor, request, params, tx, prepared }) => {
        const app = await installApp(tx, changeOf(actor, request, params.slug), prepared);
        return { status: 'installed' as const, app: viewInstalled(app, prepared.catalogue) };
      },
    }),
    write({
      id: 'store.apps.upgrade',
      method: 'POST',
      path: '/store/apps/:slug/upgrade',
      access: signedIn,
      params: BySlug,
      reply: UpgradeReply,
      errors: [
        ...managed,
        errors.catalogue_unavailable,
        errors.already_current,
        errors.app_required,
        ...planErrors,
      ],
      audit: [events.upgraded, events.installed],
      summary: 'Upgrade an app to its newest version; the call accepts the permissions that version adds',
      prepare: async (call) => {
        await refresh(call);
        return offer();
      },
      handler: async ({ actor, request, params, tx, prepared }) => {
        const { app, from } = await upgradeApp(tx, changeOf(actor, request, params.slug), prepared);
        return {
          status: 'upgraded' as const,
          app: viewInstalled(app, prepared.catalogue),
          from,
          to: app.version,
        };
      },
    }),
    write({
      id: 'store.apps.enable',
      method: 'POST',
      path: '/store/apps/:slug/enable',
      access: signedIn,
      params: BySlug,
      reply: SwitchReply,
      errors: [...managed, errors.dependency_unmet],
      audit: [events.enabled],
      summary: 'Enable an app',
      prepare: refresh,
      handler: ({ actor, request, params, tx }) => switchApp(tx, changeOf(actor, request, params.slug), true),
    }),
    write({
      id: 'store.apps.disable',
      method: 'POST',
      path: '/store/apps/:slug/disable',
      access: signedIn,
      params: BySlug,
      reply: SwitchReply,
      errors: [...managed, errors.app_required],
      audit: [events.disabled],
      summary: 'Disable an app; refused while another app needs it',
      prepare: refresh,
      handler: ({ actor, request, params, tx }) =>
        switchApp(tx, changeOf(actor, request, params.slug), false),
    }),
    write({
      id: 'store.apps.auto_update',
      method: 'POST',
      path: '/store/apps/:slug/auto-update',
      access: signedIn,
      params: BySlug,
      body: AutoUpdateBody,
      reply: AutoUpdateReply,
      errors: managed,
      audit: [events.autoUpdateSet],
      summary: 'Allow or stop automatic updates; an update that adds permissions still waits for approval',
      prepare: refresh,
      handler: ({ actor, request, params, body, tx }) =>
        setAutoUpdate(tx, changeOf(actor, request, params.slug), body.enabled),
    }),
  ];
}

function changeOf(actor: Actor, request: RequestFacts, slug: string): AppChange {
  return { orgId: orgIdOf(request), actorId: actor.userId, slug };
}
