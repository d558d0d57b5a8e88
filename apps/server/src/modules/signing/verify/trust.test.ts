import { beforeAll, describe, expect, it } from 'vitest';
import { issue, issueResponder, x509 } from '../../../kernel/pki/test-pki.ts';
import { makeToken, sha256 } from './test/cms-maker.ts';
import {
  addDocumentTimestamp,
  addEvidence,
  completeEvidence,
  makePdf,
  type SignOptions,
  type Stored,
  signPdf,
} from './test/pdf-maker.ts';
import { asAuthority, daysFromNow, type Issued, NOW, person, signingExtensions } from './test/pki.ts';
import { asked, openScene, type Scene, sum } from './test/scene.ts';
import {
  certifiedWith,
  contractObjects,
  FORM,
  fillAndSign,
  filledField,
  formObjects,
} from './test/tricks/contract.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});

const subject = () => person('Dorj', 'Bold', 'УУ90010112');

async function longTerm(options: SignOptions = {}, evidence: Stored = {}) {
  const { country } = scene;
  const signer = options.signer ?? country.bold;
  const stored = { ...(await completeEvidence(country, [signer])), ...evidence };
  return addEvidence(await signPdf(country, makePdf(), { timestamp: true, ...options }), stored);
}

describe('the certificate of the signer', () => {
  const cases: [name: string, verdict: string, make: () => Promise<Buffer>][] = [
    [
      'of somebody whom nobody trusts',
      'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
      async () => {
        const { bold, chain } = (await openScene()).country;
        return longTerm({ signer: bold, chain });
      },
    ],
    [
      'meant for sign-in',
      'INDETERMINATE CHAIN_CONSTRAINTS_FAILURE',
      async () =>
        longTerm({
          signer: await scene.country.issueSigner({ subject: subject(), extensions: signingExtensions(1) }),
        }),
    ],
    [
      'of an authority',
      'INDETERMINATE CHAIN_CONSTRAINTS_FAILURE',
      async () =>
        longTerm({
          signer: await scene.country.issueSigner({ subject: subject(), extensions: asAuthority() }),
        }),
    ],
    [
      'issued by a person',
      'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND',
      async () => {
        const { bold, issuing } = scene.country;
        const forged = await issue({ subject: subject(), extensions: signingExtensions() }, bold);
        return longTerm({ signer: forged, chain: [bold, issuing] });
      },
    ],
    [
      'expired before the proven time',
      'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
      async () =>
        longTerm({
          signer: await scene.country.issueSigner({ subject: subject(), notAfter: daysFromNow(-2) }),
        }),
    ],
    [
      'issued after the proven time',
      'TOTAL_FAILED NOT_YET_VALID',
      async () =>
        longTerm({
          signer: await scene.country.issueSigner({ subject: subject(), notBefore: daysFromNow(2) }),
        }),
    ],
    [
      'that is not in the file',
      'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
      async () => withoutCertificate(),
    ],
    [
      'exchanged for another of the same key',
      'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
      async () => longTerm({ faults: { names: scene.country.saruul } }),
    ],
  ];

  /** The certificates say another serial number than the signature. */
  async function withoutCertificate() {
    const { country } = scene;
    const signed = (await longTerm()).toString('latin1');
    const hex = Buffer.from(country.bold.certificate.serialNumber.valueBlock.valueHexView).toString('hex');
    const first = signed.indexOf(hex);
    return Buffer.from(
      `${signed.slice(0, first)}${hex.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}${signed.slice(first + hex.length)}`,
      'latin1',
    );
  }

  it.each(cases)('%s: %s', async (_, verdict, make) => {
    expect(sum(await scene.verify(await make())).verdict).toBe(verdict);
  });

  it('is asked about again when its document carries an old answer and no proven time', async () => {
    const { country, verify } = scene;
    const yesterday = { thisUpdate: daysFromNow(-1), nextUpdate: daysFromNow(6) };
    const evidence = {
      ...(await completeEvidence(country, [country.bold])),
      ocsps: [await country.ocsp(country.bold, yesterday)],
    };
    const old = addEvidence(await signPdf(country, makePdf()), evidence);
    const first = await verify(old);
    const { der } = country.bold;
    expect(sum(first)).toMatchObject({
      verdict: 'INDETERMINATE TRY_LATER',
      problems: ['REVOCATION_STALE'],
    });
    expect(first.missingEvidence.map(({ certificate }) => Buffer.from(certificate))).toContainEqual(
      Buffer.from(der),
    );
    const revoked = await country.ocsp(country.bold, { status: 'revoked' });
    const second = await verify(old, { evidence: { ocsps: [asked(revoked)], crls: [] } });
    expect(sum(second).verdict).toBe('INDETERMINATE REVOKED_NO_POE');
    expect((await verify(await longTerm())).missingEvidence).toEqual([]);
  });

  /** With an answer about the signer that is this much older than the timestamp, and current for days. */
  async function hoarding(olderMs: number, signer = scene.country.bold) {
    const { country } = scene;
    const older = { thisUpdate: new Date(NOW.getTime() - olderMs), nextUpdate: daysFromNow(6) };
    const ocsps = [await country.ocsp(signer, older), await country.ocsp(country.authority)];
    return longTerm({ signer }, { ocsps });
  }

  it.each([
    ['seconds', 4_000, null],
    ['a day', 86_400_000, 'REVOCATION_NOT_CONFIRMED'],
  ])(
    'revoked before the proven time is found out though its document hoards an answer of %s before',
    async (_, olderMs, fleeting) => {
      const { country, verify } = scene;
      const hoarded = await hoarding(olderMs);
      const alone = await verify(hoarded);
      expect(sum(alone)).toMatchObject({
        verdict: 'INDETERMINATE TRY_LATER',
        problems: ['REVOCATION_STALE'],
      });
      expect(alone.missingEvidence).toContainEqual(
        expect.objectContaining({ certificate: Buffer.from(country.bold.der), since: NOW }),
      );
      const answered = (ocsp: Uint8Array, askedAt = NOW) =>
        verify(hoarded, { evidence: { ocsps: [asked(ocsp, askedAt)], crls: [] } });
      expect(sum(await answered(await country.ocsp(country.bold, { status: 'revoked' }))).verdict).toBe(
        'INDETERMINATE REVOKED_NO_POE',
      );
      const confirmed = await answered(await country.ocsp(country.bold));
      expect([sum(confirmed).verdict, confirmed.signatures[0]?.fleeting]).toEqual(['TOTAL_PASSED', fleeting]);
      // The newest word of an authority that answers once a day counts, but not from before the signature.
      const daily = await country.ocsp(country.bold, {
        thisUpdate: daysFromNow(-1),
        nextUpdate: daysFromNow(1),
      });
      expect(sum(await answered(daily)).verdict).toBe('TOTAL_PASSED');
      expect(sum(await answered(daily, daysFromNow(-1))).verdict).toBe('INDETERMINATE TRY_LATER');
    },
  );

  it('that has ended needs an answer of its authority, except with evidence of these minutes', async () => {
    const { country, verify } = scene;
    const signer = await country.issueSigner({ subject: subject(), notAfter: daysFromNow(20) });
    const [recent, hoarded] = [await hoarding(4_000, signer), await hoarding(86_400_000, signer)];
    const now = daysFromNow(25);
    const late = { thisUpdate: now, nextUpdate: daysFromNow(26) };
    const evidence = async (status: 'good' | 'revoked') => ({
      ocsps: [asked(await country.ocsp(signer, { ...late, status }), now)],
      crls: [],
    });
    expect(sum(await verify(recent, { now })).verdict).toBe('TOTAL_PASSED');
    expect(sum(await verify(hoarded, { now })).verdict).toBe('INDETERMINATE TRY_LATER');
    const good = await verify(hoarded, { now, evidence: await evidence('good') });
    expect([sum(good).verdict, good.signatures[0]?.fleeting]).toEqual([
      'TOTAL_PASSED',
      'REVOCATION_NOT_CONFIRMED',
    ]);
    for (const document of [recent, hoarded])
      expect(sum(await verify(document, { now, evidence: await evidence('revoked') })).verdict).toBe(
        'INDETERMINATE REVOKED_NO_POE',
      );
  });

  it('did not exist at the time that the signer claims, or that time is to come', async () => {
    const { country, verify, fetched } = scene;
    const evidence = await fetched(country.bold, country.authority);
    for (const at of [new Date('2020-01-01T00:00:00Z'), daysFromNow(3)]) {
      const claimed = await signPdf(country, makePdf(), { noDate: true, faults: { signingTime: at } });
      expect(sum(await verify(claimed, { evidence }))).toMatchObject({
        verdict: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
        problems: ['CLAIMED_TIME_IMPOSSIBLE'],
      });
    }
  });

  it('named by its key identifier is found, and only if it is the only one', async () => {
    const keyIdentifier = Buffer.from('0102030405060708', 'hex');
    const named = () => [
      ...signingExtensions(),
      new x509.SubjectKeyIdentifierExtension(keyIdentifier.toString('hex')),
    ];
    const signer = await scene.country.issueSigner({ subject: subject(), extensions: named() });
    const twin = await scene.country.issueSigner({ subject: subject(), extensions: named() });
    const { chain } = scene.country;
    const signed = await longTerm({ signer, faults: { keyIdentifier } });
    expect(sum(await scene.verify(signed))).toMatchObject({ verdict: 'TOTAL_PASSED', level: 'B-LT' });
    for (const options of [
      { faults: { keyIdentifier: Buffer.from('ff', 'hex') } },
      { faults: { keyIdentifier }, chain: [...chain, twin] },
    ])
      expect(sum(await scene.verify(await longTerm({ signer, ...options }))).verdict).toBe(
        'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
      );
  });

  it('revoked before the proven time: REVOKED_NO_POE, by answer or by list', async () => {
    const { country, verify } = scene;
    const revoked = await country.ocsp(country.bold, { status: 'revoked' });
    const other = await country.ocsp(country.authority);
    expect(sum(await verify(await longTerm({}, { ocsps: [revoked, other] })))).toMatchObject({
      verdict: 'INDETERMINATE REVOKED_NO_POE',
    });
    const list = await country.crl({
      issuer: country.issuing,
      revoked: [{ certificate: country.bold, at: daysFromNow(-1) }],
    });
    const crls = [list, await country.crl()];
    expect(sum(await verify(await longTerm({}, { crls })))).toMatchObject({
      verdict: 'INDETERMINATE REVOKED_NO_POE',
    });
  });

  it('of a revoked authority: REVOKED_CA_NO_POE', async () => {
    const { country, verify } = scene;
    const list = await country.crl({ revoked: [{ certificate: country.issuing, at: daysFromNow(-1) }] });
    expect(sum(await verify(await longTerm({}, { crls: [list] })))).toMatchObject({
      verdict: 'INDETERMINATE REVOKED_CA_NO_POE',
      level: expect.not.stringMatching('LT'),
    });
  });
});

describe('what others did after a signature', () => {
  it('counts as much as their own signature', async () => {
    const { country, verify } = scene;
    const { bold, saruul, authority } = country;
    const certified = await signPdf(country, makePdf(formObjects()), {
      ...certifiedWith(2),
      timestamp: true,
    });
    const signed = await signPdf(country, certified, { signer: saruul, timestamp: true });
    const document = await fillAndSign(scene, signed, filledField(signed, FORM.remarks, 'in May'));
    const known = [await country.ocsp(saruul), await country.ocsp(authority)];
    const judge = async (...more: Uint8Array[]) => {
      const evidence = {
        ocsps: [...known, ...more].map((der) => asked(der)),
        crls: [asked(await country.crl())],
      };
      const result = await verify(document, { evidence });
      return result.signatures.map(({ reason }) => reason);
    };
    // Bold permits to fill the form and fills it; the signature of Saruul in between rests on both.
    expect(await judge(await country.ocsp(bold))).toEqual([null, null, null]);
    expect(await judge()).toEqual(['TRY_LATER', 'TRY_LATER', 'TRY_LATER']);
    expect(await judge(await country.ocsp(bold, { status: 'revoked' }))).toEqual([
      'REVOKED_NO_POE',
      'CHANGES_NOT_PROVEN',
      'REVOKED_NO_POE',
    ]);
  });

  it('covers something only with a mark of a valid signature', async () => {
    const { country, verify, fetched } = scene;
    const { bold, saruul, authority } = country;
    const drawing = '0.2 0.4 0.6 rg 0 0 100 50 re f 1 g 10 10 30 30 re f';
    const mark = { timestamp: true, rect: '300 40 500 140', appearance: drawing };
    const signed = await signPdf(country, makePdf(contractObjects()), mark);
    const document = await signPdf(country, signed, { ...mark, signer: saruul });
    const known = await fetched(bold, authority);
    const judge = async (...more: Uint8Array[]) => {
      const evidence = { ...known, ocsps: [...known.ocsps, ...more.map((der) => asked(der))] };
      const [first] = (await verify(document, { evidence })).signatures;
      return [first?.picture.status, first?.reason];
    };
    expect(await judge(await country.ocsp(saruul))).toEqual(['covered', null]);
    expect(await judge()).toEqual(['covered', 'TRY_LATER']);
    expect(await judge(await country.ocsp(saruul, { status: 'revoked' }))).toEqual([
      'covered',
      'CHANGES_NOT_PROVEN',
    ]);
  });
});

describe('evidence', () => {
  const about = async (signer: Issued, options: object) => {
    const { country } = scene;
    return longTerm(
      {},
      { ocsps: [await country.ocsp(signer, options), await country.ocsp(country.authority)] },
    );
  };
  const old = { thisUpdate: daysFromNow(-9), nextUpdate: daysFromNow(-8) };

  it.each([
    ['stale', () => about(scene.country.bold, old), 'REVOCATION_STALE'],
    [
      'stale because it names no next time',
      () => about(scene.country.bold, { thisUpdate: daysFromNow(-1), nextUpdate: null }),
      'REVOCATION_STALE',
    ],
    [
      'from the future',
      () => about(scene.country.bold, { thisUpdate: daysFromNow(1), nextUpdate: daysFromNow(2) }),
      'REVOCATION_MISSING',
    ],
    ['about another certificate', () => about(scene.country.saruul, {}), 'REVOCATION_MISSING'],
    [
      'signed by a person',
      () => about(scene.country.bold, { signer: scene.country.saruul }),
      'REVOCATION_MISSING',
    ],
    [
      'that does not know the certificate',
      () => about(scene.country.bold, { status: 'unknown' }),
      'REVOCATION_MISSING',
    ],
    [
      'signed with a weak method',
      () => about(scene.country.bold, { signingHash: 'SHA-1' }),
      'REVOCATION_MISSING',
    ],
  ])('%s does not count', async (_, make, problem) => {
    const { verdict, problems, level } = sum(await scene.verify(await make()));
    expect({ verdict, level }).toEqual({ verdict: 'INDETERMINATE TRY_LATER', level: 'B-T' });
    expect(problems).toEqual([problem]);
  });

  it('of a stale list of the root does not count', async () => {
    const document = await longTerm({}, { crls: [await scene.country.crl(old)] });
    expect(sum(await scene.verify(document)).verdict).toBe('INDETERMINATE TRY_LATER');
  });

  it('of a responder that needs evidence itself does not count', async () => {
    const responder = await issueResponder({}, scene.country.issuing);
    expect(sum(await scene.verify(await about(scene.country.bold, { signer: responder }))).verdict).toBe(
      'INDETERMINATE TRY_LATER',
    );
  });
});

describe('a signature timestamp', () => {
  const stamped = async (make: (value: Buffer) => Promise<Buffer>, authority?: Issued) => {
    const { country } = scene;
    const evidence = await completeEvidence(country, authority ? [country.bold, authority] : undefined);
    return addEvidence(await signPdf(country, makePdf(), { timestamp: make }), evidence);
  };
  const token = (value: Buffer, more: Partial<Parameters<typeof makeToken>[0]> = {}) => {
    const { authority, chain } = scene.country;
    return makeToken({ imprint: sha256(value), authority, chain, time: NOW, ...more });
  };
  const cases: [name: string, problem: string, make: () => Promise<Buffer>][] = [
    ['for other data', 'TIMESTAMP_FOR_OTHER_DATA', () => stamped(() => token(Buffer.from('other')))],
    [
      'with a forged value',
      'TIMESTAMP_SIGNATURE_WRONG',
      () => stamped((value) => token(value, { faults: { wrongValue: true } })),
    ],
    [
      'with a weak digest',
      'TIMESTAMP_WEAK',
      () => stamped((value) => token(value, { faults: { weakDigest: true } })),
    ],
    ['that is no token', 'TIMESTAMP_UNREADABLE', () => stamped(async () => Buffer.from([0x30, 0]))],
    [
      'by a person',
      'TIMESTAMP_AUTHORITY_NOT_PERMITTED',
      () => stamped((value) => token(value, { authority: scene.country.saruul })),
    ],
  ];

  it.each(cases)('%s: %s', async (_, problem, make) => {
    const { verdict, problems, level } = sum(await scene.verify(await make()));
    expect(problems).toContain(problem);
    expect({ verdict, level }).toEqual({ verdict: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE', level: 'B-B' });
  });

  it('whose authority does not say its purpose critically does not count', async () => {
    const authority = await scene.country.issueTimestampAuthority({ critical: false });
    const document = await stamped((value) => token(value, { authority }), authority);
    expect(sum(await scene.verify(document)).problems).toContain('TIMESTAMP_AUTHORITY_NOT_PERMITTED');
  });

  it('of a foreign authority proves nothing', async () => {
    const { authority, chain } = (await openScene()).country;
    const result = await scene.verify(await stamped((value) => token(value, { authority, chain })));
    expect(sum(result)).toMatchObject({ problems: ['TIMESTAMP_AUTHORITY_NOT_TRUSTED'], level: 'B-B' });
    expect(result.signatures[0]?.time.source).toBe('claimed');
    expect(result.signatures[0]?.timestamps[0]).toMatchObject({
      isTrusted: false,
      problem: 'NO_CERTIFICATE_CHAIN_FOUND',
    });
  });

  it('of the future, or later than the document timestamp that covers it, proves nothing', async () => {
    const { country, verify } = scene;
    const ahead = await longTerm({ time: daysFromNow(1) });
    expect(sum(await verify(ahead))).toMatchObject({ verdict: 'INDETERMINATE TIMESTAMP_ORDER_FAILURE' });
    const covered = await addDocumentTimestamp(country, await longTerm({ time: NOW }), {
      time: daysFromNow(-1),
    });
    expect(sum(await verify(covered)).level).not.toBe('B-LTA');
  });
});

describe('a document timestamp', () => {
  it('for other data is a change after the signature, and by somebody else gives no B-LTA', async () => {
    const { country, verify } = scene;
    const document = await longTerm();
    const other = await addDocumentTimestamp(country, document, { imprint: sha256(Buffer.from('other')) });
    const wrong = await verify(other);
    expect(wrong.documentTimestamps[0]).toMatchObject({
      isTrusted: false,
      problem: 'TIMESTAMP_FOR_OTHER_DATA',
    });
    const refused = {
      verdict: 'TOTAL_FAILED FORMAT_FAILURE',
      refused: ['BROKEN_SIGNATURE_ADDED'],
      level: null,
    };
    expect(sum(wrong)).toMatchObject(refused);
    const foreign = await addDocumentTimestamp(country, document, {
      authority: (await openScene()).country.authority,
    });
    expect(sum(await verify(foreign))).toMatchObject({ verdict: 'TOTAL_PASSED', level: 'B-LT' });
  });
});

describe('weak or malformed signatures', () => {
  it.each([
    ['a weak digest', { weakDigest: true }, 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE', 'ALGORITHM_TOO_WEAK'],
    ['unsorted attributes', { unsorted: true }, 'TOTAL_FAILED FORMAT_FAILURE', 'CMS_ATTRIBUTES_NOT_SORTED'],
  ])('%s', async (_, faults, verdict, problem) => {
    const result = sum(await scene.verify(await longTerm({ faults })));
    expect(result.verdict).toBe(verdict);
    expect(result.problems).toContain(problem);
  });

  it('of an old kind are not supported', async () => {
    const result = sum(await scene.verify(await longTerm({ subFilter: 'adbe.x509.rsa_sha1' })));
    expect(result).toMatchObject({
      verdict: 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE',
      problems: expect.arrayContaining(['KIND_NOT_SUPPORTED']),
    });
  });
});
