import { open, role } from '../../kernel/http/access.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { accessEvents, recordListed } from '../audit-log/index.ts';
import {
  changeAuthority,
  createAuthority,
  readAuthorities,
  readAuthority,
  readPublic,
  readReport,
  removeAuthority,
  setOffices,
} from './authorities.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  AuthorityBody,
  AuthorityDetail,
  AuthorityList,
  AuthorityReport,
  OfficesBody,
  PublicAuthorities,
} from './schemas.ts';

const admins = role('admin');
const asSystem = 'no policy shows an administrator who works for which authority';

export const rows: readonly Row[] = [
  read({
    id: 'authorities.list',
    path: '/authorities',
    access: open('public bodies, their telephone numbers and offices are public'),
    reply: PublicAuthorities,
    errors: [],
    summary: 'Public authorities with their offices: address, telephone and opening hours',
    handler: ({ db }) => readPublic(db),
  }),
  read({
    id: 'admin.authorities.list',
    path: '/admin/authorities',
    access: admins,
    asSystem,
    reply: AuthorityList,
    errors: [],
    summary:
      'Every authority, with the numbers of its services, offices, officers, registrars and waiting cases',
    handler: ({ db }) => readAuthorities(db),
  }),
  write({
    id: 'admin.authorities.create',
    method: 'POST',
    path: '/admin/authorities',
    access: admins,
    asSystem,
    body: AuthorityBody,
    reply: AuthorityDetail,
    status: 201,
    idempotent: true,
    errors: [errors.authority_exists],
    audit: [events.created],
    summary: 'Register an authority, with its name in both languages',
    handler: ({ body, tx }) => createAuthority(tx, body),
  }),
  read({
    id: 'admin.authorities.report',
    path: '/admin/authorities/report',
    access: admins,
    asSystem,
    reply: AuthorityReport,
    errors: [],
    summary: 'Which texts of before became which authority, and names that look alike',
    handler: ({ db }) => readReport(db),
  }),
  write({
    id: 'admin.authorities.get',
    method: 'GET',
    path: '/admin/authorities/:id',
    access: admins,
    asSystem,
    params: ById,
    reply: AuthorityDetail,
    errors: [],
    audit: [accessEvents.personRead],
    summary: 'One authority with its offices, services, officers and registrars',
    prepare: ({ db, params }) => readAuthority(db, params.id),
    handler: async ({ actor, tx, prepared }) => {
      const people = new Set([...prepared.officers, ...prepared.registrars].map(({ id }) => id));
      const shown = [...people].map((personId) => ({ personId }));
      const { recorded } = recordListed(tx, { actor, row: 'admin.authorities.get' }, shown);
      return recorded ? prepared : unchanged(prepared);
    },
  }),
  write({
    id: 'admin.authorities.change',
    method: 'PUT',
    path: '/admin/authorities/:id',
    access: admins,
    asSystem,
    params: ById,
    body: AuthorityBody,
    reply: AuthorityDetail,
    errors: [errors.authority_exists],
    audit: [events.changed],
    summary: 'Change the name or contact of an authority; a new name shows everywhere',
    current: ({ params, tx }) => readAuthority(tx, params.id),
    handler: ({ body, params, tx }) => changeAuthority(tx, params.id, body),
  }),
  write({
    id: 'admin.authorities.offices',
    method: 'PUT',
    path: '/admin/authorities/:id/offices',
    access: admins,
    asSystem,
    params: ById,
    body: OfficesBody,
    reply: AuthorityDetail,
    errors: [],
    audit: [events.officesSet],
    summary: 'Replace the offices of an authority',
    current: ({ params, tx }) => readAuthority(tx, params.id),
    handler: ({ body, params, tx }) => setOffices(tx, params.id, body),
  }),
  write({
    id: 'admin.authorities.delete',
    method: 'DELETE',
    path: '/admin/authorities/:id',
    access: admins,
    asSystem,
    params: ById,
    reply: Empty,
    errors: [errors.authority_in_use],
    audit: [events.deleted],
    summary: 'Delete an authority that no service, case or person belongs to',
    handler: async ({ params, tx }) => {
      await removeAuthority(tx, params.id);
      return {};
    },
  }),
];
