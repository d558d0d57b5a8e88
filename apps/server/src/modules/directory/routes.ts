import { permission, role } from '../../kernel/http/access.ts';
import { type Row, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { accessEvents } from '../audit-log/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { ask, conclude, type DirectoryDeps, recordPersonAccess } from './lookup.ts';
import { OrganisationView, PersonView, SearchQuery } from './schemas.ts';

/** Stops bulk download of the register. */
const lookups: Limit = { group: 'directory', perMinute: 30, burst: 15 };
const failures = [errors.upstream_failed, errors.upstream_unavailable];

export function directoryRows(deps: DirectoryDeps): readonly Row[] {
  return [
    write({
      id: 'core.users',
      method: 'GET',
      path: '/core/users',
      access: permission('users.manage', 'admin|users.manage'),
      limit: lookups,
      query: SearchQuery,
      reply: PersonView,
      errors: failures,
      audit: [events.lookedUp, accessEvents.personRead],
      asSystem: 'finds the account of the searched person to record the access, for any role of the caller',
      noStore: true,
      summary: 'Find a person in the national directory; every search is recorded',
      prepare: ({ query }) => ask(deps.directory, (port) => port.findPerson(query.search_text.trim())),
      handler: async ({ actor, query, request, tx, prepared }) => {
        const search = { what: 'person', text: query.search_text, language: request.language } as const;
        await recordPersonAccess(tx, actor, prepared);
        return conclude(deps, tx, prepared, search);
      },
    }),
    write({
      id: 'core.organizations',
      method: 'GET',
      path: '/core/organizations',
      access: role('admin'),
      limit: lookups,
      query: SearchQuery,
      reply: OrganisationView,
      errors: failures,
      audit: [events.lookedUp],
      noStore: true,
      summary: 'Find an organisation in the national directory; every search is recorded',
      prepare: ({ query }) => ask(deps.directory, (port) => port.findOrganisation(query.search_text.trim())),
      handler: async ({ query, request, tx, prepared }) =>
        conclude(deps, tx, prepared, {
          what: 'organisation',
          text: query.search_text,
          language: request.language,
        }),
    }),
  ];
}
