import { signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { type RequestFacts, type Row, read, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import {
  ByRegNo,
  eidConsoleErrors,
  eidConsoleEvents,
  recordsErrors,
  requireRight,
} from '../eid-console/index.ts';
import {
  checkImageUrl,
  keepNameLatin,
  readStamp,
  removeSignature,
  removeStamp,
  sendNameLatin,
  setSignature,
  setStamp,
} from './assets.ts';
import { events } from './events.ts';
import { type ImageRouteDeps, imageRows } from './image-routes.ts';
import { signaturePlace } from './image-store.ts';
import { type ImageDeps, showImage } from './images.ts';
import { ImageBody, ImageView, NameLatinBody, NameLatinView } from './schemas.ts';
import { findSignatureUrl } from './store.ts';

const ownWrites: Limit = { group: 'me', perMinute: 30, burst: 15 };
const rightErrors = [
  eidConsoleErrors.not_representative,
  eidConsoleErrors.managed_upstream,
  ...recordsErrors,
];

const of = (actor: Actor, params: { regNo: string }) => ({
  userId: actor.userId,
  regNo: params.regNo.toUpperCase(),
});
const asker = (actor: Actor, params: { regNo: string }, request: RequestFacts) => ({
  ...of(actor, params),
  signal: request.released,
});

export function profileRows(deps: ImageRouteDeps): readonly Row[] {
  return [...signatureRows(deps), ...organisationRows(deps), ...imageRows(deps)];
}

const signatureRows = (deps: ImageDeps): readonly Row[] => [
  read({
    id: 'me.signature',
    path: '/me/signature',
    access: signedIn,
    reply: ImageView,
    errors: [],
    summary: 'The address of the person’s signature image',
    handler: async ({ actor, db }) => ({
      url: await findSignatureUrl(db, actor.userId),
      ...(await showImage(deps, signaturePlace(actor.userId))),
    }),
  }),
  write({
    id: 'me.signature.set',
    method: 'PUT',
    path: '/me/signature',
    access: signedIn,
    limit: ownWrites,
    body: ImageBody,
    reply: ImageView,
    errors: [],
    audit: [events.signatureSet],
    summary: 'Set the image of the person’s signature',
    handler: async ({ actor, body, request, tx }) => {
      checkImageUrl(body.url, request.language);
      return setSignature(tx, actor.userId, body.url);
    },
  }),
  write({
    id: 'me.signature.remove',
    method: 'DELETE',
    path: '/me/signature',
    access: signedIn,
    limit: ownWrites,
    reply: ImageView,
    errors: [],
    audit: [events.signatureRemoved],
    summary: 'Remove the image of the person’s signature',
    handler: ({ actor, tx }) => removeSignature(tx, actor.userId),
  }),
];

function organisationRows(deps: ImageRouteDeps): readonly Row[] {
  return [
    read({
      id: 'me.orgstamp',
      path: '/me/orgstamp/:regNo',
      access: signedIn,
      params: ByRegNo,
      reply: ImageView,
      errors: rightErrors,
      summary: 'The address of an organisation’s stamp, for its representatives',
      handler: ({ actor, params, db, request }) => readStamp(deps, db, asker(actor, params, request)),
    }),
    write({
      id: 'me.orgstamp.set',
      method: 'PUT',
      path: '/me/orgstamp/:regNo',
      access: signedIn,
      limit: ownWrites,
      params: ByRegNo,
      body: ImageBody,
      reply: ImageView,
      errors: rightErrors,
      audit: [events.stampSet],
      summary: 'Set the stamp of an organisation',
      prepare: async ({ actor, params, body, db, request }) => {
        checkImageUrl(body.url, request.language);
        await requireRight(deps, db, asker(actor, params, request), 'ADMIN');
      },
      handler: ({ actor, params, body, tx }) => setStamp(tx, of(actor, params), body.url),
    }),
    write({
      id: 'me.orgstamp.remove',
      method: 'DELETE',
      path: '/me/orgstamp/:regNo',
      access: signedIn,
      limit: ownWrites,
      params: ByRegNo,
      reply: ImageView,
      errors: rightErrors,
      audit: [events.stampRemoved],
      summary: 'Remove the stamp of an organisation',
      prepare: ({ actor, params, db, request }) =>
        requireRight(deps, db, asker(actor, params, request), 'ADMIN'),
      handler: ({ actor, params, tx }) => removeStamp(tx, of(actor, params)),
    }),
    write({
      id: 'me.org_name_latin.set',
      method: 'PUT',
      path: '/me/org-name-latin/:regNo',
      access: signedIn,
      limit: ownWrites,
      params: ByRegNo,
      body: NameLatinBody,
      reply: NameLatinView,
      errors: rightErrors,
      audit: [events.nameLatinSet, eidConsoleEvents.unconfirmed],
      summary: 'Set the Latin name of an organisation',
      prepare: ({ actor, params, body, db, request }) =>
        sendNameLatin(deps, db, asker(actor, params, request), body.name_latin ?? ''),
      handler: ({ actor, params, body, tx, prepared }) =>
        keepNameLatin(tx, { ...of(actor, params), nameLatin: body.name_latin ?? '' }, prepared),
    }),
  ];
}
