import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { checkerOf } from '../../../kernel/checker.ts';
import type { Text } from '../../../kernel/http/language.ts';
import { notify } from '../../notifications/index.ts';
import type { Asker, ConfidentialAnswer } from '../../relay/index.ts';
import { recordSecurityEvent } from '../../security-events/index.ts';
import { findUser } from '../../users/index.ts';
import { events } from '../events.ts';
import { serviceById } from '../services/store.ts';
import { AgencyAnswer } from './schemas.ts';
import { type FactRow, type KeptFact, keepAnswer, keepFailure, lockFactOf } from './store.ts';

const isAgencyAnswer = checkerOf(AgencyAnswer);

type Failure = Exclude<FactRow['failure'], ''>;

/** Takes what agencies answer about people, in the transaction that accepts the message. */
export const factAnswers: Asker = {
  events: [events.factAnswered, events.factFailed, events.factDropped],
  answered: async (tx, answer) => {
    const fact = await lockFactOf(tx, answer.requestId);
    if (fact === undefined) return;
    const isWanted = fact.state === 'asked' && new Date(fact.expires_at) > tx.now;
    if (!isWanted) {
      tx.audit(events.factDropped, { target: fact.id, metadata: { state: fact.state } });
      return;
    }
    const found = await read(tx, fact, answer);
    if (typeof found === 'string') await keepProblem(tx, fact, answer, found);
    else await keep(tx, fact, answer, found);
  },
};

async function read(
  tx: WriteTx,
  fact: FactRow,
  { status, result }: ConfidentialAnswer,
): Promise<KeptFact[] | Failure> {
  if (status === 'rejected') return 'agency_refused';
  if (!isAgencyAnswer(result)) return 'unreadable';
  const person = await findUser(tx, fact.user_id);
  if (result.subject.civil_id !== person?.civil_id) return 'other_person';
  return result.facts.map(({ name, value }) => ({ name: inBoth(name), value: inBoth(value) }));
}

const inBoth = (text: string | Text): Text =>
  typeof text === 'string' ? { mn: text, en: text } : { mn: text.mn, en: text.en };

const provenanceOf = ({ platform, digest, receiptDigest }: ConfidentialAnswer) => ({
  platformCode: platform.code,
  answerDigest: digest,
  receiptDigest,
});

async function keep(
  tx: WriteTx,
  fact: FactRow,
  answer: ConfidentialAnswer,
  content: KeptFact[],
): Promise<void> {
  await keepAnswer(tx, {
    id: fact.id,
    content: JSON.stringify(content),
    ...provenanceOf(answer),
    now: tx.now,
  });
  tx.audit(events.factAnswered, {
    target: fact.id,
    metadata: { evidence: fact.evidence_code, platform: answer.platform.code, answer_digest: answer.digest },
  });
  await tell(tx, fact, 'success', {
    title: { mn: 'Байгууллага хариулсан', en: 'The agency has answered' },
    body: {
      mn: `${fact.agency.mn}: ${fact.evidence_name.mn}. Хариуг үзээд, ашиглах эсэхээ шийднэ үү.`,
      en: `${fact.agency.en}: ${fact.evidence_name.en}. Look at the answer and decide whether to use it.`,
    },
  });
}

async function keepProblem(
  tx: WriteTx,
  fact: FactRow,
  answer: ConfidentialAnswer,
  failure: Failure,
): Promise<void> {
  await keepFailure(tx, { id: fact.id, failure, ...provenanceOf(answer), now: tx.now });
  tx.audit(events.factFailed, {
    target: fact.id,
    metadata: { evidence: fact.evidence_code, platform: answer.platform.code, failure },
  });
  // The agency mixed up two people, or somebody answers in its name.
  if (failure === 'other_person')
    await recordSecurityEvent(tx, 'fact_other_person', 'high', {
      userId: fact.user_id,
      detail: { platform_id: answer.platform.id, fact_id: fact.id, relay_request_id: answer.requestId },
    });
  await tell(tx, fact, 'warning', {
    title: { mn: 'Мэдээллийг авч чадсангүй', en: 'The data could not be fetched' },
    body: {
      mn: `${fact.agency.mn}: ${fact.evidence_name.mn}. Бичиг баримтаа хавсаргаж үргэлжлүүлнэ үү.`,
      en: `${fact.agency.en}: ${fact.evidence_name.en}. Attach the paper to go on.`,
    },
  });
}

async function tell(
  tx: WriteTx,
  fact: FactRow,
  category: 'success' | 'warning',
  message: { title: Text; body: Text },
): Promise<void> {
  const service = await serviceById(tx, fact.service_id);
  await notify(tx, {
    userId: fact.user_id,
    category,
    ...message,
    ...(service === undefined ? {} : { link: `/services/${service.passport_id}/apply?step=papers` }),
  });
}
