import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../../kernel/http/actor.ts';
import { fail, failField, kernelErrors } from '../../../kernel/http/errors.ts';
import { findReply, once, repeatableCall } from '../../../kernel/http/idempotency.ts';
import { type Language, languageOf } from '../../../kernel/http/language.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import { compileValidator } from '../../../kernel/http/validation.ts';
import { type ArrivedFile, explain, sanitizeName } from '../../files/index.ts';
import { canonicalRegNo } from '../../organisations/index.ts';
import { findUser, joinNames, type UserRow } from '../../users/index.ts';
import { inPieces } from '../begin.ts';
import { checkDocument, explainPdf } from '../check-document.ts';
import { errors as signErrors } from '../errors.ts';
import { readForm } from '../form.ts';
import { PdfRefused } from '../pades/refusal.ts';
import { largestFormBytes, largestSignedBytes, partyRoomBytes } from '../sizes.ts';
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
    idempotent: true,
    summary:
      'Send a PDF to others to sign: the field file, and the field request, JSON of title, message, order (sequence or any), deadline and parties (kind, register, name)',
    media: { takes: ['multipart/form-data'], reply: RequestView, statuses: [201] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const form = await readForm(request, ['request'], { fieldBytes });
      const document = await form.file.read();
      const now = deps.now();
      const identity = identityOf(person);
      const name = sanitizeName(form.filename);
      const repeat =
        request.headers['idempotency-key'] === undefined
          ? undefined
          : repeatableCall(request.headers, {
              scope: person.userId,
              rowId: 'sign.requests.create',
              body: [form.fields.get('request'), name, await digestOf(document)],
              now,
            });
      const send = (data: unknown) =>
        reply.code(201).send({ status: true, message: 'OK', data, request_id: request.id });
      const kept = repeat && (await findReply(deps.database.reader(identity), deps.keyring, repeat));
      if (kept !== undefined) return send(kept.replay);
      const body = readBody(form.fields.get('request'));
      const parties = readParties(body.parties);
      const deadline = readDeadline(body.deadline, now);
      const user = await findUser(deps.database.reader(identity), person.userId);
      // Who asks for a signature must be somebody whose name the eID has proven.
      if (user?.civil_id == null) fail(signErrors.no_register);
      await requireSignable(deps, document, parties.length, languageOf(request));
      const file = await deps.files
        .receive({
          purpose: 'sign_request',
          userId: person.userId,
          identity,
          source: inPieces(document),
          limitBytes: document.length,
          accepts: ['application/pdf'],
        })
        .catch(explain);
      const abandon = () => deps.files.abandon(file.id).catch(() => undefined);
      const made = await unitOfWork<{ data: RequestView; isRepeat: boolean }>(
        deps,
        { identity: systemIdentity, actorUserId: person.userId, requestId: request.id, now },
        { what: 'sign.requests.create', events: [events.create], auditRequired: ({ isRepeat }) => !isRepeat },
        (tx) =>
          once(tx, deps.keyring, repeat, () =>
            keepRequest(deps, tx, {
              id: randomUUID(),
              sender: user,
              filename: name === '' ? 'document.pdf' : name,
              body,
              parties,
              deadline,
              file,
            }),
          ),
      ).catch(async (error: unknown) => {
        await abandon();
        throw error;
      });
      // Of two calls at once under one key, the second stored a file that nobody needs.
      if (made.isRepeat) await abandon();
      return send(made.data);
    },
  };
}

/** In pieces: hashing 25 MiB in one go would stop everybody else meanwhile. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of inPieces(bytes)) {
    hash.update(piece);
    await setImmediate();
  }
  return hash.digest('hex');
}

/** Everybody must be able to sign, and the last one's document must still be small enough to be verified. */
async function requireSignable(
  deps: RequestDeps,
  file: Uint8Array,
  parties: number,
  language: Language,
): Promise<void> {
  if (file.length + parties * partyRoomBytes > largestSignedBytes)
    explainPdf(new PdfRefused('too_large'), language);
  await checkDocument(deps, file, { language, now: deps.now() });
}

interface NewRequest {
  id: string;
  sender: UserRow;
  filename: string;
  body: RequestBody;
  parties: readonly NewParty[];
  deadline: Date;
  file: ArrivedFile;
}

async function keepRequest(deps: RequestDeps, tx: WriteTx, given: NewRequest): Promise<RequestView> {
  const { id, sender, body, parties, deadline, file } = given;
  const used = await readUsage(tx, sender.id);
  if (used.requests >= quota.requests || used.bytes + file.sizeBytes > quota.bytes)
    fail(errors.too_many_requests);
  if (!(await deps.files.claim(tx, file))) fail(kernelErrors.conflict);
  await insertRequest(tx, {
    id,
    senderId: sender.id,
    senderName: joinNames(sender.last_name, sender.first_name),
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
  const all = await listParties(tx, id);
  await tellParties(tx, request, partiesInTurn(body.order, all), 'asked', { except: sender.id });
  const mine = all.filter(({ kind, register }) => kind === 'person' && register === sender.national_id);
  return viewRequest({ request, parties: all, isSender: true, mine }, sender.id, tx, tx.now);
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
