import { createHash } from 'node:crypto';
import { digestOf } from '../../../kernel/pki/algorithm.ts';
import { algorithmFor, pairOf, type SignatureAlgorithm, verifiedSignatureValue } from '../pades/cms.ts';
import type { SealSigner } from '../seal-port.ts';
import { canonical, element, type XmlElement } from './xml.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';
const METHODS: Readonly<Record<SignatureAlgorithm, string>> = {
  ECDSA: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  RSA: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'RSA-PSS': 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
};
const ids = { signature: 'signature-of-report', properties: 'signed-properties', reference: 'report' };

/** XAdES B-B (ETSI EN 319 132-1), enveloped: the signature is the last child of what it signs. */
export async function signXml(root: XmlElement, signer: SealSigner, now: Date): Promise<string> {
  const { certificate } = signer;
  const properties = propertiesOf(certificate, now);
  const algorithm = algorithmFor(certificate, signer.padding ?? 'pkcs1');
  const signedInfo = element(
    'ds:SignedInfo',
    null,
    element('ds:CanonicalizationMethod', { Algorithm: EXCLUSIVE }),
    element('ds:SignatureMethod', { Algorithm: METHODS[algorithm] }),
    reference({ Id: ids.reference, URI: '' }, [ENVELOPED, EXCLUSIVE], root),
    reference({ Type: SIGNED_PROPERTIES, URI: `#${ids.properties}` }, [EXCLUSIVE], properties),
  );
  const bytes = Buffer.from(canonical(signedInfo));
  const raw = await signer.sign({
    bytes,
    digest: digestOf('SHA-256', bytes),
    digestAlgorithm: 'SHA-256',
    signatureAlgorithm: algorithm,
  });
  const der = verifiedSignatureValue({ certificate, digest: 'SHA-256', algorithm }, bytes, raw);
  // RFC 4050 and XML Signature 6.4.3: r‖s, where CMS has DER.
  const value = algorithm === 'ECDSA' ? pairOf(certificate, der) : der;
  const signature = element(
    'ds:Signature',
    { Id: ids.signature },
    signedInfo,
    element('ds:SignatureValue', null, base64(value)),
    element(
      'ds:KeyInfo',
      null,
      element(
        'ds:X509Data',
        null,
        ...[certificate, ...signer.chain].map((der) => element('ds:X509Certificate', null, base64(der))),
      ),
    ),
    element(
      'ds:Object',
      null,
      element('xades:QualifyingProperties', { Target: `#${ids.signature}` }, properties),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${canonical({ ...root, children: [...root.children, signature] })}\n`;
}

const propertiesOf = (certificate: Uint8Array, now: Date): XmlElement =>
  element(
    'xades:SignedProperties',
    { Id: ids.properties },
    element(
      'xades:SignedSignatureProperties',
      null,
      element('xades:SigningTime', null, xmlTime(now)),
      element(
        'xades:SigningCertificateV2',
        null,
        element('xades:Cert', null, element('xades:CertDigest', null, ...sha256(certificate))),
      ),
    ),
    element(
      'xades:SignedDataObjectProperties',
      null,
      element(
        'xades:DataObjectFormat',
        { ObjectReference: `#${ids.reference}` },
        element('xades:MimeType', null, 'text/xml'),
      ),
    ),
  );

function reference(
  attributes: Record<string, string>,
  transforms: readonly string[],
  target: XmlElement,
): XmlElement {
  return element(
    'ds:Reference',
    attributes,
    element('ds:Transforms', null, ...transforms.map((Algorithm) => element('ds:Transform', { Algorithm }))),
    ...sha256(Buffer.from(canonical(target))),
  );
}

const sha256 = (bytes: Uint8Array): XmlElement[] => digest(createHash('sha256').update(bytes).digest('hex'));

/** `ds:DigestMethod` and `ds:DigestValue` of a SHA-256 in hex. */
export const digest = (hex: string): XmlElement[] => [
  element('ds:DigestMethod', { Algorithm: SHA256 }),
  element('ds:DigestValue', null, Buffer.from(hex, 'hex').toString('base64')),
];

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const xmlTime = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');
