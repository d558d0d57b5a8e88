import type { Bus } from '../../kernel/bus/bus.ts';
import { createBusCache } from '../../kernel/bus/bus-cache.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { isUnchanged, weakEtag } from '../../kernel/http/etag.ts';
import { compareTexts, type Language } from '../../kernel/http/language.ts';
import { PreSerialized, type ReplyFacts, type RequestFacts } from '../../kernel/http/row.ts';
import { authoritiesChanged } from '../authorities/index.ts';
import {
  listGuideSteps,
  nameIn,
  type PlacedStep,
  type RegistryLifeEvent,
  type RegistryService,
  readLifeEvents,
  readPublished,
  registryChanged,
} from '../registry/index.ts';
import { buildGuides } from './guides.ts';
import { describeCatalogue, describeService, linkedDataType } from './linked-data.ts';
import type { CatalogueQuery } from './schemas.ts';
import { createSearch, type SearchIndex } from './search.ts';

/** Cached in memory as pre-serialized bytes until the registry changes on any instance. */
export interface Catalogue {
  list(query: CatalogueQuery, request: RequestFacts, reply: ReplyFacts): Promise<PreSerialized>;
  get(id: string, request: RequestFacts, reply: ReplyFacts): Promise<PreSerialized>;
  lifeEvents(request: RequestFacts, reply: ReplyFacts): Promise<PreSerialized>;
  guide(id: string, request: RequestFacts, reply: ReplyFacts): Promise<PreSerialized>;
  popular(request: RequestFacts, reply: ReplyFacts): Promise<PreSerialized>;
  readServices(): Promise<readonly RegistryService[]>;
  /** Events that lead to a step or a service. */
  readLifeEvents(): Promise<readonly RegistryLifeEvent[]>;
  /** The best matches of a question, for other modules. */
  search(question: string, language: Language, limit: number): Promise<readonly RegistryService[]>;
  find(id: string): Promise<RegistryService | undefined>;
}

export interface CatalogueDeps {
  database: Database;
  bus: Bus;
  /** The public origin. */
  origin: string;
  publisher: string;
  /** Ids of services, the most used first; withdrawn ones may be among them. */
  listMostUsed(): Promise<readonly string[]>;
}

interface Snapshot {
  readonly byId: ReadonlyMap<string, Entry>;
  readonly lifeEvents: readonly RegistryLifeEvent[];
  readonly linked: (services: readonly Entry[]) => Buffer;
  readonly linkedEtag: () => string;
  readonly events: Buffer;
  readonly guides: ReadonlyMap<string, Buffer>;
  readonly inOrder: Readonly<Record<Language, SortedServices>>;
}

/** The services sorted for one language. */
interface SortedServices {
  /** Separate per language: a browser that switches language must not get 304 for the other list. */
  readonly etag: string;
  readonly services: readonly Entry[];
  readonly search: () => SearchIndex;
  readonly whole: Buffer;
}

interface Entry {
  readonly service: RegistryService;
  readonly listed: Buffer;
  readonly detail: Buffer;
  readonly linked: () => Buffer;
}

/** Which services are used most changes slowly. */
const popularMs = 10 * 60_000;
const popularShown = 8;

export function openCatalogue({ database, bus, listMostUsed, ...place }: CatalogueDeps): Catalogue {
  // Only published versions are read; RLS hides passports, whose drafts are not public, from everybody else.
  const reader = database.reader(systemIdentity);
  let mostUsed: { until: number; ids: Promise<readonly string[]> } | undefined;
  const readMostUsed = (now: number) => {
    if (mostUsed === undefined || mostUsed.until <= now) {
      const ids = listMostUsed();
      mostUsed = { until: now + popularMs, ids };
      // A failure is not remembered.
      ids.catch(() => {
        mostUsed = undefined;
      });
    }
    return mostUsed.ids;
  };
  const shelf = createBusCache(bus, async () => {
    const services = await readPublished(reader);
    const { items: lifeEvents } = await readLifeEvents(reader);
    return buildSnapshot(services, lifeEvents, await listGuideSteps(reader), place);
  });
  bus.on(registryChanged, () => shelf.forget('it'));
  bus.on(authoritiesChanged, () => shelf.forget('it'));
  const load = () => shelf.load('it');
  return {
    list: async (query, request, reply) => {
      const kept = await load();
      const linked = wantsLinkedData(request);
      // Linked data contains every language, in one order.
      const shelved = kept.inOrder[linked ? 'mn' : request.language];
      if (isNotModified(linked ? kept.linkedEtag() : shelved.etag, request, reply)) return unchanged;
      const found = filterServices(shelved, query);
      if (linked) return new PreSerialized(kept.linked(found), linkedDataType);
      return new PreSerialized(
        found === shelved.services ? shelved.whole : listOf(found.map((entry) => entry.listed)),
      );
    },
    get: async (id, request, reply) => {
      const kept = await load();
      const entry = kept.byId.get(id.toLowerCase()) ?? fail(kernelErrors.not_found);
      const linked = wantsLinkedData(request);
      if (isNotModified(linked ? kept.linkedEtag() : kept.inOrder.mn.etag, request, reply)) return unchanged;
      return linked ? new PreSerialized(entry.linked(), linkedDataType) : new PreSerialized(entry.detail);
    },
    lifeEvents: async (request, reply) => {
      const kept = await load();
      return isNotModified(kept.inOrder.mn.etag, request, reply) ? unchanged : new PreSerialized(kept.events);
    },
    guide: async (id, request, reply) => {
      const kept = await load();
      const guide = kept.guides.get(id.toLowerCase()) ?? fail(kernelErrors.not_found);
      return isNotModified(weakEtag(guide), request, reply) ? unchanged : new PreSerialized(guide);
    },
    popular: async (request, reply) => {
      const [{ byId }, ids] = [await load(), await readMostUsed(request.now.getTime())];
      const found = ids.flatMap((id) => byId.get(id) ?? []).slice(0, popularShown);
      const body = listOf(found.map((entry) => entry.listed));
      return isNotModified(weakEtag(body), request, reply) ? unchanged : new PreSerialized(body);
    },
    readServices: async () => (await load()).inOrder.mn.services.map(({ service }) => service),
    readLifeEvents: async () => (await load()).lifeEvents,
    search: async (question, language, limit) => {
      const sorted = (await load()).inOrder[language];
      const found = question.trim() === '' ? [] : filterServices(sorted, { q: question });
      return found.slice(0, limit).map(({ service }) => service);
    },
    find: async (id) => (await load()).byId.get(id.toLowerCase())?.service,
  };
}

const unchanged = new PreSerialized(Buffer.alloc(0));

function buildSnapshot(
  published: readonly RegistryService[],
  lifeEvents: readonly RegistryLifeEvent[],
  steps: readonly PlacedStep[],
  place: { origin: string; publisher: string },
): Snapshot {
  const known = new Set(lifeEvents.map((event) => event.id));
  const at = { ...place, lifeEvents };
  const entries = published
    .map((service) => ({
      ...service,
      // A deleted event must not appear as a filter.
      life_event_id: known.has(service.life_event_id ?? '') ? service.life_event_id : null,
      life_event_ids: service.life_event_ids.filter((id) => known.has(id)),
    }))
    .map(
      (service): Entry => ({
        service,
        listed: bytes({ ...service, form: null, evidences: [] }),
        detail: bytes(service),
        linked: lazy(() => bytes(describeService(service, at))),
      }),
    );
  const linkAll = (found: readonly Entry[]) =>
    bytes(
      describeCatalogue(
        found.map(({ service }) => service),
        at,
      ),
    );
  const guides = buildGuides(
    lifeEvents,
    steps,
    entries.map(({ service }) => service),
  );
  const shownEvents = lifeEvents.filter(({ id }) => guides.some((guide) => guide.id === id));
  const events = bytes({ items: shownEvents, total: shownEvents.length });
  const sortFor = (language: Language): SortedServices => {
    const services = entries.toSorted((a, b) => compareServices(a.service, b.service, language));
    return {
      etag: weakEtag(Buffer.concat([Buffer.from(language), ...services.map(({ detail }) => detail), events])),
      services,
      search: lazy(() => createSearch(services.map(({ service }) => searchItemOf(service, lifeEvents)))),
      whole: listOf(services.map((entry) => entry.listed)),
    };
  };
  const inOrder = { mn: sortFor('mn'), en: sortFor('en') };
  const wholeLinked = lazy(() => linkAll(inOrder.mn.services));
  return {
    byId: new Map(entries.map((entry) => [entry.service.id, entry])),
    lifeEvents: shownEvents,
    guides: new Map(guides.map((guide) => [guide.id, bytes(guide)])),
    linked: (found) => (found === inOrder.mn.services ? wholeLinked() : linkAll(found)),
    // Computed from the bytes, so that a harvester notices a changed origin, publisher or mapping.
    linkedEtag: lazy(() => weakEtag(wholeLinked())),
    events,
    inOrder,
  };
}

function compareServices(a: RegistryService, b: RegistryService, language: Language): number {
  return compareTexts(nameIn(a, language), nameIn(b, language), language) || (a.code < b.code ? -1 : 1);
}

function filterServices(shelf: SortedServices, query: CatalogueQuery): readonly Entry[] {
  const { authority, life_event_id: eventId, proactivity, q } = query;
  const found =
    q === undefined
      ? shelf.services
      : shelf
          .search()
          .find(q)
          .flatMap((position) => shelf.services[position] ?? []);
  if (authority === undefined && eventId === undefined && proactivity === undefined) return found;
  return found.filter(
    ({ service }) =>
      (authority === undefined || service.authority === authority || service.authority_id === authority) &&
      (eventId === undefined || service.life_event_ids.includes(eventId.toLowerCase())) &&
      (proactivity === undefined || service.proactivity === proactivity),
  );
}

/** Searchable texts of a service with their weights. */
function searchItemOf(service: RegistryService, lifeEvents: readonly RegistryLifeEvent[]) {
  const events = lifeEvents.filter((event) => service.life_event_ids.includes(event.id));
  return {
    code: service.code,
    titles: [service.name, service.name_en, service.code],
    texts: [
      ...service.keywords.map((text) => ({ text, weight: 0.95 })),
      ...events.flatMap(({ name, en_label }) => [name, en_label].map((text) => ({ text, weight: 0.7 }))),
      ...[service.category, service.category_en, service.output, service.output_en].map((text) => ({
        text,
        weight: 0.7,
      })),
      ...[service.authority, service.authority_en, service.target_group, service.target_group_en].map(
        (text) => ({ text, weight: 0.5 }),
      ),
      ...[service.description, service.description_en].map((text) => ({ text, weight: 0.4 })),
    ],
  };
}

function isNotModified(etag: string, request: RequestFacts, reply: ReplyFacts): boolean {
  // Shared caches may store it, but revalidate every time, so that a publication is visible at once.
  reply.header('cache-control', 'public, no-cache');
  reply.header('vary', 'Accept, Accept-Language, Origin');
  return isUnchanged(etag, request, reply);
}

/** Only an Accept header that names it gets linked data; a browser, which accepts anything, gets ordinary JSON. */
function wantsLinkedData(request: RequestFacts): boolean {
  const accept = request.header('accept')?.slice(0, 500).toLowerCase();
  if (accept === undefined || !accept.includes('ld+json')) return false;
  const weight = (type: string) => {
    const part = accept.split(',').find((each) => each.split(';')[0]?.trim() === type);
    if (part === undefined) return 0;
    return Number(/;\s*q=([0-9.]+)/.exec(part)?.[1] ?? 1);
  };
  return weight(linkedDataType) > 0 && weight(linkedDataType) >= weight('application/json');
}

const bytes = (value: object) => Buffer.from(JSON.stringify(value));

function listOf(items: readonly Buffer[]): Buffer {
  const comma = Buffer.from(',');
  const parts = items.flatMap((item, at) => (at === 0 ? [item] : [comma, item]));
  return Buffer.concat([Buffer.from('{"items":['), ...parts, Buffer.from(`],"total":${items.length}}`)]);
}

/** Computes the value on first use, once. */
function lazy<V>(make: () => V): () => V {
  let made: { value: V } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
