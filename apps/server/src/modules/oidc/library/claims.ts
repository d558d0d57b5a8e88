import { joinNames, readRegisterNumber, type UserRow } from '../../users/index.ts';

const names = ['name', 'given_name', 'family_name'] as const;
/** OpenID Connect Core 5.2: Cyrillic and Latin forms of the same name. */
const taggedNames = names.flatMap((name) => [`${name}#mn`, `${name}#en`]);

/** Claims that earlier consents to the scope `profile` did not cover; see `names_only` in migration 0042. */
export const newInProfile = ['birthdate', 'gender', 'locale', 'zoneinfo'];

export const claimsByScope = {
  openid: ['sub', 'auth_time', 'acr', 'amr', 'ge_id'],
  profile: [
    ...names,
    ...taggedNames,
    'given_name_en',
    'family_name_en',
    'preferred_username',
    ...newInProfile,
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  nationalid: ['national_id', 'register_number'],
} as const satisfies Record<string, readonly string[]>;

/** The scope that releases a claim; undefined for a claim that no scope releases. */
export function scopeOfClaim(claim: string): string | undefined {
  return Object.entries(claimsByScope).find(([, claims]) =>
    (claims as readonly string[]).includes(claim),
  )?.[0];
}

/**
 * Claims that an application's setting adds to the id_token; all others are at /userinfo (Core 5.4). Several libraries
 * read names there and nowhere else. The library has masked them by scope.
 */
const idTokenClaims: readonly string[] = ['email', 'email_verified', 'ge_id', ...names, ...taggedNames];

export function selectClaims(
  claims: Readonly<Record<string, unknown>>,
  use: string,
  options: { idTokenClaims: boolean; requested: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  if (use !== 'id_token') return { ...claims };
  const added = options.idTokenClaims ? idTokenClaims : [];
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) => added.includes(name) || Object.hasOwn(options.requested, name)),
  );
}

/** Everything known about a person; a claim that is not known is absent, never empty. */
export function claimsOf(user: UserRow, isPairwise: boolean): Record<string, unknown> {
  const mn = joinNames(user.last_name, user.first_name);
  const en = joinNames(user.last_name_en, user.first_name_en);
  const born = user.national_id === null ? undefined : readRegisterNumber(user.national_id);
  const known: Record<string, string | undefined> = {
    name: mn || en,
    given_name: user.first_name || user.first_name_en,
    family_name: user.last_name || user.last_name_en,
    'name#mn': mn,
    'name#en': en,
    'given_name#mn': user.first_name,
    'given_name#en': user.first_name_en,
    'family_name#mn': user.last_name,
    'family_name#en': user.last_name_en,
    given_name_en: user.first_name_en,
    family_name_en: user.last_name_en,
    preferred_username: usernameOf(user),
    birthdate: born?.birthdate,
    gender: born?.gender,
    locale: user.locale ?? undefined,
    zoneinfo: user.zoneinfo ?? undefined,
    // The same number for every client would let clients join pairwise subjects.
    ...(isPairwise
      ? {}
      : {
          ge_id: user.ge_id ?? undefined,
          national_id: user.national_id ?? undefined,
          register_number: user.civil_id ?? undefined,
        }),
  };
  return {
    sub: user.id,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => Boolean(value))),
    updated_at: Math.floor(new Date(user.updated_at ?? user.created_at).getTime() / 1000),
    // A relying party may match accounts by a verified address, so an address typed by an administrator is
    // unverified.
    ...(user.email === '' ? {} : { email: user.email, email_verified: user.email_verified }),
  };
}

/**
 * A short name from the Latin names, which the same scope releases. The account's own username contains the
 * person's civil id and never leaves; neither form is unique for a relying party (Core 5.7).
 */
function usernameOf(user: UserRow): string | undefined {
  const parts = [user.first_name_en, user.last_name_en].map((name) =>
    name.toLowerCase().replace(/[^a-z0-9]/g, ''),
  );
  return parts.every(Boolean) ? parts.join('.') : undefined;
}
