import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type Access, permission, signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  askForSensitive,
  ByClientId,
  ClientView,
  clientErrors,
  clientEvents,
  findClient,
  isSensitive,
  listOwned,
  lockClient,
  RotateBody,
  requireClient,
  rotateSecret,
  sensitiveWhen,
  viewClient,
} from '../oauth-clients/index.ts';
import { askForFreshProof, superadminErrors, superadminEvents } from '../superadmin/index.ts';
import type { Activity } from './activity.ts';
import { endOld, readCredentials } from './credentials.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { listOffers, listReceivedOffers } from './owner-offer-store.ts';
import {
  acceptOwnership,
  declineOwnership,
  offerOwnership,
  removeOwner,
  requireOwner,
  viewOffer,
  viewOwners,
} from './owners.ts';
import {
  ByOwner,
  CredentialsView,
  EndBody,
  OfferView,
  OwnedList,
  OwnerBody,
  OwnerList,
  ReceivedOfferList,
  type SelfServiceMode,
  SignInsView,
} from './schemas.ts';
import { readSignIns } from './usage.ts';
import { UsageQuery, usageRange } from './usage-range.ts';

export interface DeveloperDeps {
  keyring: Keyring;
  activity: Activity;
  selfService: SelfServiceMode;
}

const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;
const manage = permission('gateway.manage');
const asInvited = 'the application is not visible to the invited person yet';
const asManager = 'a custom role with gateway.manage has only the rights of an ordinary person under RLS';
const asOwner = 'the handler first checks that the caller owns the application';
const ownWrites: Limit = { group: 'me', perMinute: 30, burst: 15 };

export const developerRows = (deps: DeveloperDeps): readonly Row[] => [
  ...ownerRows(),
  ...credentialRows(deps, {
    id: 'applications',
    path: '/applications/:id',
    access: manage,
    asSystem: asManager,
    check: async () => undefined,
  }),
  read({
    id: 'me.applications',
    path: '/me/applications',
    access: signedIn,
    reply: OwnedList,
    errors: [],
    asSystem: 'the statement reads only applications of the caller',
    summary: 'Applications that the caller owns, by name',
    handler: async ({ actor, db }) => {
      const items = (await listOwned(db, actor.userId)).map(({ type, ...rest }) => ({
        ...rest,
        app_type: type,
      }));
      return { items, total: items.length, self_service: deps.selfService };
    },
  }),
  read({
    id: 'me.applications.get',
    path: '/me/applications/:id',
    access: signedIn,
    params: ByClientId,
    reply: ClientView,
    errors: [],
    asSystem: asOwner,
    summary: 'One application of the caller',
    handler: async ({ actor, params, db, request }) => {
      await requireOwner(db, params.id, actor.userId);
      return viewClient((await findClient(db, params.id)) ?? fail(kernelErrors.not_found), request.now);
    },
  }),
  read({
    id: 'me.applications.sign_ins',
    path: '/me/applications/:id/sign-ins',
    access: signedIn,
    params: ByClientId,
    query: UsageQuery,
    reply: SignInsView,
    errors: [],
    asSystem: asOwner,
    summary: 'Sign-ins, tokens and refusals of an own application over time',
    handler: async ({ actor, params, query, db, request }) => {
      await requireOwner(db, params.id, actor.userId);
      return readSignIns(deps.activity, db, params.id, usageRange(query.days ?? 7, request.now));
    },
  }),
  ...credentialRows(deps, {
    id: 'me.applications',
    path: '/me/applications/:id',
    access: signedIn,
    asSystem: asOwner,
    check: requireOwner,
  }),
  write({
    id: 'me.applications.rotate_secret',
    method: 'POST',
    path: '/me/applications/:id/rotate-secret',
    access: signedIn,
    limit: ownWrites,
    params: ByClientId,
    body: RotateBody,
    reply: ClientView,
    noStore: true,
    errors: [clientErrors.public_client_has_no_secret, step_up_required],
    audit: [clientEvents.secretRotated, stepUpAsked],
    freshProof: { when: sensitiveWhen },
    asSystem: asOwner,
    summary: 'Rotate the secret of an own application; the new one is shown only in this answer',
    handler: async ({ actor, params, body, tx }) => {
      await requireOwner(tx, params.id, actor.userId);
      // An administrator decided who owns a sensitive application, so its owner proves only who they are.
      const asked = isSensitive(await lockClient(tx, params.id))
        ? await askForFreshProof(tx, actor)
        : undefined;
      if (asked !== undefined) return asked;
      const by = { userId: actor.userId };
      const secret = await rotateSecret(tx, deps.keyring, params.id, body.grace_seconds ?? 0, by);
      return viewClient(await requireClient(tx, params.id), tx.now, secret);
    },
  }),
];

/** The same rows for managers of the gateway and for owners. */
interface Door {
  id: string;
  path: string;
  access: Access<Actor>;
  asSystem: string;
  check: (db: Reader | Tx, clientId: string, userId: string) => Promise<void>;
}

const credentialRows = ({ activity }: DeveloperDeps, { id, path, access, asSystem, check }: Door): Row[] => [
  read({
    id: `${id}.credentials`,
    path: `${path}/credentials`,
    access,
    params: ByClientId,
    reply: CredentialsView,
    errors: [],
    asSystem,
    summary: 'The secrets and keys of an application, and the last use of each',
    handler: async ({ actor, params, db, request }) => {
      await check(db, params.id, actor.userId);
      return readCredentials(activity, db, params.id, request.now);
    },
  }),
  write({
    id: `${id}.end_old_secret`,
    method: 'POST',
    path: `${path}/end-old-secret`,
    access,
    limit: ownWrites,
    params: ByClientId,
    body: EndBody,
    reply: CredentialsView,
    errors: [errors.secret_in_use, errors.no_old_secret],
    audit: [clientEvents.oldSecretEnded],
    asSystem,
    summary: 'End the old secret of a rotation before its time; refused if it was used within 24 hours',
    prepare: () => activity.flush(),
    handler: async ({ actor, params, body, tx }) => {
      await check(tx, params.id, actor.userId);
      return endOld(tx, params.id, body.even_if_used ?? false);
    },
  }),
];

const ownerRows = (): Row[] => [
  read({
    id: 'applications.owners',
    path: '/applications/:id/owners',
    access: manage,
    params: ByClientId,
    reply: OwnerList,
    errors: [],
    asSystem: asManager,
    summary: 'The owners of an application',
    handler: async ({ params, db, request }) => {
      const items = await viewOwners(db, params.id);
      const offers = (await listOffers(db, params.id, request.now)).map(viewOffer);
      return { items, total: items.length, offers };
    },
  }),
  write({
    id: 'applications.owners.add',
    method: 'POST',
    path: '/applications/:id/owners',
    access: manage,
    limit: { group: 'owners', perMinute: 20, burst: 10 },
    params: ByClientId,
    body: OwnerBody,
    reply: OfferView,
    status: 201,
    idempotent: true,
    errors: [errors.too_many_owners, clientErrors.administrator_required, step_up_required],
    audit: [events.ownerOffered, stepUpAsked],
    freshProof: { when: sensitiveWhen },
    asSystem: asManager,
    summary: 'Invite the holder of a register number to own an application; the answer tells nothing of them',
    handler: async ({ actor, params, body, tx }) =>
      (await askForSensitive(tx, actor, await lockClient(tx, params.id))) ??
      offerOwnership(tx, params.id, body.national_id),
  }),
  read({
    id: 'developers.owner_offers',
    path: '/me/owner-offers',
    access: signedIn,
    reply: ReceivedOfferList,
    errors: [],
    asSystem: asInvited,
    summary: 'Applications that the caller is invited to own',
    handler: async ({ actor, db, request }) => {
      const items = await listReceivedOffers(db, actor.userId, request.now);
      return { items, total: items.length };
    },
  }),
  write({
    id: 'developers.owner_offers.accept',
    method: 'POST',
    path: '/me/owner-offers/:id/accept',
    access: signedIn,
    params: ById,
    reply: Empty,
    errors: [errors.too_many_owners],
    audit: [events.ownerAdded],
    asSystem: asInvited,
    summary: 'Become an owner of an application; its administrators then see the caller’s name',
    handler: ({ actor, params, tx }) => acceptOwnership(tx, { id: params.id, userId: actor.userId }),
  }),
  write({
    id: 'developers.owner_offers.decline',
    method: 'POST',
    path: '/me/owner-offers/:id/decline',
    access: signedIn,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.ownerDeclined],
    asSystem: asInvited,
    summary: 'Decline to own an application; nobody is told',
    handler: ({ actor, params, tx }) => declineOwnership(tx, { id: params.id, userId: actor.userId }),
  }),
  write({
    id: 'applications.owners.remove',
    method: 'DELETE',
    path: '/applications/:id/owners/:user_id',
    access: manage,
    params: ByOwner,
    reply: Empty,
    errors: [clientErrors.administrator_required, step_up_required],
    audit: [events.ownerRemoved, events.ownerOfferWithdrawn, stepUpAsked],
    freshProof: { when: sensitiveWhen },
    asSystem: asManager,
    summary: 'Remove an owner of an application, or withdraw an invitation by its id',
    handler: async ({ actor, params, tx }) =>
      (await askForSensitive(tx, actor, await lockClient(tx, params.id))) ??
      removeOwner(tx, params.id, params.user_id),
  }),
];
