import { createHash } from 'node:crypto';
import type { RegistryLifeEvent, RegistryService } from '../registry/index.ts';

/** CPSV-AP 3.2.0 as JSON-LD 1.1: https://semiceu.github.io/CPSV-AP/releases/3.2.0/ */

export const linkedDataType = 'application/ld+json';

/** Inlined, so that a consumer needs no remote context. */
const context = {
  adms: 'http://www.w3.org/ns/adms#',
  cpsv: 'http://purl.org/vocab/cpsv#',
  cv: 'http://data.europa.eu/m8g/',
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  eli: 'http://data.europa.eu/eli/ontology#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

export interface Place {
  /** The public origin; all identifiers start with it. */
  origin: string;
  publisher: string;
  lifeEvents: readonly RegistryLifeEvent[];
}

export function describeService(service: RegistryService, place: Place): object {
  return { '@context': context, ...serviceNode(service, place) };
}

export function describeCatalogue(services: readonly RegistryService[], place: Place): object {
  const id = `${place.origin}/api/v1/catalog/services`;
  return {
    '@context': context,
    '@id': id,
    '@type': 'dcat:Dataset',
    'dct:identifier': id,
    'dct:title': inBoth('Төрийн үйлчилгээний каталог', 'Catalogue of public services'),
    'dct:description': inBoth(
      'Иргэн, хуулийн этгээдэд үзүүлдэг, нийтлэгдсэн төрийн үйлчилгээ.',
      'Public services for people and organisations, as published.',
    ),
    'dct:publisher': {
      '@id': place.origin,
      '@type': 'foaf:Agent',
      'dct:identifier': place.origin,
      'dct:title': inBoth(place.publisher, place.publisher),
    },
    'dct:hasPart': services.map((service) => ({
      ...serviceNode(service, place),
      'dct:isPartOf': { '@id': id },
    })),
  };
}

function serviceNode(service: RegistryService, place: Place): object {
  const id = `${place.origin}/api/v1/catalog/services/${service.id}`;
  const events = place.lifeEvents.filter((event) => service.life_event_ids.includes(event.id));
  return withoutEmpty({
    '@id': id,
    '@type': 'cpsv:PublicService',
    'dct:identifier': service.code,
    'dct:title': inBoth(service.name, service.name_en),
    'dct:description': inBoth(service.description, service.description_en),
    'dcat:keyword': service.keywords.map((word) => ({
      '@language': /\p{Script=Cyrillic}/u.test(word) ? 'mn' : 'en',
      '@value': word,
    })),
    'cv:hasCompetentAuthority': authorityNode(service, place.origin),
    'cv:processingTime':
      service.processing_time === ''
        ? undefined
        : { '@type': 'xsd:duration', '@value': withoutWeeks(service.processing_time) },
    'dct:type':
      service.main_activity === ''
        ? undefined
        : concept(
            `http://publications.europa.eu/resource/authority/main-activity/${encodeURIComponent(service.main_activity)}`,
          ),
    'cv:isClassifiedBy': [
      ...(service.cofog_code === ''
        ? []
        : [
            {
              ...concept(),
              'skos:notation': service.cofog_code,
              ...(service.cofog_label === '' ? {} : { 'skos:prefLabel': inOne('en', service.cofog_label) }),
              'skos:inScheme': { '@id': 'https://unstats.un.org/unsd/classifications/Family/Detail/4' },
            },
          ]),
      ...(service.sdg_code === ''
        ? []
        : [
            {
              ...concept(),
              'skos:notation': service.sdg_code,
              'skos:inScheme': { '@id': 'http://data.europa.eu/eli/reg/2018/1724/oj' },
            },
          ]),
    ],
    'adms:status': concept('http://purl.org/adms/status/Completed'),
    'cv:isGroupedBy': events.map((event) => eventNode(event, place.origin)),
    'cpsv:hasInput': service.evidences.map((link) => ({
      '@id': `${place.origin}/api/v1/catalog/services#${encodeURIComponent(link.code)}`,
      '@type': 'cv:Evidence',
      'dct:identifier': link.code,
      'dct:title': inBoth(link.name, link.name_en),
    })),
    'cpsv:produces': {
      '@id': `${id}#output`,
      '@type': 'cv:Output',
      'dct:identifier': `${service.code}-output`,
      'dct:title':
        service.output === ''
          ? inBoth(service.name, service.name_en)
          : inBoth(service.output, service.output_en),
      'dct:type': { ...concept(), 'skos:prefLabel': inOne('en', service.output_type) },
    },
    'cv:hasCost': {
      '@id': `${id}#cost`,
      '@type': 'cv:Cost',
      'dct:identifier': `${service.code}-cost`,
      'cv:hasValue': { '@type': 'xsd:double', '@value': String(service.fee) },
      'cv:currency': concept('http://publications.europa.eu/resource/authority/currency/MNT'),
    },
    'cv:hasChannel': service.channels.map((channel) => ({
      '@id': `${id}#channel-${channel}`,
      '@type': 'cv:Channel',
      'dct:identifier': `${service.code}-${channel}`,
      'dct:type': { ...concept(), 'skos:notation': channel },
    })),
    'cv:hasLegalResource':
      service.legal_basis === ''
        ? undefined
        : {
            '@id': `${id}#law`,
            '@type': 'eli:LegalResource',
            'dct:title': inBoth(service.legal_basis, service.legal_basis_en),
          },
  });
}

function authorityNode(service: RegistryService, origin: string): object {
  const key =
    service.authority_org_id ??
    createHash('sha256').update(service.authority).digest('base64url').slice(0, 16);
  return {
    '@id': `${origin}/api/v1/catalog/services#authority-${key}`,
    '@type': 'cv:PublicOrganisation',
    'skos:prefLabel': inBoth(service.authority, service.authority_en),
    'dct:spatial': {
      '@id': 'http://publications.europa.eu/resource/authority/country/MNG',
      '@type': 'http://data.europa.eu/88u/dataset/atu-type',
    },
  };
}

function eventNode(event: RegistryLifeEvent, origin: string): object {
  return withoutEmpty({
    '@id': `${origin}/api/v1/catalog/life-events#${encodeURIComponent(event.code)}`,
    '@type': ['cv:Event', event.kind === 'business' ? 'cv:BusinessEvent' : 'cv:LifeEvent'],
    'dct:identifier': event.code,
    'dct:title': inBoth(event.name, event.en_label),
    'dct:type': event.eu_code === '' ? undefined : { ...concept(), 'skos:notation': event.eu_code },
  });
}

const concept = (id?: string) => ({ ...(id === undefined ? {} : { '@id': id }), '@type': 'skos:Concept' });
const inOne = (language: 'mn' | 'en', text: string) => ({ '@language': language, '@value': text });
const inBoth = (mn: string, en: string) => [inOne('mn', mn), ...(en === '' ? [] : [inOne('en', en)])];

/** ISO 8601 has weeks and xsd:duration does not: P1W2D becomes P9D. */
function withoutWeeks(duration: string): string {
  const weeks = /(?<!\d)(\d+)W(?:(\d+)D)?/.exec(duration);
  if (weeks === null) return duration;
  const days = BigInt(weeks[1] ?? 0) * 7n + BigInt(weeks[2] ?? 0);
  return duration.replace(weeks[0], `${days}D`);
}

/** JSON-LD has no null values, so properties without a value are omitted. */
function withoutEmpty(node: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(node).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
