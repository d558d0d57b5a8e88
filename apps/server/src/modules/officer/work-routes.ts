import { permission } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import { govErrors } from '../gov/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { teamFigures } from './figures/figures.ts';
import { FiguresQuery, FiguresView } from './figures/schemas.ts';
import { dropFilter, saveFilter } from './filters/filters.ts';
import { DeskServiceList, FilterBody, FilterList, FilterView } from './filters/schemas.ts';
import { listDeskServices, listFilters } from './filters/store.ts';
import { readAuthorities } from './store.ts';
import { CaseReplyList, TemplateBody, TemplateList, TemplateView } from './templates/schemas.ts';
import { listTemplates } from './templates/store.ts';
import { addTemplate, changeTemplate, dropTemplate, repliesFor } from './templates/templates.ts';

const access = permission('gov.review');
/** Leaders of a team; RLS limits them to their authorities. */
const leads = permission('manager.view');
const asRole = 'officer';

/** What supports the work on cases: services, saved filters, reply templates, figures of the team. */
export const workRows: readonly Row[] = [
  read({
    id: 'gov.officer.services',
    path: '/gov/officer/services',
    access,
    asRole,
    reply: DeskServiceList,
    errors: [],
    summary: 'Services whose cases the caller decides',
    handler: async ({ db, request }) => {
      const rows = await listDeskServices(db, await readAuthorities(db));
      const items = rows.map(({ id, code, name, name_en, agency, authority_id }) => ({
        id,
        code,
        name: (request.language === 'en' && name_en) || name,
        authority: agency,
        authority_id,
      }));
      return { items, total: items.length };
    },
  }),
  read({
    id: 'gov.officer.filters',
    path: '/gov/officer/filters',
    access,
    asRole,
    reply: FilterList,
    errors: [],
    summary: 'Filters of the queue that the caller saved',
    handler: async ({ actor, db }) => {
      const items = await listFilters(db, actor.userId);
      return { items, total: items.length };
    },
  }),
  write({
    id: 'gov.officer.filters.save',
    method: 'POST',
    path: '/gov/officer/filters',
    access,
    asRole,
    body: FilterBody,
    reply: FilterView,
    status: 201,
    idempotent: true,
    errors: [errors.too_many_filters, errors.filter_name_taken],
    audit: [events.filterSaved],
    summary: 'Save a filter of the queue under a name',
    handler: ({ actor, body, tx }) => saveFilter(tx, actor, body),
  }),
  write({
    id: 'gov.officer.filters.delete',
    method: 'DELETE',
    path: '/gov/officer/filters/:id',
    access,
    asRole,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.filterDeleted],
    summary: 'Delete a saved filter',
    handler: async ({ actor, params, tx }) => {
      await dropFilter(tx, actor, params.id);
      return {};
    },
  }),
  read({
    id: 'gov.officer.replies',
    path: '/gov/officer/queue/:id/replies',
    access,
    asRole,
    params: ById,
    reply: CaseReplyList,
    errors: [govErrors.own_application],
    summary: 'Reply templates for one case, with its number, service and deadline filled in',
    handler: ({ actor, db, params }) => repliesFor(db, actor, params.id),
  }),
  read({
    id: 'gov.officer.templates',
    path: '/gov/officer/templates',
    access: leads,
    asRole,
    reply: TemplateList,
    errors: [],
    summary: 'Reply templates of the caller’s authorities',
    handler: async ({ db }) => {
      const items = await listTemplates(db);
      return { items, total: items.length };
    },
  }),
  write({
    id: 'gov.officer.templates.create',
    method: 'POST',
    path: '/gov/officer/templates',
    access: leads,
    asRole,
    body: TemplateBody,
    reply: TemplateView,
    status: 201,
    idempotent: true,
    errors: [errors.too_many_templates],
    audit: [events.templateCreated],
    summary: 'Write a reply template for an authority or one of its services',
    handler: ({ body, tx }) => addTemplate(tx, body),
  }),
  write({
    id: 'gov.officer.templates.change',
    method: 'PUT',
    path: '/gov/officer/templates/:id',
    access: leads,
    asRole,
    params: ById,
    body: TemplateBody,
    reply: TemplateView,
    errors: [],
    audit: [events.templateChanged],
    summary: 'Change a reply template',
    current: async ({ params, tx }) =>
      (await listTemplates(tx)).find(({ id }) => id === params.id.toLowerCase()),
    handler: ({ body, params, tx }) => changeTemplate(tx, params.id, body),
  }),
  write({
    id: 'gov.officer.templates.delete',
    method: 'DELETE',
    path: '/gov/officer/templates/:id',
    access: leads,
    asRole,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.templateDeleted],
    summary: 'Delete a reply template',
    handler: async ({ params, tx }) => {
      await dropTemplate(tx, params.id);
      return {};
    },
  }),
  read({
    id: 'gov.officer.figures',
    path: '/gov/officer/figures',
    access: leads,
    asRole,
    query: FiguresQuery,
    reply: FiguresView,
    errors: [],
    summary: 'Open and late cases, and time to decide, by service and by week',
    handler: ({ db, query, request }) => teamFigures(db, query, request),
  }),
];
