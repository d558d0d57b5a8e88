import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { MailPort } from '../organisations/index.ts';
import { deleteOld, findLetter } from './store.ts';

export const letterQueue = 'role_invitations.letter';
const retentionMs = 30 * 24 * 3_600_000;

export interface LetterDeps {
  database: Database;
  mail: MailPort | undefined;
  appOrigin: string;
  platformName: string;
}

export const invitationJobs = (deps: LetterDeps): readonly Job[] => [
  {
    name: letterQueue,
    about: 'Sends the letter of an invitation to a role',
    run: async (data, { now, log }) => {
      const letter = await findLetter(deps.database.reader(systemIdentity), String(data['id']), now);
      if (letter?.email == null) return;
      if (deps.mail === undefined) {
        log.warn({}, 'MAIL_URL is not set: the person finds the invitation at their next sign-in');
        return;
      }
      await deps.mail.send(writeLetter(deps, { to: letter.email, expiresAt: letter.expires_at }));
    },
  },
  {
    name: 'role_invitations.clean',
    about: 'Deletes invitations to roles that ended or expired thirty days ago, with their register numbers',
    schedule: '55 3 * * *',
    run: async (_data, { now }) => {
      await deps.database.transaction(systemIdentity, (tx) =>
        deleteOld(tx, new Date(now.getTime() - retentionMs)),
      );
    },
  },
];

/** In both languages and without the role: the address was given by somebody else and may be wrong. */
function writeLetter(deps: LetterDeps, { to, expiresAt }: { to: string; expiresAt: string }) {
  const day = expiresAt.slice(0, 10);
  return {
    to,
    subject: deps.platformName,
    text: [
      `Танд ${deps.platformName} платформоос урилга ирсэн байна. Доорх хаягийг нээж, eID-ээрээ нэвтэрнэ үү.`,
      `Урилга ${day} хүртэл хүчинтэй. Танд хамаагүй бол энэ захидлыг үл тоомсорлоно уу.`,
      '',
      `${deps.platformName} has an invitation for you. Open the address below and sign in with your eID.`,
      `It is valid until ${day}. If it is not meant for you, ignore this letter.`,
      '',
      `${deps.appOrigin}/role-invitations`,
      '',
    ].join('\n'),
  };
}
