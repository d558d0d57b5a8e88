import type { SsoPerson } from '../../modules/sso/sso-port.ts';

type Claims = Readonly<Record<string, unknown>>;

const NAME_LENGTH = 120;

/**
 * The claims of the specification, 6. What the signed id_token says comes first; userinfo, which the caller checked to
 * be of the same subject, fills in the rest. A claim of another form than ours counts as not there.
 */
export function readPerson(idToken: Claims, userinfo: Claims): SsoPerson | undefined {
  const claim = (name: string): unknown => idToken[name] ?? userinfo[name];
  const { iss, sub } = idToken;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > 255) return undefined;
  const email = textOf(claim('email'), 200);
  const firstName = textOf(claim('given_name'), NAME_LENGTH);
  const lastName = textOf(claim('family_name'), NAME_LENGTH);
  return {
    issuer: iss,
    subject: sub,
    // A provider that knows a name in one piece only: better one field than no name.
    firstName: firstName === '' && lastName === '' ? textOf(claim('name'), NAME_LENGTH) : firstName,
    lastName,
    firstNameEn: textOf(claim('given_name_en'), NAME_LENGTH),
    lastNameEn: textOf(claim('family_name_en'), NAME_LENGTH),
    email: /^[^\s@]+@[^\s@]+$/.test(email) ? email : '',
    // Of the same source as the address, so that one's word does not vouch for the other's address.
    emailVerified: ('email' in idToken ? idToken : userinfo)['email_verified'] === true,
    nationalId: numberOf(claim('national_id'), /^[\p{Lu}\d]{8,20}$/u),
    civilId: numberOf(claim('register_number'), /^[\p{Lu}\d-]{1,64}$/u, false),
    geId: numberOf(claim('ge_id'), /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/, false),
  };
}

function textOf(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  // No control characters in what pages and documents will print.
  return value
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest);
}

/** Register numbers are kept in capital letters; the other numbers are taken as they are. */
function numberOf(value: unknown, form: RegExp, inCapitals = true): string | null {
  if (typeof value !== 'string') return null;
  const folded = inCapitals ? value.replace(/\s/g, '').toUpperCase() : value.trim();
  return form.test(folded) ? folded : null;
}
