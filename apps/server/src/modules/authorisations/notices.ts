import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { writeDay } from '../../kernel/local-day.ts';
import { notify } from '../notifications/index.ts';
import { findForNotice, type NoticeRow, takeUntold } from './notice-store.ts';
import { readStatement, type Statement } from './statement.ts';

/** RLS forbids writing another person's notifications, so a system job does it after the change. */
export const noticeQueue = 'authorisations.tell';

export type News = 'offered' | 'accepted' | 'declined' | 'revoked' | 'given_up';

export interface NoticeDeps {
  database: Database;
  outbox: Outbox;
}

export function noticeJob(deps: NoticeDeps): Job {
  return {
    name: noticeQueue,
    about: 'Notifies the other side of an authorisation that was given, answered or ended',
    run: (data, { now }) =>
      unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: noticeQueue, auditRequired: () => false },
        (tx) => sendNotice(tx, data as { kind: News; id: string }),
      ),
  };
}

async function sendNotice(tx: WriteTx, { kind, id }: { kind: News; id: string }): Promise<void> {
  if (kind === 'offered') return tellOffered(tx, id);
  const row = await findForNotice(tx, id);
  if (row === undefined) return;
  const isToReceiver = kind === 'revoked';
  // An offer that was withdrawn before its receiver heard of it needs no news.
  if (isToReceiver && row.told_at === null && row.accepted_at === null) return;
  await tell(tx, row, isToReceiver ? row.receiver : row.grantor_id, messages[kind]);
}

/** A receiver without an account is notified by the sweep, after their first sign-in. */
export async function tellOffered(tx: WriteTx, id: string | null): Promise<void> {
  for (const row of await takeUntold(tx, id, tx.now)) await tell(tx, row, row.receiver, messages.offered);
}

interface Message {
  category: 'info' | 'success' | 'warning';
  title: (said: Statement) => Text;
  body: (said: Statement) => Text;
}

export async function tell(
  tx: WriteTx,
  row: Pick<NoticeRow, 'id' | 'canonical'>,
  userId: string | null,
  { category, title, body }: Message,
): Promise<void> {
  if (userId === null) return;
  const said = readStatement(row.canonical);
  await notify(tx, {
    userId,
    topic: 'security',
    category,
    title: title(said),
    body: body(said),
    link: `/account/authorisations/${row.id}`,
  });
}

const last = ({ until }: Statement): Text => writeDay(until);

export const messages: Record<News | 'lapsed' | 'ending' | 'expired' | 'unanswered', Message> = {
  ending: {
    category: 'info',
    title: ({ grantor, receiver }) => ({
      mn: `Итгэмжлэл удахгүй дуусна: ${grantor.name} – ${receiver.name}`,
      en: `An authorisation ends soon: ${grantor.name} – ${receiver.name}`,
    }),
    body: (said) => ({
      mn: `Сүүлийн өдөр: ${last(said).mn}. Цааш хэрэгтэй бол олгогч шинээр олгоно.`,
      en: `Its last day is ${last(said).en}. If it is needed longer, the grantor gives a new one.`,
    }),
  },
  expired: {
    category: 'info',
    title: ({ grantor, receiver }) => ({
      mn: `Итгэмжлэлийн хугацаа дууслаа: ${grantor.name} – ${receiver.name}`,
      en: `An authorisation has expired: ${grantor.name} – ${receiver.name}`,
    }),
    body: (said) => ({
      mn: `Сүүлийн өдөр нь ${last(said).mn} байлаа.`,
      en: `Its last day was ${last(said).en}.`,
    }),
  },
  unanswered: {
    category: 'info',
    title: ({ receiver }) => ({
      mn: `Итгэмжлэлд хариу ирсэнгүй: ${receiver.name}`,
      en: `Your authorisation was not answered: ${receiver.name}`,
    }),
    body: () => ({
      mn: 'Хариу өгөх хугацаа дууссан тул хүчин төгөлдөр болоогүй. Хэрэгтэй бол шинээр олгоно уу.',
      en: 'The time to answer has passed, so it never took effect. Give a new one if you need it.',
    }),
  },
  lapsed: {
    category: 'warning',
    title: ({ grantor, receiver }) => ({
      mn: `«${grantor.name}» байгууллагын итгэмжлэл дууслаа (${receiver.name})`,
      en: `An authorisation of “${grantor.name}” has ended (${receiver.name})`,
    }),
    body: () => ({
      mn: 'Гарын үсэг зурсан хүн нь байгууллагаа төлөөлөхөө больсон. Хэрэгтэй бол одоогийн төлөөлөгч шинээр олгоно.',
      en: 'The person who signed it no longer represents the organisation. A current representative can give a new one.',
    }),
  },
  offered: {
    category: 'info',
    title: ({ grantor }) => ({
      mn: `${grantor.name} танд итгэмжлэл олгож байна`,
      en: `${grantor.name} offers you an authorisation`,
    }),
    body: (said) => ({
      mn: `Та хүлээн авбал ${last(said).mn} хүртэл өмнөөс нь үйлдэл хийж чадна. Уншаад хүлээн авах эсвэл татгалзана уу.`,
      en: `If you accept, you can act for them until ${last(said).en}. Read it, then accept or decline.`,
    }),
  },
  accepted: {
    category: 'success',
    title: ({ receiver }) => ({
      mn: `${receiver.name} итгэмжлэлийг хүлээн авлаа`,
      en: `${receiver.name} accepted your authorisation`,
    }),
    body: (said) => ({
      mn: `Итгэмжлэл ${last(said).mn} хүртэл хүчинтэй. Та хүссэн үедээ цуцалж болно.`,
      en: `It holds until ${last(said).en}. You can end it at any time.`,
    }),
  },
  declined: {
    category: 'info',
    title: ({ receiver }) => ({
      mn: `${receiver.name} итгэмжлэлээс татгалзлаа`,
      en: `${receiver.name} declined your authorisation`,
    }),
    body: () => ({ mn: 'Итгэмжлэл хүчин төгөлдөр болоогүй.', en: 'The authorisation never took effect.' }),
  },
  revoked: {
    category: 'warning',
    title: ({ grantor }) => ({
      mn: `${grantor.name} итгэмжлэлээ цуцаллаа`,
      en: `${grantor.name} ended your authorisation`,
    }),
    body: () => ({
      mn: 'Та цаашид өмнөөс нь үйлдэл хийх боломжгүй.',
      en: 'You can no longer act for them.',
    }),
  },
  given_up: {
    category: 'warning',
    title: ({ receiver }) => ({
      mn: `${receiver.name} итгэмжлэлээсээ татгалзлаа`,
      en: `${receiver.name} gave your authorisation up`,
    }),
    body: () => ({
      mn: 'Энэ хүн цаашид таны өмнөөс үйлдэл хийхгүй. Хэрэгтэй бол өөр хүнд итгэмжлэл олгоно уу.',
      en: 'This person no longer acts for you. Authorise another person if you need to.',
    }),
  },
};
