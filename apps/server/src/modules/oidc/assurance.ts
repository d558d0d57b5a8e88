/**
 * How surely a person was recognised (`acr`), and by which methods (`amr`, RFC 8176). PIN1 opens a session;
 * PIN2 is a legally effective signature that names the application, and counts only for a while.
 */
const pin1 = 'urn:tamga:eid:pin1';
const pin2 = 'urn:tamga:eid:pin2';

export const acrValues = [pin1, pin2, 'urn:tamga:mfa', 'urn:tamga:sso', 'urn:tamga:social'] as const;

/** As long as a fresh second factor of an administrator: an open browser must not keep the strength of PIN2. */
export const pin2LifeSeconds = 15 * 60;

/** A sign-in at Tamga, as the provider reads it. */
export interface SignIn {
  readonly method: 'eid' | 'social' | 'sso' | 'mfa';
  readonly created_at: string;
  readonly pin2_at: string | null;
}

/**
 * `pop` and not `hwk` or `swk`: the certificate does not say how the phone keeps the key. `social` and `sso`
 * are our own names, because another provider recognised the person and its methods are unknown here.
 */
const methods: Record<SignIn['method'], { acr: string; amr: readonly string[] }> = {
  eid: { acr: pin1, amr: ['pop', 'pin', 'mfa'] },
  mfa: { acr: 'urn:tamga:mfa', amr: ['otp', 'mfa'] },
  sso: { acr: 'urn:tamga:sso', amr: ['sso'] },
  social: { acr: 'urn:tamga:social', amr: ['social'] },
};
const knownMethods = new Set(Object.values(methods).flatMap(({ amr }) => amr));

function hasPin2(signIn: SignIn, now: Date): signIn is SignIn & { pin2_at: string } {
  return (
    signIn.pin2_at !== null && now.getTime() - new Date(signIn.pin2_at).getTime() < pin2LifeSeconds * 1000
  );
}

/** Every class that the sign-in satisfies now, the strongest first. */
export function heldAcrs(signIn: SignIn, now: Date): readonly string[] {
  const { acr } = methods[signIn.method];
  return hasPin2(signIn, now) ? [pin2, acr] : [acr];
}

export function amrOf(signIn: SignIn, now: Date): readonly string[] {
  return methods[hasPin2(signIn, now) ? 'eid' : signIn.method].amr;
}

/** The time of the authentication that `acr` describes. */
export function authTimeOf(signIn: SignIn, now: Date): Date {
  return new Date(hasPin2(signIn, now) ? signIn.pin2_at : signIn.created_at);
}

/** The classes that an application asks for. Without `essential` a weaker sign-in is acceptable. */
export interface WantedAcr {
  readonly values: readonly string[];
  readonly essential: boolean;
}

export function meets(held: readonly string[], wanted: WantedAcr | undefined): boolean {
  return wanted === undefined || wanted.values.some((value) => held.includes(value));
}

/** The first wanted class that is held, otherwise the strongest. */
export function reportedAcr(held: readonly string[], wanted: WantedAcr | undefined): string | undefined {
  return wanted?.values.find((value) => held.includes(value)) ?? held[0];
}

/** PIN2 strengthens only a sign-in with eID; any other person has to sign in with eID first. */
export function stepUpBy(signIn: SignIn, wanted: WantedAcr): 'pin2' | 'sign_in' {
  return signIn.method === 'eid' && wanted.values.includes(pin2) ? 'pin2' : 'sign_in';
}

export const isKnownAcr = (value: string): boolean => acrValues.some((known) => known === value);

/** Drops all but methods: tokens of an earlier version held the id of the session in `amr`. */
export function onlyMethods(amr: unknown): string[] | undefined {
  const kept = Array.isArray(amr) ? amr.filter((value) => knownMethods.has(value)) : [];
  return kept.length === 0 ? undefined : kept;
}
