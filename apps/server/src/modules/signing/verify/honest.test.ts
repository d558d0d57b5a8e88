import { beforeAll, describe, expect, it } from 'vitest';
import { firstElement } from '../../../kernel/pki/der.ts';
import {
  addDocumentTimestamp,
  addEvidence,
  completeEvidence,
  makePdf,
  OBJECT,
  signPdf,
  update,
} from './test/pdf-maker.ts';
import { daysFromNow, NOW, representative } from './test/pki.ts';
import { asked, openScene, type Scene, sum } from './test/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});

async function timestamped() {
  return signPdf(scene.country, makePdf(), { timestamp: true });
}
async function longTerm() {
  return addEvidence(await timestamped(), await completeEvidence(scene.country));
}

describe('levels', () => {
  it('reports B-B, and asks for evidence that the document does not hold', async () => {
    const { country, verify, fetched } = scene;
    const document = await signPdf(country, makePdf());
    const alone = await verify(document);
    expect(sum(alone)).toMatchObject({
      verdict: 'INDETERMINATE TRY_LATER',
      problems: ['REVOCATION_MISSING'],
    });
    expect(alone.missingEvidence.map(({ certificate }) => certificate)).toContainEqual(country.bold.der);
    const complete = await verify(document, { evidence: await fetched(country.bold) });
    expect(sum(complete)).toMatchObject({ verdict: 'TOTAL_PASSED', level: 'B-B' });
    expect(complete.signatures[0]?.time).toMatchObject({ source: 'claimed' });
    expect(complete.signatures[0]?.coverage).toMatchObject({ isWholeFile: true });
  });

  it('reports B-T with a trusted timestamp as the best time', async () => {
    const { country, verify, fetched } = scene;
    const evidence = await fetched(country.bold, country.authority);
    const result = await verify(await timestamped(), { evidence });
    expect(sum(result)).toMatchObject({ verdict: 'TOTAL_PASSED', level: 'B-T' });
    expect(result.signatures[0]?.time).toMatchObject({ best: NOW, source: 'timestamp' });
  });

  it('reports B-LT when everything is embedded', async () => {
    const result = await scene.verify(await longTerm());
    expect(sum(result)).toEqual({
      verdict: 'TOTAL_PASSED',
      level: 'B-LT',
      problems: [],
      refused: [],
      allowed: ['EVIDENCE_ADDED'],
    });
    expect(result.missingEvidence).toEqual([]);
  });

  it.each([
    ['the answer about the signer', { ocsps: [] }, 'INDETERMINATE TRY_LATER'],
    ['the list of the root', { crls: [] }, 'INDETERMINATE TRY_LATER'],
  ])('does not report B-LT without %s', async (_, missing, verdict) => {
    const evidence = { ...(await completeEvidence(scene.country)), ...missing };
    const result = await scene.verify(addEvidence(await timestamped(), evidence));
    expect(sum(result)).toMatchObject({ verdict, level: 'B-B' });
  });

  it('reports B-LTA when a document timestamp covers the evidence', async () => {
    const result = await scene.verify(await addDocumentTimestamp(scene.country, await longTerm()));
    expect(sum(result)).toMatchObject({
      verdict: 'TOTAL_PASSED',
      level: 'B-LTA',
      allowed: ['EVIDENCE_ADDED', 'DOCUMENT_TIMESTAMP_ADDED'],
    });
  });

  it('reports B-LT only when the evidence follows the document timestamp', async () => {
    const archived = await addDocumentTimestamp(scene.country, await timestamped());
    const result = await scene.verify(addEvidence(archived, await completeEvidence(scene.country)));
    expect(sum(result)).toMatchObject({ verdict: 'TOTAL_PASSED', level: 'B-LT' });
  });

  it('keeps B-LTA after every certificate expired, and through a renewal', async () => {
    const { country, verify } = scene;
    const archived = await addDocumentTimestamp(country, await longTerm());
    const late = daysFromNow(299);
    expect(sum(await verify(archived, { now: late }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      level: 'B-LTA',
    });
    const after = daysFromNow(350);
    expect(sum(await verify(archived, { now: after }))).toMatchObject({
      verdict: 'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
    });
    const validity = { notBefore: daysFromNow(200), notAfter: daysFromNow(900) };
    const authority = await country.issueTimestampAuthority(validity);
    const fresh = { thisUpdate: daysFromNow(250), nextUpdate: daysFromNow(251) };
    const renewed = addEvidence(archived, {
      ocsps: [await country.ocsp(authority, fresh), await country.ocsp(country.authority, fresh)],
      crls: [await country.crl(fresh)],
    });
    const twice = await addDocumentTimestamp(country, renewed, { authority, time: daysFromNow(250) });
    expect(sum(await verify(twice, { now: after }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      level: 'B-LTA',
    });
  });

  it('gives no level to a signature that is not PAdES, which may still be valid', async () => {
    const { country, verify, fetched } = scene;
    const evidence = await fetched(country.bold);
    const plain = await signPdf(country, makePdf(), { subFilter: 'adbe.pkcs7.detached' });
    expect(sum(await verify(plain, { evidence }))).toMatchObject({ verdict: 'TOTAL_PASSED', level: null });
    const timed = await signPdf(country, makePdf(), { faults: { signingTime: NOW } });
    expect(sum(await verify(timed, { evidence }))).toMatchObject({ verdict: 'TOTAL_PASSED', level: null });
    const unnamed = await signPdf(country, makePdf(), { faults: { unnamed: true } });
    expect(sum(await verify(unnamed, { evidence }))).toMatchObject({
      verdict: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
      problems: ['SIGNER_CERTIFICATE_NOT_NAMED'],
      level: null,
    });
    const old = { subFilter: 'adbe.pkcs7.detached', faults: { unnamed: true } };
    const olderKind = await signPdf(country, makePdf(), old);
    expect(sum(await verify(olderKind, { evidence }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      level: null,
    });
  });
});

it('reads a message in BER of indefinite length, which some programs write', async () => {
  const { country, verify, fetched } = scene;
  const document = await signPdf(country, makePdf());
  const start = document.indexOf('/Contents <') + 11;
  const { raw, content } = firstElement(
    Buffer.from(document.toString('latin1', start, document.indexOf('>', start)), 'hex'),
  );
  const ber = Buffer.concat([Buffer.from([0x30, 0x80]), content, Buffer.alloc(2)]);
  const changed = Buffer.from(document);
  changed.write(ber.toString('hex').padEnd(2 * raw.length, '0'), start, 'latin1');
  expect(changed.equals(document)).toBe(false);
  expect(sum(await verify(changed, { evidence: await fetched(country.bold) }))).toMatchObject({
    verdict: 'TOTAL_PASSED',
    level: 'B-B',
  });
});

describe('the signer', () => {
  it('is named by the certificate, with the organisation and the role', async () => {
    const { country, verify } = scene;
    const signer = await country.issueSigner({ subject: representative('УУ90010112', 'Тамга ХХК') });
    const document = await signPdf(country, makePdf(), { signer, faults: { role: 'Захирал' } });
    const [signature] = (await verify(document)).signatures;
    expect(signature?.signer).toMatchObject({
      name: 'Dorj Bold',
      registerNumber: 'УУ90010112',
      organisation: { name: 'Тамга ХХК', registerNumber: '1234567' },
      role: 'Захирал',
    });
  });

  it('passes when revoked only after the proven time', async () => {
    const { country, verify } = scene;
    const now = daysFromNow(20);
    const later = await country.ocsp(country.bold, {
      status: 'revoked',
      thisUpdate: now,
      nextUpdate: daysFromNow(21),
    });
    const earlier = addEvidence(
      await signPdf(country, makePdf(), { timestamp: true, time: daysFromNow(-5) }),
      await completeEvidence(country),
    );
    expect(
      sum(await verify(earlier, { now, evidence: { ocsps: [asked(later, now)], crls: [] } })),
    ).toMatchObject({
      verdict: 'TOTAL_PASSED',
      level: 'B-LT',
    });
  });
});

describe('several signatures', () => {
  it('all pass, and the first reports the second as allowed', async () => {
    const { country, verify, fetched } = scene;
    const first = await signPdf(country, makePdf(), { timestamp: true });
    const both = await signPdf(country, first, {
      signer: country.saruul,
      timestamp: true,
      rect: '300 40 500 90',
      appearance: 'BT /F 12 Tf (Saruul) Tj ET',
    });
    const result = await verify(both, {
      evidence: await fetched(country.bold, country.saruul, country.authority),
    });
    expect(sum(result)).toMatchObject({
      verdict: 'TOTAL_PASSED',
      allowed: ['SIGNATURE_ADDED', 'MARK_ADDED'],
    });
    expect(result.signatures.map(({ signer }) => signer?.registerNumber)).toEqual([
      'УУ90010112',
      'УУ91020213',
    ]);
    expect(result.signatures[0]?.coverage).toMatchObject({ isWholeFile: false, revision: 1, revisions: 3 });
    expect(result.signatures.map(({ picture, coverage }) => [picture.status, coverage.signedBytes])).toEqual([
      ['marked', first.length],
      ['not_needed', both.length],
    ]);
  });

  it('accepts an updated time of the last save, but not another title', async () => {
    const { country, verify, fetched } = scene;
    const evidence = await fetched(country.bold);
    const signed = await signPdf(country, makePdf());
    const saved = update(signed, {
      [OBJECT.information]: '<< /Title (Contract) /ModDate (D:20310506000000Z) >>',
    });
    expect(sum(await verify(saved, { evidence }))).toMatchObject({
      verdict: 'TOTAL_PASSED',
      allowed: ['INFORMATION_UPDATED'],
    });
    const titled = update(signed, {
      [OBJECT.information]: '<< /Title (Receipt) /ModDate (D:20310506000000Z) >>',
    });
    expect(sum(await verify(titled, { evidence }))).toMatchObject({ refused: ['INFORMATION_CHANGED'] });
  });
});

it('uses only anchors that were given', async () => {
  const { country, verify, fetched } = scene;
  const other = await openScene();
  const evidence = await fetched(country.bold);
  const result = await verify(await signPdf(country, makePdf()), {
    evidence,
    anchors: other.country.anchors,
  });
  expect(sum(result)).toMatchObject({ verdict: 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND' });
});
