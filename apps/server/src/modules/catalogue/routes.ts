import { open, permission, signedIn } from '../../kernel/http/access.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import { ById } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { LifeEventList, RegistryService, ServiceList } from '../registry/index.ts';
import { Guide } from './guides.ts';
import { linkedDataType } from './linked-data.ts';
import type { Catalogue } from './published.ts';
import { CatalogueQuery, GovLifeEventList } from './schemas.ts';

const reads: Limit = { group: 'catalog', perMinute: 60, burst: 30 };
const everybody = open('the public service catalogue is public information');

export function catalogueRows(catalogue: Catalogue): readonly Row[] {
  return [
    read({
      id: 'catalog.services.list',
      path: '/catalog/services',
      access: everybody,
      limit: reads,
      query: CatalogueQuery,
      reply: ServiceList,
      instant: true,
      otherStatus: 304,
      otherMediaType: linkedDataType,
      errors: [],
      summary: 'Published services, sorted by name or by relevance to `q`; also as CPSV-AP linked data',
      handler: ({ query, reply, request }) => catalogue.list(query, request, reply),
    }),
    read({
      id: 'catalog.services.get',
      path: '/catalog/services/:id',
      access: everybody,
      limit: reads,
      params: ById,
      reply: RegistryService,
      instant: true,
      otherStatus: 304,
      otherMediaType: linkedDataType,
      errors: [],
      summary: 'One published service, with its evidences and its form',
      handler: ({ params, reply, request }) => catalogue.get(params.id, request, reply),
    }),
    read({
      id: 'catalog.life_events',
      path: '/catalog/life-events',
      access: everybody,
      limit: reads,
      reply: LifeEventList,
      instant: true,
      otherStatus: 304,
      errors: [],
      summary: 'Life and business events that have a step or a published service',
      handler: ({ reply, request }) => catalogue.lifeEvents(request, reply),
    }),
    read({
      id: 'catalog.guide',
      path: '/catalog/life-events/:id',
      access: everybody,
      limit: reads,
      params: ById,
      reply: Guide,
      instant: true,
      otherStatus: 304,
      errors: [],
      summary: 'The guide of an event: its steps in order, what they cost in all, and who brings which paper',
      handler: ({ params, reply, request }) => catalogue.guide(params.id, request, reply),
    }),
    read({
      id: 'catalog.popular',
      path: '/catalog/popular',
      access: everybody,
      limit: reads,
      reply: ServiceList,
      instant: true,
      otherStatus: 304,
      errors: [],
      summary: 'Published services with the most applications lately, at most eight',
      handler: ({ reply, request }) => catalogue.popular(request, reply),
    }),
    read({
      id: 'registry.catalog',
      path: '/registry/catalog',
      access: permission('registry.view'),
      query: CatalogueQuery,
      reply: ServiceList,
      otherStatus: 304,
      otherMediaType: linkedDataType,
      errors: [],
      summary: 'The published catalogue, for registry users',
      handler: ({ query, reply, request }) => catalogue.list(query, request, reply),
    }),
    read({
      id: 'gov.life_events',
      path: '/gov/life-events',
      access: signedIn,
      reply: GovLifeEventList,
      errors: [],
      summary: 'Life events in order, to find services by',
      handler: async () => {
        const items = [...(await catalogue.readLifeEvents())];
        return { items, total: items.length };
      },
    }),
  ];
}
