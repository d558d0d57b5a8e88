import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Text } from '../../kernel/http/language.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { notify } from '../notifications/index.ts';
import { findUser, joinNames } from '../users/index.ts';
import type { ChildrenDeps } from './children.ts';
import { createParents } from './family.ts';
import { describeDeed, linkFor, newsQueue } from './news.ts';
import { findNewsParty, listParents, listRecipients, lockNews, removeNews, takeKept } from './news-store.ts';
import type { RepresentativeSource } from './representative-port.ts';

export interface TellDeps extends ChildrenDeps {
  outbox: Outbox;
  representatives: Pick<RepresentativeSource, 'recheck'>;
}

/** Asks the registers before it writes to anybody; their last answer counts while they are away. */
export function tellJob(deps: TellDeps): Job {
  const db = deps.database.reader(systemIdentity);
  const askParent = createParents(deps);
  return {
    name: newsQueue,
    about: 'Tells those who may act for a person, child or organisation now what happened to its records',
    run: async ({ id }, { now }) => {
      const party = await findNewsParty(db, String(id));
      if (party?.organisation_id != null) await deps.representatives.recheck(party.organisation_id);
      if (party?.civil_id != null)
        for (const parent of new Set([...(await listParents(db, party.civil_id)), party.user_id]))
          await askParent(parent, now);
      await unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: newsQueue, auditRequired: () => false },
        (tx) => tell(tx, String(id)),
      );
    },
  };
}

const keptPerRun = 500;
/** News of the last seconds is still on its way. */
const keptAfterMs = 60_000;

/** What reached nobody waits with the party: the representative who takes over, or a parent who signs in, gets it. */
export function tellKeptJob(deps: TellDeps): Job {
  return {
    name: 'acting.tell_kept',
    about: 'Tells those who may act for a child or organisation now what happened while nobody could be told',
    schedule: '* * * * *',
    run: (_data, { now }) =>
      unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: null, requestId: null, now },
        { what: 'acting.tell_kept', auditRequired: () => false },
        async (tx) => {
          const before = new Date(now.getTime() - keptAfterMs);
          for (const id of await takeKept(tx, before, now, keptPerRun)) tx.enqueue(newsQueue, { id });
        },
      ),
  };
}

async function tell(tx: WriteTx, id: string): Promise<void> {
  const taken = await lockNews(tx, id);
  if (taken === undefined) return;
  const recipients = await listRecipients(tx, taken, tx.now);
  if (recipients.length === 0) return;
  await removeNews(tx, id);
  const { act: _act, serviceId: _service, did, notToActor, link, ...message } = taken.news;
  const user = await findUser(tx, did.by);
  const called = joinNames(user?.last_name ?? '', user?.first_name ?? '');
  const actor: Text = {
    mn: called,
    en: joinNames(user?.last_name_en ?? '', user?.first_name_en ?? '') || called,
  };
  const party: Text = { mn: taken.name, en: taken.name_en || taken.name };
  for (const userId of recipients) {
    const isActor = userId === did.by;
    if (isActor && notToActor === true) continue;
    const { mn, en } = message.body;
    const isOfReader = userId === taken.person_id;
    const said = describeDeed(did.what, {
      actor,
      party,
      isOfReader,
      isOfActor: did.by === taken.person_id,
    });
    const body = isActor
      ? { mn: `${mn} (${party.mn})`, en: `${en} (${party.en})` }
      : { mn: `${ended(mn)} ${said.mn}`, en: `${ended(en)} ${said.en}` };
    const to = link === undefined ? {} : { link: isOfReader ? link : linkFor(link, taken.party_id) };
    await notify(tx, { ...message, ...to, body, userId });
  }
}

const ended = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);
