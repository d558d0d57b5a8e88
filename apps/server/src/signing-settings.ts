import { type Form, flag, integer, outside, text, word } from './setting-forms.ts';

/** 0 is a slot, so there is no number for none. */
const slot = (about: string): Form<number | undefined> => {
  const form = integer(0, 4_294_967_295, 0, about);
  return { ...form, fallback: undefined };
};

export const signingForms = {
  SIGN_LEVEL: word(
    ['B-B', 'B-T', 'B-LT', 'B-LTA'],
    'Level that signatures are raised to, as far as timestamps and certificate status allow.',
    'B-LT',
  ),
  SIGN_TSA_URL: outside('Timestamp authority (RFC 3161). Unset in production: signatures stay at B-B.'),
  SIGN_PATIENCE_SECONDS: integer(
    3,
    600,
    12,
    'How long a person waits for timestamps and certificate status; a job raises the document later. At most 25 in production.',
  ),
  TRUST_ANCHORS: text(
    4096,
    'PEM file of the authorities whose signatures and timestamps are trusted. Default: EID_TRUST_ROOTS.',
  ),
  SIGN_VERIFY_ONLINE: flag(
    'Whether verification asks the hosts of EID_OCSP_HOSTS if a certificate was revoked, where the document does not say. On unless false.',
  ),
  SIGN_SIGNER_CERT_FILE: text(
    4096,
    "PEM file of the certificate of the platform's seal, followed by its authorities. Unset in production: certificates and receipts are not given out as PDF. Elsewhere the sandbox issues a seal.",
  ),
  SIGN_SIGNER_KEY_FILE: text(4096, 'PEM file of the private key of the seal, instead of a device.'),
  SIGN_SIGNER_PASSPHRASE_FILE: text(4096, 'File with the passphrase of that key.'),
  SIGN_SIGNER_PKCS11_MODULE: text(
    4096,
    'Library of the device (PKCS#11) that holds the key of the seal, instead of a file.',
  ),
  SIGN_SIGNER_PKCS11_TOKEN: text(32, 'Label of the token in the device.'),
  SIGN_SIGNER_PKCS11_SLOT: slot('Number of its slot, instead of the label.'),
  SIGN_SIGNER_PKCS11_KEY: text(255, 'Label of the private key in the token.'),
  SIGN_SIGNER_PKCS11_PIN_FILE: text(4096, 'File with the PIN of the token.'),
  SIGN_SIGNER_PKCS11_TOOL: text(
    4096,
    'Name or path of pkcs11-tool (package opensc), which uses the device.',
    'pkcs11-tool',
  ),
};

type Given = { readonly [K in keyof typeof signingForms]: (typeof signingForms)[K]['fallback'] };

/** The key of the seal is in a file or in a device; the contents are checked when they are opened. */
export function findSignerProblems(given: Given): string[] {
  const { SIGN_SIGNER_CERT_FILE: certificate, SIGN_SIGNER_KEY_FILE: key } = given;
  const { SIGN_SIGNER_PKCS11_MODULE: module, SIGN_SIGNER_PKCS11_TOKEN: token } = given;
  const problems: string[] = [];
  if (key !== undefined && module !== undefined)
    problems.push('SIGN_SIGNER_KEY_FILE and SIGN_SIGNER_PKCS11_MODULE exclude each other');
  if (certificate !== undefined && key === undefined && module === undefined)
    problems.push('SIGN_SIGNER_KEY_FILE or SIGN_SIGNER_PKCS11_MODULE is required with SIGN_SIGNER_CERT_FILE');
  if (certificate === undefined && (key !== undefined || module !== undefined))
    problems.push('SIGN_SIGNER_CERT_FILE is required with SIGN_SIGNER_KEY_FILE or SIGN_SIGNER_PKCS11_MODULE');
  if (module === undefined) return problems;
  for (const name of ['SIGN_SIGNER_PKCS11_KEY', 'SIGN_SIGNER_PKCS11_PIN_FILE'] as const)
    if (given[name] === undefined) problems.push(`${name} is required with SIGN_SIGNER_PKCS11_MODULE`);
  if ((token === undefined) === (given.SIGN_SIGNER_PKCS11_SLOT === undefined))
    problems.push(
      'SIGN_SIGNER_PKCS11_MODULE needs SIGN_SIGNER_PKCS11_TOKEN or SIGN_SIGNER_PKCS11_SLOT, and not both',
    );
  return problems;
}
