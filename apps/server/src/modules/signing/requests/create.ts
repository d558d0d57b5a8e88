import { randomUUID } from 'node:crypto';
import { unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { fail, failField, kernelErrors } from '../../../kernel/http/errors.ts';
import { languageOf } from '../../../kernel/http/language.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import { compileValidator } from '../../../kernel/http/validation.ts';
import { type ArrivedFile, explain, sanitizeName } from '../../files/index.ts';
import { findUser, joinNames } from '../../users/index.ts';
import { explainPdf, inPieces } from '../begin.ts';
import { errors as signErrors } from '../errors.ts';
import { largestFormBytes, readForm } from '../form.ts';
import { canonicalRegNo } from './access.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { insertParties, listParties, type NewParty } from './party-store.ts';
import { RequestBody, RequestView } from './schemas.ts';
import type { RequestDeps } from './sign.ts';
import { findRequest, insertRequest, readUsage } from './store.ts';
import { partiesInTurn, tellParties } from './tell.ts';
import { viewRequest } from './views.ts';

const hourMs = 3_600_000;
export const deadlineMs = { least: hourMs, most: 90 * 24 * hourMs };
/** Of the open requests of one person. */
export const quota = { requests: 100, bytes: 500 * 1024 * 1024 };
/** Twenty parties with long names in Cyrillic, and the longest message. */
const fieldBytes = 32 * 1024;
/** Each request writes to up to twenty people. */
const starts: Limit = { group: 'sign-request', perMinute: 5, burst: 10, by: 'person' };

const validate = compileValidator({
  schema: RequestBody,
  httpPart: 'body',
  method: 'POST',
  url: '/sign/requests',
}) as { (value: unknown): boolean; errors?: unknown };

export function createMount(deps: RequestDeps): Mount {
  return {
    id: 'sign.requests.create',
    methods: ['POST'],
    path: '/api/v1/sign/requests',
    access: signedIn,
    limit: starts,
    unparsed: true,
    upload: 'spooled',
    bodyLimitBytes: largestFormBytes,
    summary:
      'Send a PDF to others to sign: the field file, and the field request, JSON of title, message, order (sequence or any), deadline and parties (kind, register, name)',
    media: { takes: ['multipart/form-data'], reply: RequestView, statuses: [200] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const form = await readForm(request, ['request'], fieldBytes);
      const now = deps.now();
      const body = readBody(form.fields.get('request'));
      const parties = readParties(body.parties);
      const deadline = readDeadline(body.deadline, now);
      const user = await findUser(deps.database.reader(identityOf(person)), person.userId);
      // Who asks for a signature must be somebody whose name the eID has proven.
      if (user?.civil_id == null) fail(signErrors.no_register);
      const language = languageOf(request);
      const document = await form.file.read();
      await deps.engine.checkSignable(document).catch((error: unknown) => explainPdf(error, language));
      const file = await deps.files
        .receive({
          purpose: 'sign_request',
          userId: person.userId,
          identity: identityOf(person),
          source: inPieces(document),
          limitBytes: document.length,
          accepts: ['application/pdf'],
        })
        .catch(explain);
      const id = randomUUID();
      const name = sanitizeName(form.filename);
      await unitOfWork(
        deps,
        { identity: systemIdentity, actorUserId: person.userId, requestId: request.id, now },
        { what: 'sign.requests.create', events: [events.create], auditRequired: () => true },
        (tx) =>
          keepRequest(deps, tx, {
            id,
            senderId: person.userId,
            senderName: joinNames(user.last_name, user.first_name),
            filename: name === '' ? 'document.pdf' : name,
            body,
            parties,
            deadline,
            file,
          }),
      ).catch(async (error: unknown) => {
        await deps.files.abandon(file.id).catch(() => undefined);
        throw error;
      });
      const system = deps.database.reader(systemIdentity);
      const made = (await findRequest(system, id)) ?? fail(kernelErrors.not_found);
      const all = await listParties(system, id);
      const mine = all.filter(({ kind, register }) => kind === 'person' && register === user.national_id);
      const seat = { request: made, parties: all, isSender: true, mine };
      const data = await viewRequest(seat, person.userId, system, now);
      return reply.code(200).send({ status: true, message: 'OK', data, request_id: request.id });
    },
  };
}

interface NewRequest {
  id: string;
  senderId: string;
  senderName: string;
  filename: string;
  body: RequestBody;
  parties: readonly NewParty[];
  deadline: Date;
  file: ArrivedFile;
}

async function keepRequest(deps: RequestDeps, tx: WriteTx, given: NewRequest): Promise<void> {
  const { id, body, parties, deadline, file } = given;
  const used = await readUsage(tx, given.senderId);
  if (used.requests >= quota.requests || used.bytes + file.sizeBytes > quota.bytes)
    fail(errors.too_many_requests);
  if (!(await deps.files.claim(tx, file))) fail(kernelErrors.conflict);
  await insertRequest(tx, {
    id,
    senderId: given.senderId,
    senderName: given.senderName,
    title: body.title.trim(),
    message: body.message?.trim() ?? '',
    filename: given.filename,
    order: body.order,
    deadline,
    fileId: file.id,
    sizeBytes: file.sizeBytes,
    remindAt: reminderOf(tx.now, deadline),
    now: tx.now,
  });
  await insertParties(tx, id, parties);
  tx.audit(events.create, {
    target: id,
    metadata: { parties: parties.length, order: body.order, size_bytes: file.sizeBytes },
  });
  const request = (await findRequest(tx, id)) ?? fail(kernelErrors.not_found);
  const asked = partiesInTurn(body.order, await listParties(tx, id));
  await tellParties(tx, request, asked, 'asked', { except: given.senderId });
}

/** A day before the deadline; in the middle of a shorter time. */
function reminderOf(now: Date, deadline: Date): Date {
  const dayBefore = deadline.getTime() - 24 * hourMs;
  const middle = (now.getTime() + deadline.getTime()) / 2;
  return new Date(Math.max(dayBefore, middle));
}

function readBody(text: string | undefined): RequestBody {
  let body: unknown;
  try {
    body = JSON.parse(text ?? '');
  } catch {
    fail(kernelErrors.bad_request, { detail: 'the field request is not JSON' });
  }
  if (!validate(body))
    throw Object.assign(new Error('invalid body'), {
      validation: validate.errors,
      validationContext: 'body',
    });
  return body as RequestBody;
}

function readParties(given: RequestBody['parties']): NewParty[] {
  const seen = new Set<string>();
  return given.map(({ kind, register, name = '' }, at) => {
    const canonical = canonicalRegNo(register.replace(/\s/g, ''));
    const isNumber =
      kind === 'person' ? /^[А-ЯЁӨҮ]{2}\d{8}$/u.test(canonical) : /^[0-9A-ZА-ЯЁӨҮ-]{4,16}$/u.test(canonical);
    if (!isNumber) failField(`parties.${at}.register`, kind === 'person' ? badPerson : badOrganisation);
    if (seen.has(`${kind} ${canonical}`)) failField(`parties.${at}.register`, twice, 'duplicate');
    seen.add(`${kind} ${canonical}`);
    return { id: randomUUID(), kind, register: canonical, name: name.trim() };
  });
}

const badPerson = {
  mn: 'Регистрийн дугаар кирилл хоёр үсэг, найман оронтой байна.',
  en: 'must be two Cyrillic letters and eight digits',
};
const badOrganisation = {
  mn: 'Байгууллагын регистрийн дугаарыг шалгана уу.',
  en: 'must be the register number of an organisation',
};
const twice = { mn: 'Энэ тал хоёр удаа орсон байна.', en: 'is already in the list' };

function readDeadline(text: string, now: Date): Date {
  const deadline = new Date(text);
  const ms = deadline.getTime() - now.getTime();
  if (!(ms >= deadlineMs.least && ms <= deadlineMs.most))
    failField('deadline', {
      mn: 'Хугацаа нэг цагаас 90 хоногийн хооронд байна.',
      en: 'must be between one hour and 90 days from now',
    });
  return deadline;
}
