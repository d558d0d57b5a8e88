import { outside, text, word } from './setting-forms.ts';

export const signingForms = {
  SIGN_LEVEL: word(
    ['B-B', 'B-T', 'B-LT', 'B-LTA'],
    'Level that signatures are raised to, as far as timestamps and certificate status allow.',
    'B-LT',
  ),
  SIGN_TSA_URL: outside('Timestamp authority (RFC 3161). Unset in production: signatures stay at B-B.'),
  TRUST_ANCHORS: text(
    4096,
    'PEM file of the authorities whose signatures and timestamps are trusted. Default: EID_TRUST_ROOTS.',
  ),
};
