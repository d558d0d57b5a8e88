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
          mn: 'eID-аар төлөөлөх эрхээ нотолсон хүн эзэмшигч боллоо. Таны үүрэг: гишүүн. Байгууллагын нэрийн өмнөөс үйлдэл хийх эрх хэрэгтэй бол эзэмшигчээс хүснэ үү.',
          en: 'A person who proved with eID that they represent it is now its owner. Your new role: member. If you need to act for it, ask the owner to appoint you.',
        }
      : {
          mn: 'eID-аар төлөөлөх эрхээ нотолсон хүн эзэмшигч боллоо. Таны гишүүнчлэл дууссан. Хэрэгтэй бол шинэ эзэмшигчээс урилга хүснэ үү.',
          en: 'A person who proved with eID that they represent it is now its owner. Your membership has ended. If you belong there, ask the new owner for an invitation.',
        },
    link: member.stays ? `/organisations/${id}` : '/organisations',
  });
}

/** To an owner whom the register names, when it names one more person. */
export const notifyJoinedByRegister = (
  tx: WriteTx,
  { id, name }: { id: string; name: string },
  userId: string,
): Promise<void> =>
  notify(tx, {
    userId,
    topic: 'organisations',
    category: 'info',
    title: { mn: `«${name}»: өөр төлөөлөгч нэгдлээ`, en: `“${name}” has another representative` },
    body: {
      mn: 'Улсын бүртгэлд төлөөлөгчөөр бүртгэлтэй хүн eID-аар баталгаажиж, эзэмшигч боллоо.',
      en: 'A person whom the state register names as a representative proved it with eID and is now an owner too.',
    },
    link: `/organisations/${id}`,
  });

/** Who ended a representation: the register by naming others, or the person by ending the link at the eID provider. */
export type Ender = 'register' | 'person';

const endedText: Record<Ender, { person: Text; others: Text }> = {
  register: {
    person: {
      mn: 'Улсын бүртгэл таныг төлөөлөгчөөр нэрлэхгүй байна. Байгууллагын нэрийн өмнөөс үйлдэл хийх эрх тань дууслаа. Буруу бол байгууллагын хуудсан дээр дахин шалгана уу.',
      en: 'The state register no longer names you as its representative, so your right to act for it has ended. If this is wrong, check again on the page of the organisation.',
    },
    others: {
      mn: 'Улсын бүртгэл гишүүдээс хэнийг ч төлөөлөгчөөр нэрлэхгүй байна. Одоогийн төлөөлөгч нь eID-аар хүлээн авна.',
      en: 'The state register names none of its members as a representative. Its present representative can take over with eID.',
    },
  },
  person: {
    person: {
      mn: 'Та eID дэх холбоосоо цуцалсан тул байгууллагын нэрийн өмнөөс үйлдэл хийх эрх тань дууслаа. Буцаан авах бол байгууллагын хуудсан дээр дахин холбоно уу.',
      en: 'You ended the link to it in your eID, so your right to act for it has ended. To get it back, link it again on the page of the organisation.',
    },
    others: {
      mn: 'Төлөөлөгч нь eID дэх холбоосоо цуцалсан. Улсын бүртгэлд бүртгэлтэй төлөөлөгч eID-аар хүлээн авна.',
      en: 'Its representative ended the link to it in their eID. A representative whom the state register names can take over with eID.',
    },
  },
};

const appointerLeft: Text = {
  mn: 'Таныг томилсон хүн энэ байгууллагыг төлөөлөхөө больсон. Таны үүрэг: гишүүн. Үйлдэл хийх эрх хэрэгтэй бол одоогийн төлөөлөгчөөс хүснэ үү.',
  en: 'The person who appointed you no longer represents it. Your new role: member. If you need to act for it, ask its present representative to appoint you.',
};

/** Tells the person, and everybody whose role came from them. */
export async function notifyRepresentationEnded(
  tx: WriteTx,
  orgId: string,
  ended: { userId: string; by: Ender; isNobodyLeft: boolean; appointed: readonly string[] },
): Promise<void> {
  const name = (await findName(tx, orgId))?.name ?? '';
  const link = `/organisations/${orgId}`;
  await notify(tx, {
    userId: ended.userId,
    topic: 'organisations',
    category: 'warning',
    title: { mn: `Та «${name}» байгууллагыг төлөөлөхөө больсон`, en: `You no longer represent “${name}”` },
    body: endedText[ended.by].person,
    link,
  });
  const nobody = {
    title: {
      mn: `«${name}»: одоогоор хэн ч үйлдэл хийх эрхгүй`,
      en: `Nobody can act for “${name}” at present`,
    },
    body: endedText[ended.by].others,
  };
  const other = {
    title: { mn: `«${name}»: таны эрх дууслаа`, en: `Your right to act for “${name}” has ended` },
    body: appointerLeft,
  };
  for (const id of ended.appointed)
    await notify(tx, {
      userId: id,
      topic: 'organisations',
      category: 'warning',
      ...(ended.isNobodyLeft ? nobody : other),
      link,
    });
}
