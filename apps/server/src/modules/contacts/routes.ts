import { signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { askCode, type ContactDeps, confirmCode, removeContact, viewContacts } from './contacts.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { CodeBody, CodeView, ContactsView, EmailBody, type Kind, kinds, PhoneBody } from './schemas.ts';

const writes: Limit = { group: 'contacts', perMinute: 20, burst: 10 };
const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;
const nouns = { email: 'e-mail address', phone: 'mobile number' };

export const contactRows = (deps: ContactDeps): readonly Row[] => [
  read({
    id: 'me.contacts',
    path: '/me/contacts',
    access: signedIn,
    reply: ContactsView,
    errors: [],
    noStore: true,
    summary: 'Own e-mail address and mobile number',
    handler: ({ actor, db, request }) => viewContacts(deps, db, actor.userId, request.now),
  }),
  ...kinds.flatMap((kind) => rowsOf(deps, kind)),
];

const rowsOf = (deps: ContactDeps, kind: Kind): readonly Row[] => [
  write({
    id: `me.${kind}.code`,
    method: 'POST',
    path: `/me/${kind}/code`,
    access: signedIn,
    limit: writes,
    body: kind === 'email' ? EmailBody : PhoneBody,
    reply: CodeView,
    status: 202,
    errors: [errors.contact_not_configured, errors.number_not_served, step_up_required],
    audit: [events.codeAsked, stepUpAsked],
    noStore: true,
    summary: `Send a code to a new ${nouns[kind]}`,
    freshProof: 'always',
    handler: ({ actor, body, tx }) => askCode(deps, tx, actor, { kind, address: body.address }),
  }),
  write({
    id: `me.${kind}.confirm`,
    method: 'POST',
    path: `/me/${kind}/confirm`,
    access: signedIn,
    limit: writes,
    body: CodeBody,
    reply: ContactsView,
    errors: [errors.code_wrong, errors.code_over],
    audit: [events.proven, events.codeRefused],
    noStore: true,
    summary: `Prove the ${nouns[kind]} with the code; the one before it is told`,
    handler: ({ actor, body, tx }) => confirmCode(deps, tx, actor, { kind, code: body.code }),
  }),
  write({
    id: `me.${kind}.remove`,
    method: 'DELETE',
    path: `/me/${kind}`,
    access: signedIn,
    limit: writes,
    reply: ContactsView,
    errors: [step_up_required],
    audit: [events.removed, stepUpAsked],
    noStore: true,
    summary: `Remove the own ${nouns[kind]}, which is told`,
    freshProof: 'always',
    handler: ({ actor, tx }) => removeContact(deps, tx, actor, kind),
  }),
];
