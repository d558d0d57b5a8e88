import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { raise, type Shortfall } from '../index.ts';
import { inspect } from './inspect.ts';
import { buildPdf } from './test/corpus.ts';
import { BOLD, openStage, type Stage } from './test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => stage.clearFaults());
afterAll(() => stage.close());

const MANY = { count: 20 };
/** The late service answers only when the test is over. */
const LATE = { ...MANY, ms: 120_000 };
const portsFor = (kind: string) => stage.ports({}, kind.endsWith('_late') ? 300 : undefined);

describe('without an honest timestamp authority the document stays at B-B and says why', () => {
  const faults: [string, Shortfall][] = [
    ['tsa_down', 'tsa_unavailable'],
    ['tsa_late', 'tsa_unavailable'],
    ['tsa_refused', 'tsa_rejected'],
    ['tsa_wrong_imprint', 'tsa_answer_invalid'],
    ['tsa_wrong_nonce', 'tsa_answer_invalid'],
    ['tsa_wrong_certificate', 'tsa_answer_invalid'],
    ['tsa_foreign', 'tsa_answer_invalid'],
    ['tsa_stale', 'tsa_answer_invalid'],
  ];
  it.each(faults)('%s', async (kind, shortfall) => {
    const { bytes } = await stage.sign(buildPdf(), 'B-B');
    await stage.fault(kind, LATE);
    const tried = await raise(bytes, 'B-LTA', portsFor(kind));
    expect(tried).toMatchObject({ level: 'B-B', shortfall });
    expect(Buffer.from(tried.bytes).equals(bytes)).toBe(true);
    await stage.clearFaults();
    expect(await raise(bytes, 'B-LTA', stage.ports())).toMatchObject({ level: 'B-LTA', shortfall: null });
  });

  it('none configured', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-B');
    const tried = await raise(bytes, 'B-LT', stage.ports({ timestamp: null }));
    expect(tried).toMatchObject({ level: 'B-B', shortfall: 'tsa_not_configured' });
  });

  it('away for the last stamp: B-LT', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-LT');
    await stage.fault('tsa_down');
    const tried = await raise(bytes, 'B-LTA', stage.ports());
    expect(tried).toMatchObject({ level: 'B-LT', shortfall: 'tsa_unavailable' });
  });
});

describe('without honest revocation data the document stays at B-T and says why', () => {
  const faults: [string[], Shortfall][] = [
    [['ocsp_down', 'crl_down'], 'revocation_unavailable'],
    [['ocsp_late', 'crl_late'], 'revocation_unavailable'],
    [['ocsp_stale'], 'revocation_answer_invalid'],
    [['ocsp_wrong_certificate'], 'revocation_answer_invalid'],
    [['ocsp_foreign'], 'revocation_answer_invalid'],
    [['crl_down'], 'revocation_unavailable'],
    [['crl_stale'], 'revocation_answer_invalid'],
    [['crl_foreign'], 'revocation_answer_invalid'],
  ];
  it.each(faults)('%s', async (kinds, shortfall) => {
    const { bytes } = await stage.sign(buildPdf(), 'B-T');
    for (const kind of kinds) await stage.fault(kind, LATE);
    const tried = await raise(bytes, 'B-LTA', portsFor(kinds[0] ?? ''));
    expect(tried).toMatchObject({ level: 'B-T', shortfall });
    expect((await inspect(tried.bytes)).validation).toEqual({ certificates: [], ocsps: [], crls: [] });
    await stage.clearFaults();
    expect(await raise(bytes, 'B-LTA', stage.ports())).toMatchObject({ level: 'B-LTA', shortfall: null });
  });

  it('none configured, or none that may be called', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-T');
    const none = await raise(bytes, 'B-LT', stage.ports({ revocation: null }));
    expect(none).toMatchObject({ level: 'B-T', shortfall: 'revocation_not_configured' });
  });

  it('a list takes the place of a responder that is away', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-T');
    await stage.fault('ocsp_down', MANY);
    const raised = await raise(bytes, 'B-LT', stage.ports());
    expect(raised).toMatchObject({ level: 'B-LT', shortfall: null });
    expect((await inspect(raised.bytes)).validation.ocsps).toEqual([]);
  });
});

describe('a revoked certificate', () => {
  const HOUR_MS = 3_600_000;
  const serialOf = async () => new X509Certificate((await stage.person(BOLD)).certificate).serialNumber;

  it('revoked before the timestamp lowers the level', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-T');
    await stage.revoke(await serialOf(), new Date(stage.now().getTime() - HOUR_MS));
    const tried = await raise(bytes, 'B-LT', stage.ports());
    expect(tried).toMatchObject({ level: 'B-T', shortfall: 'certificate_revoked' });
  });

  it('revoked after the timestamp does not: the signature was made before', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-T');
    await stage.revoke(await serialOf(), new Date(stage.now().getTime() + HOUR_MS));
    stage.advance(1);
    expect(await raise(bytes, 'B-LT', stage.ports())).toMatchObject({ level: 'B-LT', shortfall: null });
  });

  it('of the authority above the signer lowers the level', async () => {
    const { bytes } = await stage.sign(buildPdf(), 'B-T');
    const issuing = new X509Certificate(await (await fetch(`${stage.url}/pki/issuing.pem`)).text());
    await stage.revoke(issuing.serialNumber, new Date(stage.now().getTime() - HOUR_MS));
    const tried = await raise(bytes, 'B-LT', stage.ports());
    expect(tried).toMatchObject({ level: 'B-T', shortfall: 'certificate_revoked' });
  });
});
