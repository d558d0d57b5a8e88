import type { ClientType, SpecialGrant } from './schemas.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const cibaGrant = 'urn:openid:params:grant-type:ciba';
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

const grantTypeByName: Readonly<Record<SpecialGrant, string>> = {
  device_code: deviceGrant,
  ciba: cibaGrant,
  token_exchange: exchangeGrant,
};
const specialGrants = Object.keys(grantTypeByName) as SpecialGrant[];

/** The grant types that every client of this type has. */
export function grantTypesOf(type: ClientType): readonly string[] {
  return type === 'm2m' ? ['client_credentials'] : ['authorization_code', 'refresh_token'];
}

export function specialGrantsOf(grantTypes: readonly string[]): SpecialGrant[] {
  return specialGrants.filter((name) => grantTypes.includes(grantTypeByName[name]));
}

/** Replaces the special grants in a list of grant types. */
export function withSpecialGrants(
  grantTypes: readonly string[],
  wanted: readonly SpecialGrant[],
): readonly string[] {
  const special = Object.values(grantTypeByName);
  return [
    ...grantTypes.filter((type) => !special.includes(type)),
    ...specialGrants.filter((name) => wanted.includes(name)).map((name) => grantTypeByName[name]),
  ];
}
