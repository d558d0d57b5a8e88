import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { amrOf, heldAcrs, reportedAcr, type SignIn } from '../assurance.ts';
import { wantedAcr } from './requests.ts';

/** The library's session with our member: the id of the Tamga session that it rests on. */
interface RestingSession {
  tamgaSessionId?: string;
}

const signIns = new WeakMap<object, SignIn>();

/** Keeps the sign-in that a request rests on. */
export function keepSignIn(ctx: KoaContextWithOIDC, signIn: SignIn): void {
  signIns.set(ctx, signIn);
}

export function signInOf(ctx: object): SignIn | undefined {
  return signIns.get(ctx);
}

/** After a decision on the sign-in page the decision names the session, afterwards the library's session does. */
export function tamgaSessionOf(ctx: KoaContextWithOIDC): string | undefined {
  const session = ctx.oidc.session as RestingSession | undefined;
  const decided = ctx.oidc.result?.login as RestingSession | undefined;
  if (session !== undefined && decided?.tamgaSessionId !== undefined)
    session.tamgaSessionId = decided.tamgaSessionId;
  return session?.tamgaSessionId;
}

/**
 * The library stores `acr` and `amr` of its session in every code. Here they follow from the sign-in at Tamga
 * as it is now, and the id of that session stays in a member that no token copies.
 */
export function reportSignIns(provider: Provider, now: () => Date): void {
  const model = provider.Session as unknown as { IN_PAYLOAD: readonly string[] };
  Object.defineProperty(model, 'IN_PAYLOAD', { value: [...model.IN_PAYLOAD, 'tamgaSessionId'] });
  Object.defineProperties(provider.OIDCContext.prototype, {
    acr: {
      get(this: KoaContextWithOIDC['oidc'] & { ctx: object }) {
        const signIn = signInOf(this.ctx);
        return signIn && reportedAcr(heldAcrs(signIn, now()), wantedAcr(this.params ?? {}));
      },
    },
    amr: {
      get(this: KoaContextWithOIDC['oidc'] & { ctx: object }) {
        const signIn = signInOf(this.ctx);
        return signIn && [...amrOf(signIn, now())];
      },
    },
  });
}
