import { createHash, randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { MailPort } from './mail-port.ts';
import { membersChanged } from './membership.ts';
import {
  findOrganisation,
  insertInvitation,
  insertMember,
  isVerifiedPerson,
  type OrganisationRow,
  takeInvitation,
  writeMemberRole,
} from './store.ts';

export const invitationQueue = 'organisations.invite';
const mailPurpose = 'organisation-invitation-mail';
const lifeMs = 14 * 24 * 3_600_000;

/** What the worker needs to write the mail. Sealed while it waits: it holds the token, which is kept nowhere else. */
interface WaitingMail {
  to: string;
  token: string;
  organisation: string;
}

/** Mails a token that makes its bearer an administrator. The mail leaves only if this transaction commits. */
export async function inviteAdministrator(
  tx: WriteTx,
  keyring: Keyring,
  given: { orgId: string; organisation: string; email: string },
): Promise<void> {
  const token = randomBytes(32).toString('hex');
  await insertInvitation(tx, {
    orgId: given.orgId,
    email: given.email,
    tokenHash: hashToken(token),
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  });
  const mail: WaitingMail = { to: given.email, token, organisation: given.organisation };
  tx.enqueue(invitationQueue, { sealed: keyring.seal(JSON.stringify(mail), mailPurpose) });
}

/**
 * The token decides, not the address it was sent to: whoever holds it and has shown who they are by eID becomes the
 * organisation's first administrator, its owner: without one nobody could ever appoint another. An unknown, a used and an outdated token are one answer.
 */
export async function acceptInvitation(tx: WriteTx, userId: string, token: string): Promise<OrganisationRow> {
  if (!(await isVerifiedPerson(tx, userId))) fail(errors.eid_required);
  const taken = await takeInvitation(tx, { tokenHash: hashToken(token), userId, now: tx.now });
  if (taken === undefined) fail(kernelErrors.not_found);
  const orgId = taken.org_id;
  const added = await insertMember(tx, { orgId, userId, role: 'owner', now: tx.now });
  if (!added) await writeMemberRole(tx, { orgId, userId, role: 'owner' });
  tx.audit(events.invitationAccepted, { target: orgId, metadata: { invitation_id: taken.id } });
  tx.publish(membersChanged, { org_id: orgId });
  return (await findOrganisation(tx, userId, orgId)) ?? fail(kernelErrors.not_found);
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function invitationJob(deps: {
  keyring: Keyring;
  mail: MailPort | undefined;
  appOrigin: string;
  platformName: string;
}): Job {
  return {
    name: invitationQueue,
    about: 'Mails the invitation of the first administrator of an organisation',
    retries: 10,
    run: async (data) => {
      if (deps.mail === undefined) throw new Error('MAIL_URL is not set: the invitation cannot be mailed');
      const waiting = JSON.parse(deps.keyring.open(String(data['sealed']), mailPurpose)) as WaitingMail;
      await deps.mail.send(writeMail(deps, waiting));
    },
  };
}

/** In both languages: who will read it is not known. */
function writeMail(deps: { appOrigin: string; platformName: string }, waiting: WaitingMail) {
  const { organisation } = waiting;
  const link = `${deps.appOrigin}/invitations/${waiting.token}`;
  return {
    to: waiting.to,
    subject: `${deps.platformName}: ${organisation}`,
    text: [
      `Таныг «${organisation}» байгууллагын админаар урьж байна. Доорх хаягийг нээж, eID-аар нэвтэрнэ үү.`,
      'Холбоос 14 хоног хүчинтэй, нэг удаа ашиглагдана. Бусдад бүү дамжуул.',
      '',
      `You are invited to administer “${organisation}”. Open the address below and sign in with eID.`,
      'The link works for 14 days, once. Do not pass it on.',
      '',
      link,
      '',
    ].join('\n'),
  };
}
