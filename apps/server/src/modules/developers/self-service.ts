import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type Refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { notify } from '../notifications/index.ts';
import {
  announceClient,
  askForApproval,
  askForSensitive,
  type ClientRow,
  type ClientView,
  clientErrors,
  factsOf,
  isSensitive,
  listInterested,
  listOwned,
  listOwners,
  listReservedNames,
  lockClient,
  newClientId,
  registerClient,
  requireClient,
  saveClient,
  settleApproval,
  unregisterClient,
  viewClient,
  withdrawApprovalRequest,
} from '../oauth-clients/index.ts';
import { askForFreshProof } from '../superadmin/index.ts';
import { isSamePerson } from '../users/index.ts';
import { listApprovers } from './approver-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { requireOwner } from './owners.ts';
import type { ApprovalBody, NewOwnBody, OwnBody, SelfServiceMode } from './schemas.ts';

export interface SelfServiceDeps {
  keyring: Keyring;
  guard: AddressGuard<'applications'>;
  selfService: SelfServiceMode;
  platformName: string;
}

/** A person who loses count of their tries must not fill the list of the managers. */
const maxTrials = 10;

/** An owner never decides what needs an administrator. */
const rulesOf = async (tx: WriteTx, { guard, platformName }: SelfServiceDeps) => ({
  guard,
  isAdministrator: false,
  reservedNames: await listReservedNames(tx, platformName, false),
  now: tx.now,
});

const clientBodyOf = ({ post_logout_redirect_uris, ...body }: NewOwnBody) => ({
  ...body,
  ...(post_logout_redirect_uris === undefined ? {} : { options: { post_logout_redirect_uris } }),
});

export async function registerOwn(
  tx: WriteTx,
  deps: SelfServiceDeps,
  userId: string,
  body: NewOwnBody,
): Promise<ClientView> {
  if (deps.selfService === 'never') fail(errors.self_service_off);
  const trials = (await listOwned(tx, userId)).filter(({ stage }) => stage === 'trial');
  if (trials.length >= maxTrials) fail(errors.too_many_applications);
  const id = newClientId();
  const facts = factsOf(clientBodyOf(body), undefined, await rulesOf(tx, deps));
  const secret = await registerClient(tx, deps.keyring, id, facts, { userId }, 'trial');
  return viewClient(await requireClient(tx, id), tx.now, secret);
}

export const readOwn = async (tx: WriteTx, own: { id: string; userId: string }): Promise<ClientView> =>
  viewClient(await lockTrial(tx, own), tx.now);

export async function changeOwn(
  tx: WriteTx,
  deps: SelfServiceDeps,
  own: { id: string; userId: string },
  body: OwnBody,
): Promise<ClientView | Unchanged<ClientView>> {
  const current = await lockTrial(tx, own);
  if (isSensitive(current)) fail(clientErrors.administrator_required);
  const facts = factsOf(
    clientBodyOf({ ...body, app_type: typeOf(current) }),
    current,
    await rulesOf(tx, deps),
  );
  if (!(await saveClient(tx, current, facts, { userId: own.userId })))
    return unchanged(viewClient(current, tx.now));
  if (current.approval_asked_at !== null) await endRequest(tx, own, current.name);
  return viewClient(await requireClient(tx, own.id), tx.now);
}

/** An approval is for what was read; the owner asks again for what it became. */
async function endRequest(tx: WriteTx, own: { id: string; userId: string }, name: string): Promise<void> {
  await withdrawApprovalRequest(tx, own.id);
  tx.audit(events.approvalWithdrawn, { target: own.id, metadata: { name } });
  await tellApprovers(tx, own, changedText(name));
}

async function tellApprovers(
  tx: WriteTx,
  own: { id: string; userId: string },
  text: { title: Text; body: Text },
): Promise<void> {
  for (const userId of await listApprovers(tx))
    if (userId !== own.userId)
      await notify(tx, { userId, category: 'info', ...text, link: `/administration/applications/${own.id}` });
}

function typeOf({ type }: ClientRow): NewOwnBody['app_type'] {
  return type === 'm2m' ? fail(errors.application_live) : type;
}

export async function removeOwn(
  tx: WriteTx,
  own: { id: string; userId: string },
): Promise<Record<string, never>> {
  if (isSensitive(await lockTrial(tx, own))) fail(clientErrors.administrator_required);
  await unregisterClient(tx, own.id, { userId: own.userId });
  return {};
}

export async function askApproval(
  tx: WriteTx,
  deps: SelfServiceDeps,
  own: { id: string; userId: string },
): Promise<ClientView> {
  if (deps.selfService !== 'approval') fail(errors.self_service_off);
  const { name } = await lockTrial(tx, own);
  if (!(await askForApproval(tx, own.id, tx.now))) fail(errors.approval_settled);
  tx.audit(events.approvalAsked, { target: own.id, metadata: { name } });
  await tellApprovers(tx, own, askedText(name));
  return viewClient(await requireClient(tx, own.id), tx.now);
}

/** A manager may approve an application on trial that nobody asked for. */
export async function decideApproval(
  tx: WriteTx,
  actor: Actor,
  id: string,
  { approve, reason, seen }: ApprovalBody,
): Promise<ClientView | Refused> {
  const current = await lockClient(tx, id);
  const { name } = current;
  const owners = await listOwners(tx, id);
  for (const interested of approve ? await listInterested(tx, id) : [])
    if (await isSamePerson(tx, actor.userId, interested)) fail(errors.own_trial);
  if (approve && !isRevision(current, seen)) fail(errors.application_changed);
  // It becomes open to everybody.
  const asked = approve
    ? ((await askForSensitive(tx, actor, current)) ?? (await askForFreshProof(tx, actor)))
    : undefined;
  if (asked !== undefined) return asked;
  if (!approve && reason === undefined) fail(errors.reason_required);
  if (!(await settleApproval(tx, id, approve ? 'live' : 'trial', tx.now))) fail(errors.approval_settled);
  tx.audit(approve ? events.approved : events.approvalRefused, { target: id, metadata: { name } });
  announceClient(tx, id);
  const outcome = approve ? approvedText(name) : refusedText(name, reason ?? '');
  for (const { user_id: userId } of owners)
    await notify(tx, {
      userId,
      topic: 'security',
      category: 'info',
      ...outcome,
      link: `/developers/applications/${id}`,
    });
  return viewClient(await requireClient(tx, id), tx.now);
}

const isRevision = ({ updated_at, created_at }: ClientRow, seen: string | undefined): boolean =>
  seen !== undefined && Date.parse(seen) === Date.parse(updated_at ?? created_at);

const changedText = (name: string): { title: Text; body: Text } => ({
  title: { mn: 'Батлуулах хүсэлт хүчингүй боллоо', en: 'A request for approval has ended' },
  body: {
    mn: `Хөгжүүлэгч «${name}» аппликейшныг өөрчилсөн тул батлуулах хүсэлтээ дахин илгээнэ.`,
    en: `The developer changed “${name}” and has to ask for approval again.`,
  },
});

const askedText = (name: string): { title: Text; body: Text } => ({
  title: { mn: 'Аппликейшн батлуулахаар хүсэв', en: 'A developer asks for approval' },
  body: {
    mn: `«${name}» аппликейшныг бүх хүнд нээхийг хүсэж байна. Шалгаад батлах эсвэл татгалзана уу.`,
    en: `“${name}” should be open to everybody. Look at it, then approve or refuse.`,
  },
});

const approvedText = (name: string): { title: Text; body: Text } => ({
  title: { mn: 'Аппликейшныг баталлаа', en: 'Your application was approved' },
  body: {
    mn: `Одоо бүх хүн «${name}» аппликейшнд нэвтэрч чадна.`,
    en: `Everybody can now sign in to “${name}”.`,
  },
});

const refusedText = (name: string, reason: string): { title: Text; body: Text } => ({
  title: { mn: 'Аппликейшныг батлахаас татгалзлаа', en: 'Your application was not approved' },
  body: {
    mn: `«${name}» туршилтын шатанд үлдлээ. Шалтгаан: ${reason}`,
    en: `“${name}” stays on trial. Reason: ${reason}`,
  },
});

async function lockTrial(tx: WriteTx, { id, userId }: { id: string; userId: string }) {
  await requireOwner(tx, id, userId);
  const client = await lockClient(tx, id);
  if (client.stage !== 'trial') fail(errors.application_live);
  return client;
}
