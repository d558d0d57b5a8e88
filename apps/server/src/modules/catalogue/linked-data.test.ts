import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { makersOf, openStage, type Stage } from '../registry/test/stage.ts';

let stage: Stage;
let server: TestServer;

beforeAll(async () => {
  stage = await openStage({ env: { GOV_DEMO_SEED: 'true' } });
  server = stage.server;
});
afterAll(() => stage.world.close());

interface Node {
  [key: string]: unknown;
}

const get = async (path: string, accept = 'application/ld+json') =>
  createCaller(server.url).get(`/api/v1/catalog/services${path}`, { headers: { accept } });
const document = async (path = '') => (await get(path)).body as unknown as Node;

const prefixes: Record<string, string> = {
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

/** From the SHACL shapes of CPSV-AP 3.2.0: required and optional properties of each class. */
const shapes: Record<string, { must: string[]; may?: string[] }> = {
  'cpsv:PublicService': {
    must: ['dct:identifier', 'dct:title', 'dct:description', 'cv:hasCompetentAuthority'],
    may: [
      'dcat:keyword',
      'cv:processingTime',
      'dct:type',
      'cv:isClassifiedBy',
      'adms:status',
      'cv:isGroupedBy',
    ]
      .concat(['cpsv:hasInput', 'cpsv:produces', 'cv:hasCost', 'cv:hasChannel', 'cv:hasLegalResource'])
      .concat(['dct:isPartOf']),
  },
  'cv:PublicOrganisation': { must: ['skos:prefLabel', 'dct:spatial'] },
  'cv:Event': { must: ['dct:identifier', 'dct:title'], may: ['dct:type'] },
  'cv:Evidence': { must: ['dct:identifier', 'dct:title'] },
  'cv:Output': { must: ['dct:identifier', 'dct:title'], may: ['dct:type'] },
  'cv:Cost': { must: ['dct:identifier'], may: ['cv:hasValue', 'cv:currency'] },
  'cv:Channel': { must: ['dct:identifier'], may: ['dct:type'] },
  'eli:LegalResource': { must: [], may: ['dct:title'] },
  'dcat:Dataset': {
    must: ['dct:title', 'dct:description', 'dct:publisher'],
    may: ['dct:identifier', 'dct:hasPart'],
  },
  'foaf:Agent': { must: ['dct:identifier', 'dct:title'] },
  'skos:Concept': { must: [], may: ['skos:notation', 'skos:prefLabel', 'skos:inScheme'] },
  'http://data.europa.eu/88u/dataset/atu-type': { must: [] },
};
/** Properties whose value must be an instance of a class. */
const classes: Record<string, string> = {
  'cv:hasCompetentAuthority': 'cv:PublicOrganisation',
  'cv:isGroupedBy': 'cv:Event',
  'cpsv:hasInput': 'cv:Evidence',
  'cpsv:produces': 'cv:Output',
  'cv:hasCost': 'cv:Cost',
  'cv:hasChannel': 'cv:Channel',
  'cv:hasLegalResource': 'eli:LegalResource',
  'cv:currency': 'skos:Concept',
  'adms:status': 'skos:Concept',
  'cv:isClassifiedBy': 'skos:Concept',
  'dct:type': 'skos:Concept',
  'dct:hasPart': 'cpsv:PublicService',
  'dct:publisher': 'foaf:Agent',
};
/** xsd:duration has no weeks. */
const durations = /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/;
const languageTagged = ['dct:title', 'dct:description', 'dcat:keyword', 'skos:prefLabel'];
const once = ['dct:identifier', 'cv:processingTime', 'adms:status', 'cv:hasValue', 'cv:currency'];

function findProblems(node: Node, path: string): string[] {
  const types = [node['@type'] ?? []].flat() as string[];
  const shape = shapes[types[0] ?? ''];
  if (shape === undefined)
    return '@id' in node && Object.keys(node).length === 1 ? [] : [`${path}: type ${types[0]}`];
  const problems: string[] = [];
  for (const must of shape.must) if (node[must] === undefined) problems.push(`${path}: no ${must}`);
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('@')) continue;
    const at = `${path} ${key}`;
    const [prefix = '', word = ''] = key.split(':');
    if (prefixes[prefix] === undefined || word === '') problems.push(`${at}: unknown term`);
    if (![...shape.must, ...(shape.may ?? [])].includes(key)) problems.push(`${at}: not of this class`);
    const values = [value].flat() as (Node | string)[];
    if (values.length === 0 || values.some((each) => each === null)) problems.push(`${at}: nothing said`);
    if (once.includes(key) && values.length > 1) problems.push(`${at}: said twice`);
    for (const each of values) {
      if (languageTagged.includes(key)) {
        const text = each as Node;
        if (!['mn', 'en'].includes(String(text['@language'])) || !text['@value'])
          problems.push(`${at}: no language`);
      } else if (typeof each === 'object' && '@value' in each) {
        if (!String(each['@type']).startsWith('xsd:')) problems.push(`${at}: no datatype`);
        if (each['@type'] === 'xsd:duration' && !durations.test(String(each['@value'])))
          problems.push(`${at}: no duration`);
      } else if (typeof each === 'object') {
        const wanted = classes[key];
        if (wanted !== undefined && ![each['@type']].flat().includes(wanted))
          problems.push(`${at}: is no ${wanted}`);
        problems.push(...findProblems(each, at));
      }
    }
  }
  return problems;
}

describe('CPSV-AP 3.2 as linked data', () => {
  it('describes the whole catalogue as a dataset of public services that satisfies the SHACL shapes', async () => {
    const answer = await get('');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/ld+json']);
    const dataset = answer.body as unknown as Node;
    expect(dataset['@context']).toEqual(prefixes);
    expect(findProblems(withoutContext(dataset), 'catalogue')).toEqual([]);
    expect(dataset['dct:hasPart']).toHaveLength(12);
    expect(dataset['dct:publisher']).toMatchObject({ 'dct:identifier': server.config.appOrigin });
  });

  it('describes one service with authority, output, time, cost, event and legal basis', async () => {
    const list = (await get('', 'application/json')).body.data.items;
    const { id } = list.find((item: { code: string }) => item.code === 'MN-0411-001');
    const service = await document(`/${id}`);
    expect(findProblems(withoutContext(service), 'service')).toEqual([]);
    const self = `${server.config.appOrigin}/api/v1/catalog/services/${id}`;
    expect(service).toMatchObject({
      '@id': self,
      '@type': 'cpsv:PublicService',
      'dct:identifier': 'MN-0411-001',
      'dct:title': [
        { '@language': 'mn', '@value': 'Хуулийн этгээд бүртгүүлэх' },
        { '@language': 'en', '@value': 'Company registration' },
      ],
      'cv:hasCompetentAuthority': {
        'skos:prefLabel': [
          { '@language': 'mn', '@value': 'Улсын бүртгэлийн ерөнхий газар' },
          { '@language': 'en', '@value': 'General Authority for State Registration' },
        ],
      },
      'cv:processingTime': { '@type': 'xsd:duration', '@value': 'P10D' },
      'dct:type': { '@id': 'http://publications.europa.eu/resource/authority/main-activity/econ-aff' },
      'adms:status': { '@id': 'http://purl.org/adms/status/Completed' },
      'cv:isGroupedBy': [{ '@type': ['cv:Event', 'cv:BusinessEvent'], 'dct:identifier': 'BIZ_START' }],
      'cpsv:hasInput': [
        { 'dct:identifier': 'EV_CIVIL_ID' },
        { 'dct:identifier': 'EV_RESIDENCE' },
        { 'dct:identifier': 'EV_APPLICATION' },
        { 'dct:identifier': 'EV_TAX_CLEAR' },
      ],
      'cpsv:produces': { 'dct:type': { 'skos:prefLabel': { '@value': 'Recognition' } } },
      'cv:hasCost': {
        'cv:hasValue': { '@type': 'xsd:double', '@value': '44000' },
        'cv:currency': { '@id': 'http://publications.europa.eu/resource/authority/currency/MNT' },
      },
    });
  });

  it('is returned only when the Accept header names it', async () => {
    const isLinked = async (accept: string) =>
      (await get('', accept)).headers.get('content-type') === 'application/ld+json';
    expect(await isLinked('application/ld+json')).toBe(true);
    expect(await isLinked('Application/LD+JSON')).toBe(true);
    expect(await isLinked('application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"')).toBe(true);
    expect(await isLinked('text/html, application/ld+json;q=0.9, */*;q=0.1')).toBe(true);
    expect(await isLinked('application/json, application/ld+json;q=0.5')).toBe(false);
    expect(await isLinked('application/ld+json;q=0')).toBe(false);
    expect(await isLinked('*/*')).toBe(false);
    expect(await isLinked('text/html,application/xhtml+xml,*/*;q=0.8')).toBe(false);
  });

  it('changes its etag when only the publisher name changes', async () => {
    const other = await stage.world.startServer({
      env: { GOV_DEMO_SEED: 'true', EID_RP_NAME: 'Another publisher' },
    });
    const tags = async (accept: string) =>
      Promise.all(
        [server, other].map(async ({ url }) =>
          (await createCaller(url).get('/api/v1/catalog/services', { headers: { accept } })).headers.get(
            'etag',
          ),
        ),
      );
    const [linked, plain] = [await tags('application/ld+json'), await tags('application/json')];
    expect([new Set(linked).size, new Set(plain).size]).toEqual([2, 1]);
  });

  it('writes weeks as days for xsd:duration, and omits empty properties', async () => {
    const made = await makersOf(stage.call).create({
      processing_time: 'P1W2DT3H',
      cofog_code: '01.3.3',
      channels: ['office'],
      proactivity: 'online',
    });
    await stage.call('POST', `/registry/services/${made.id}/publish`, {});
    await callUntil(200, () => get(`/${made.id}`));
    const service = await document(`/${made.id}`);
    expect(findProblems(withoutContext(service), 'service')).toEqual([]);
    expect(service['cv:processingTime']).toEqual({ '@type': 'xsd:duration', '@value': 'P9DT3H' });
    await stage.call('POST', `/registry/services/${made.id}/archive`);
  });

  it('follows the filters of the query, and answers 404 for an unpublished service', async () => {
    const found = await document('?proactivity=information');
    expect(found['dct:hasPart']).toMatchObject([{ 'dct:identifier': 'RS_PENSION' }]);
    const missing = await get('/00000000-0000-4000-8000-000000000000');
    expect([missing.status, missing.body.error]).toEqual([404, 'not_found']);
  });
});

function withoutContext({ '@context': _, ...node }: Node): Node {
  return node;
}
