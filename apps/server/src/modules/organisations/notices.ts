import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { notify } from '../notifications/index.ts';
import { findInvited } from './invitation-store.ts';
import type { MemberRole } from './schemas.ts';
import { findName } from './store.ts';

/** RLS forbids writing another person's notifications, so a system job does it after the change. */
export const noticeQueue = 'organisations.tell';

const roleNames: Record<MemberRole, Text> = {
  owner: { mn: 'эзэмшигч', en: 'owner' },
  admin: { mn: 'админ', en: 'administrator' },
  member: { mn: 'гишүүн', en: 'member' },
};
const unproven: Text = {
  mn: ' Энэ байгууллагыг төлөөлөх эрхээ нотолсон хүн хараахан алга.',
  en: ' Nobody has proven yet that they represent this organisation.',
};

type Notice =
  | { kind: 'invited'; invitation_id: string }
  | { kind: 'role_changed'; org_id: string; user_id: string; role: MemberRole }
  | { kind: 'removed'; org_id: string; user_id: string };

export function noticeJob(deps: { database: Database; outbox: Outbox }): Job {
  return {
    name: noticeQueue,
    about: 'Notifies a person who was invited to an organisation, removed, or given another role',
    run: (data, { now }) =>
      unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: noticeQueue, auditRequired: () => false },
        (tx) => sendNotice(tx, data as unknown as Notice),
      ),
  };
}

async function sendNotice(tx: WriteTx, told: Notice): Promise<void> {
  if (told.kind === 'invited') return notifyInvited(tx, told.invitation_id);
  const name = (await findName(tx, told.org_id))?.name ?? '';
  if (told.kind === 'removed')
    return notify(tx, {
      userId: told.user_id,
      topic: 'organisations',
      category: 'warning',
      title: { mn: `«${name}» байгууллагаас хасагдлаа`, en: `You were removed from “${name}”` },
      body: {
        mn: 'Та энэ байгууллагын мэдээллийг цаашид харахгүй. Буруу гэж үзвэл эзэмшигчээс нь асууна уу.',
        en: 'You can no longer see this organisation. If this is a mistake, ask its owner.',
      },
      link: '/organisations',
    });
  const role = roleNames[told.role];
  return notify(tx, {
    userId: told.user_id,
    topic: 'organisations',
    category: 'info',
    title: { mn: `«${name}»: таны үүрэг өөрчлөгдлөө`, en: `Your role in “${name}” has changed` },
    body: { mn: `Таны шинэ үүрэг: ${role.mn}.`, en: `Your new role: ${role.en}.` },
    link: `/organisations/${told.org_id}`,
  });
}

async function notifyInvited(tx: WriteTx, invitationId: string): Promise<void> {
  const invited = await findInvited(tx, invitationId);
  if (invited === undefined) return;
  const { organisation, verified } = invited;
  const role = roleNames[invited.role];
  await notify(tx, {
    userId: invited.to,
    topic: 'organisations',
    category: 'info',
    title: { mn: `«${organisation}» танд урилга илгээлээ`, en: `“${organisation}” has invited you` },
    body: {
      mn: `Таныг «${role.mn}» үүрэгтэй урьсан байна. Хүлээн авах хүртэл тань тэд таны нэр, хаягийг харахгүй.${verified ? '' : unproven.mn}`,
      en: `You are invited as ${role.en}. They cannot see your name or address until you accept.${verified ? '' : unproven.en}`,
    },
    link: '/organisations',
  });
}

/** Runs in the takeover transaction, which runs as system. */
export async function notifyTakenOver(
  tx: WriteTx,
  organisation: { id: string; name: string },
  member: { userId: string; stays: boolean },
): Promise<void> {
  const { id, name } = organisation;
  await notify(tx, {
    userId: member.userId,
    topic: 'organisations',
    category: 'warning',
    title: {
      mn: `«${name}» байгууллагыг хууль ёсны төлөөлөгч нь хүлээн авлаа`,
      en: `A representative has taken over “${name}”`,
    },
    body: member.stays
      ? {
          mn: 'eID-аар төлөөлөх эрхээ нотолсон хүн эзэмшигч боллоо. Таны үүрэг: админ.',
          en: 'A person who proved with eID that they represent it is now its owner. Your new role: administrator.',
        }
      : {
          mn: 'eID-аар төлөөлөх эрхээ нотолсон хүн эзэмшигч боллоо. Таны гишүүнчлэл дууссан. Хэрэгтэй бол шинэ эзэмшигчээс урилга хүснэ үү.',
          en: 'A person who proved with eID that they represent it is now its owner. Your membership has ended. If you belong there, ask the new owner for an invitation.',
        },
    link: member.stays ? `/organisations/${id}` : '/organisations',
  });
}
