import type { SignRequestBody } from '../../api/sign-requests.ts';

export const MOST_PARTIES = 20;

export interface NewParty {
  kind: SignRequestBody['parties'][number]['kind'];
  register: string;
  name: string;
}

/** Upper case without spaces, as the server compares them. */
export const cleanRegister = (text: string): string => text.replace(/\s/g, '').toUpperCase();

const SHAPES = { person: /^[А-ЯЁӨҮ]{2}\d{8}$/u, organisation: /^[0-9A-ZА-ЯЁӨҮ-]{4,16}$/u };

/** Error texts by the name of the field. */
export function findPartyFaults(
  parties: readonly NewParty[],
  words: Record<NewParty['kind'] | 'twice', string>,
): Record<string, string> {
  const seen = new Set<string>();
  const faults: Record<string, string> = {};
  for (const [at, { kind, register }] of parties.entries()) {
    const clean = cleanRegister(register);
    const field = `parties.${at}.register`;
    if (!SHAPES[kind].test(clean)) faults[field] = words[kind];
    else if (seen.has(`${kind} ${clean}`)) faults[field] = words.twice;
    seen.add(`${kind} ${clean}`);
  }
  return faults;
}
