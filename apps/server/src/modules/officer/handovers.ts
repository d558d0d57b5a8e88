import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { requireAuthority } from '../authorities/index.ts';
import { type ApplicationRow, findTransition, move } from '../gov/index.ts';
import { notify } from '../notifications/index.ts';
import { findUser, joinNames } from '../users/index.ts';
import type { ConflictDeps } from './conflicts.ts';
import { errors } from './errors.ts';
import {
  type ColleagueRow,
  type Handover,
  hasConflict,
  insertHandover,
  listColleagues,
  listColleaguesOf,
} from './handover-store.ts';
import { type Desk, findCase, leaseStart, viewItem } from './queue.ts';
import type { Colleague, QueueItem, ReassignBody, ReleaseBody } from './schemas.ts';

interface HandoverCall<Body> {
  actor: Actor;
  id: string;
  desk: Desk;
  body: Body;
}

/** Without the caller, who takes a case with `assign`. */
export async function colleagues(
  db: Reader,
  actor: Actor,
  authority: string | undefined,
): Promise<{ items: Colleague[]; total: number }> {
  const wanted = authority === undefined ? null : (await requireAuthority(db, 'authority', authority)).id;
  const items = (await listColleagues(db, wanted)).filter(({ id }) => id !== actor.userId);
  return { items, total: items.length };
}

/** The register is asked about the receiver's family before the database compares it with the case. */
export async function knowReceiver(
  { knowFamily }: Pick<ConflictDeps, 'knowFamily'>,
  db: Reader,
  to: string,
): Promise<void> {
  if ((await listColleagues(db, null)).some(({ id }) => id === to)) await knowFamily(to);
}

/** Gives a case to a colleague who may decide it; giving it to its holder changes nothing. */
export async function reassign(
  tx: WriteTx,
  call: HandoverCall<ReassignBody>,
): Promise<QueueItem | Unchanged<QueueItem>> {
  const { to } = call.body;
  const before = await findCase(tx, call.actor, call.id);
  const known = await listColleaguesOf(tx, before);
  const receiver = known.find(({ id }) => id === to) ?? fail(errors.not_a_colleague);
  if (await hasConflict(tx, to, before.id)) fail(errors.not_a_colleague);
  if (before.assigned_to === to) return unchanged(viewItem(before, call.desk));
  const row = await move(tx, {
    ...orderOf(tx, 'reassign', call, before),
    assignee: to,
    recorded: { given_to: to, ...takenFrom(before) },
  });
  await record(tx, call, { before, known, to: { id: to, name: receiver.full_name } });
  return viewItem(row, call.desk);
}

/** Nobody holds the case from then on; a case that nobody holds stays as it is. */
export async function release(
  tx: WriteTx,
  call: HandoverCall<ReleaseBody>,
): Promise<QueueItem | Unchanged<QueueItem>> {
  const before = await findCase(tx, call.actor, call.id);
  if (before.assigned_to === null) return unchanged(viewItem(before, call.desk));
  const known = await listColleaguesOf(tx, before);
  const row = await move(tx, { ...orderOf(tx, 'release', call, before), recorded: takenFrom(before) });
  await record(tx, call, { before, known, to: { id: null, name: '' } });
  return viewItem(row, call.desk);
}

const orderOf = (
  tx: WriteTx,
  action: 'reassign' | 'release',
  { actor, id, desk }: { actor: Actor; id: string; desk: Desk },
  { status }: ApplicationRow,
) => ({
  transition: findTransition(action, status === 'info_required' ? 'waits for the applicant' : 'in review'),
  id,
  actorId: actor.userId,
  leaseFrom: leaseStart(tx.now, desk),
});

const takenFrom = ({ assigned_to }: ApplicationRow) =>
  assigned_to === null ? {} : { taken_from: assigned_to };

/** Keeps the hand-over for colleagues and tells both officers, but not the one who acts. */
async function record(
  tx: WriteTx,
  { actor, body }: HandoverCall<{ reason?: string }>,
  { before, known, to }: { before: ApplicationRow; known: readonly ColleagueRow[]; to: Handover['to'] },
): Promise<void> {
  const user = (await findUser(tx, actor.userId)) ?? fail(kernelErrors.not_found);
  const by = { id: actor.userId, name: joinNames(user.last_name, user.first_name) };
  const from = {
    id: before.assigned_to,
    name: known.find(({ id }) => id === before.assigned_to)?.full_name ?? '',
  };
  const reason = body.reason?.trim() ?? '';
  await insertHandover(tx, { applicationId: before.id, by, from, to, reason, now: tx.now });
  const tell = async (userId: string | null, title: Text) => {
    if (userId === null || userId === actor.userId) return;
    await notify(tx, {
      userId,
      category: 'info',
      title,
      body: {
        mn: `${before.service_name.mn} (${before.reference_no}). Шилжүүлсэн: ${by.name}.${reason && ` Шалтгаан: ${reason}`}`,
        en: `${before.service_name.en} (${before.reference_no}). Moved by ${by.name}.${reason && ` Reason: ${reason}`}`,
      },
      link: `/officer?case=${before.id}`,
    });
  };
  await tell(to.id, { mn: 'Танд хүсэлт шилжүүллээ', en: 'A case was given to you' });
  await tell(
    from.id,
    to.id === null
      ? { mn: 'Таны хариуцсан хүсэлтийг чөлөөллөө', en: 'Your case was given back to the queue' }
      : { mn: 'Таны хариуцсан хүсэлтийг өөр ажилтанд шилжүүллээ', en: 'Your case was given to a colleague' },
  );
}
