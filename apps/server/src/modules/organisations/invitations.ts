import { randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { deleteOld, insertMailed } from './invitation-store.ts';
import type { MailPort } from './mail-port.ts';
import { hashToken } from './send-invitation.ts';

export const invitationQueue = 'organisations.invite';
const mailPurpose = 'organisation-invitation-mail';
const lifeMs = 14 * 24 * 3_600_000;

/** Sealed in the queue, because it holds the token, which is stored nowhere else. */
interface WaitingMail {
  to: string;
  token: string;
  organisation: string;
}

/** The token makes its bearer an owner; the e-mail is sent only after commit. */
export async function inviteAdministrator(
  tx: WriteTx,
  keyring: Keyring,
  given: { orgId: string; organisation: string; email: string },
): Promise<void> {
  const token = randomBytes(32).toString('hex');
  await insertMailed(tx, {
    orgId: given.orgId,
    email: given.email,
    tokenHash: hashToken(token),
    now: tx.now,
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  });
  const mail: WaitingMail = { to: given.email, token, organisation: given.organisation };
  tx.enqueue(invitationQueue, { sealed: keyring.seal(JSON.stringify(mail), mailPurpose) });
}

export function invitationJob(deps: {
  keyring: Keyring;
  mail: MailPort | undefined;
  appOrigin: string;
  platformName: string;
}): Job {
  return {
    name: invitationQueue,
    about: 'Sends the invitation of the first administrator of an organisation by e-mail',
    retries: 10,
    run: async (data) => {
      if (deps.mail === undefined) throw new Error('MAIL_URL is not set: the invitation cannot be sent');
      const waiting = JSON.parse(deps.keyring.open(String(data['sealed']), mailPurpose)) as WaitingMail;
      await deps.mail.send(writeMail(deps, waiting));
    },
  };
}

/** In both languages, because the recipient's language is unknown. */
function writeMail(deps: { appOrigin: string; platformName: string }, waiting: WaitingMail) {
  const { organisation } = waiting;
  const link = `${deps.appOrigin}/invitations/${waiting.token}`;
  return {
    to: waiting.to,
    subject: `${deps.platformName}: ${organisation}`,
    text: [
      `Таныг «${organisation}» байгууллагын админаар урьж байна. Доорх хаягийг нээж, eID-аар нэвтэрнэ үү.`,
      'Холбоос 14 хоног хүчинтэй бөгөөд нэг л удаа ажиллана. Бусдад бүү дамжуулаарай.',
      '',
      `You are invited to administer “${organisation}”. Open the address below and sign in with eID.`,
      'The link is valid for 14 days and works once. Do not forward it.',
      '',
      link,
      '',
    ].join('\n'),
  };
}

const retentionMs = 30 * 24 * 3_600_000;

export function cleanJob(database: Database): Job {
  return {
    name: 'organisations.clean_invitations',
    about: 'Deletes invitations that expired thirty days ago, with their register numbers',
    schedule: '50 3 * * *',
    run: async (_data, { now }) => {
      await database.transaction(systemIdentity, (tx) =>
        deleteOld(tx, new Date(now.getTime() - retentionMs)),
      );
    },
  };
}
