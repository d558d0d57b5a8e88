import type { SsoPerson } from '../../modules/sso/sso-port.ts';

type Claims = Readonly<Record<string, unknown>>;

const NAME_LENGTH = 120;

/**
 * The claims of the specification, 6. The signed id_token has priority; userinfo, which the caller checked to
 * be of the same subject, supplies the rest. A claim in another format counts as absent.
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
    // Some providers have only a full name: one filled field is better than no name.
    firstName: firstName === '' && lastName === '' ? textOf(claim('name'), NAME_LENGTH) : firstName,
    lastName,
    firstNameEn: textOf(claim('given_name_en'), NAME_LENGTH),
    lastNameEn: textOf(claim('family_name_en'), NAME_LENGTH),
    email: /^[^\s@]+@[^\s@]+$/.test(email) ? email : '',
    // Read from the same source as the address, so that one source does not vouch for the other's address.
    emailVerified: ('email' in idToken ? idToken : userinfo)['email_verified'] === true,
    nationalId: numberOf(claim('national_id'), /^[\p{Lu}\d]{8,20}$/u),
    civilId: numberOf(claim('register_number'), /^[\p{Lu}\d-]{1,64}$/u, false),
    geId: numberOf(claim('ge_id'), /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/, false),
  };
}

function textOf(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  // Removes control characters, because pages and documents print the value.
  return value
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest);
}

/** Register numbers are stored in capital letters; the other numbers are kept unchanged. */
function numberOf(value: unknown, form: RegExp, inCapitals = true): string | null {
  if (typeof value !== 'string') return null;
  const folded = inCapitals ? value.replace(/\s/g, '').toUpperCase() : value.trim();
  return form.test(folded) ? folded : null;
}
