import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { cutPage, type PageRequest, writePlace } from '../../kernel/http/time-cursor.ts';
import type { AuthorisationPage, AuthorisationView, boxes } from './schemas.ts';
import { readStatement } from './statement.ts';
import { type AuthorisationRow, findAuthorisation, listAuthorisations } from './store.ts';

export async function listBox(
  db: Reader,
  call: { box: (typeof boxes)[number]; userId: string; language: Language; now: Date },
  page: PageRequest,
): Promise<AuthorisationPage> {
  const found = await listAuthorisations(db, call.box, call, page);
  const cut = cutPage(found, page.limit, (row) => writePlace(row.created_at, row.seq));
  return { ...cut, items: cut.items.map((row) => viewAuthorisation(row, call.language, call.now)) };
}

export async function readAuthorisation(
  db: Reader | WriteTx,
  id: string,
  language: Language,
  now: Date,
): Promise<AuthorisationView> {
  return viewAuthorisation(await requireAuthorisation(db, id, now), language, now);
}

/** 404 for everybody whom RLS does not admit. */
export const requireAuthorisation = async (
  db: Reader | WriteTx,
  id: string,
  now: Date,
): Promise<AuthorisationRow> => (await findAuthorisation(db, id, now)) ?? fail(kernelErrors.not_found);

function viewAuthorisation(row: AuthorisationRow, language: Language, now: Date): AuthorisationView {
  const { grantor, receiver, purposes, services, from, until, note, text } = readStatement(row.canonical);
  return {
    id: row.id,
    direction: row.received ? 'received' : 'given',
    state: stateOf(row, now),
    holds: row.holds,
    grantor: {
      kind: grantor.kind,
      name: grantor.name,
      ...(grantor.kind === 'person' ? {} : { representative: grantor.representative.name }),
    },
    receiver: { name: receiver.name, register_number: mask(receiver.register_number) },
    purposes: [...purposes],
    ...(services === 'all'
      ? {}
      : { services: services.map(({ id, code, name }) => ({ id, code, name: name[language] })) }),
    from,
    until,
    note,
    text: mayHaveEvidence(row) ? text[language] : '',
    has_evidence: mayHaveEvidence(row),
    created_at: row.created_at,
    answer_until: row.answer_until,
    ...(row.accepted_at === null ? {} : { accepted_at: row.accepted_at }),
    ...(row.ended_at === null ? {} : { ended_at: row.ended_at }),
  };
}

/** The evidence holds the grantor's register number, so a receiver has it only after accepting. */
export const mayHaveEvidence = ({ received, accepted_at }: AuthorisationRow): boolean =>
  !received || accepted_at !== null;

/** Its time decides, not the job that records the end. */
function stateOf(row: AuthorisationRow, now: Date): AuthorisationView['state'] {
  const end = row.state === 'offered' ? row.answer_until : row.valid_until;
  const isRunning = row.state === 'offered' || row.state === 'accepted';
  return isRunning && new Date(end) <= now ? 'expired' : row.state;
}

/** Enough for its sender to recognise it. */
const mask = (register: string): string =>
  `${register.slice(0, 2)}${'•'.repeat(register.length - 4)}${register.slice(-2)}`;
