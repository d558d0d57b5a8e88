import {
  asAuthority,
  commonName,
  createAuthority,
  daysFromNow,
  type Issued,
  type IssueRequest,
  issue,
  issueResponder,
  NOW,
  signOcspAnswer,
  x509,
} from '../../../../kernel/pki/test-pki.ts';

/** For tests only: a country's certificate authorities, a timestamp authority and two people. */

const NO_CHECK = new x509.Extension('1.3.6.1.5.5.7.48.1.5', false, new Uint8Array([5, 0]));
const { digitalSignature, nonRepudiation } = x509.KeyUsageFlags;

export const person = (surname: string, givenName: string, register: string): x509.JsonNameParams => [
  { '2.5.4.6': [{ printableString: 'MN' }] },
  { '2.5.4.4': [{ utf8String: surname }] },
  { '2.5.4.42': [{ utf8String: givenName }] },
  { '2.5.4.5': [{ utf8String: `PNOMN-${register}` }] },
  { '2.5.4.3': [{ utf8String: `${surname} ${givenName}` }] },
];

export const representative = (register: string, organisation: string): x509.JsonNameParams => [
  ...person('Dorj', 'Bold', register),
  { '2.5.4.10': [{ utf8String: organisation }] },
  { '2.5.4.97': [{ utf8String: 'NTRMN-1234567' }] },
];

export const signingExtensions = (usage: number = nonRepudiation): x509.Extension[] => [
  new x509.BasicConstraintsExtension(false, undefined, true),
  new x509.KeyUsagesExtension(usage, true),
];

export interface Country {
  root: Issued;
  issuing: Issued;
  anchors: string;
  chain: Issued[];
  responder: Issued;
  authority: Issued;
  bold: Issued;
  saruul: Issued;
  issueSigner(request: IssueRequest): Promise<Issued>;
  issueTimestampAuthority(request?: IssueRequest & { critical?: boolean }): Promise<Issued>;
  ocsp(about: Issued, options?: Partial<Parameters<typeof signOcspAnswer>[0]>): Promise<Uint8Array>;
  crl(options?: CrlOptions): Promise<Uint8Array>;
}

export interface CrlOptions {
  issuer?: Issued;
  revoked?: { certificate: Issued; at: Date }[];
  thisUpdate?: Date;
  nextUpdate?: Date;
}

export async function createCountry(): Promise<Country> {
  const { root, issuing } = await createAuthority();
  const responder = await issueResponder(
    {
      notBefore: daysFromNow(-400),
      notAfter: daysFromNow(400),
      extensions: [
        new x509.KeyUsagesExtension(digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.ocspSigning]),
        NO_CHECK,
      ],
    },
    issuing,
  );
  const validity = { notBefore: daysFromNow(-300), notAfter: daysFromNow(300) };
  const issueSigner = (request: IssueRequest) =>
    issue({ ...validity, extensions: signingExtensions(), ...request }, issuing);
  const issueTimestampAuthority = ({
    critical = true,
    ...request
  }: IssueRequest & { critical?: boolean } = {}) =>
    issue(
      {
        ...validity,
        subject: commonName('Test Time'),
        extensions: [
          new x509.KeyUsagesExtension(digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.timeStamping], critical),
        ],
        ...request,
      },
      issuing,
    );
  return {
    root,
    issuing,
    anchors: root.pem,
    chain: [issuing],
    responder,
    authority: await issueTimestampAuthority(),
    bold: await issueSigner({ subject: person('Dorj', 'Bold', 'УУ90010112') }),
    saruul: await issueSigner({ subject: person('Bat', 'Saruul', 'УУ91020213') }),
    issueSigner,
    issueTimestampAuthority,
    ocsp: (about, options = {}) => signOcspAnswer({ about, issuer: issuing, signer: responder, ...options }),
    crl: (options) => makeCrl({ issuer: root, ...options }),
  };
}

async function makeCrl({ issuer, revoked = [], thisUpdate, nextUpdate }: CrlOptions & { issuer: Issued }) {
  const list = await x509.X509CrlGenerator.create({
    issuer: new x509.X509Certificate(issuer.der).subject,
    thisUpdate: thisUpdate ?? NOW,
    nextUpdate: nextUpdate ?? daysFromNow(30),
    entries: revoked.map(({ certificate, at }) => ({
      serialNumber: new x509.X509Certificate(certificate.der).serialNumber,
      revocationDate: at,
      // Without a reason the generator writes an empty list of extensions, which is not valid.
      reason: x509.X509CrlReason.superseded,
    })),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    signingKey: issuer.privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']),
  });
  return new Uint8Array(list.rawData);
}

export { asAuthority, daysFromNow, type Issued, NOW };
