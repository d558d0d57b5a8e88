import { fail } from '../../../kernel/http/errors.ts';
import { heldAcrs, meets, type SignIn, stepUpBy } from '../assurance.ts';
import { errors } from '../errors.ts';
import { wantedAcr } from '../library/requests.ts';

type Params = Readonly<Record<string, unknown>>;

/** Refuses a sign-in that is weaker than the client asks for, unless it only wishes and the person declines. */
export function refuseWeakSignIn(
  params: Params,
  signIn: SignIn,
  given: { withoutStepUp: boolean; now: Date },
): void {
  const wanted = wantedAcr(params);
  if (wanted === undefined || meets(heldAcrs(signIn, given.now), wanted)) return;
  if (given.withoutStepUp && !wanted.essential) return;
  const { essential } = wanted;
  fail(errors.stronger_sign_in_required, { data: { way: stepUpBy(signIn, wanted), essential } });
}

/** What the client learns of a refused sign-in. */
export function refusalOf(params: Params, isUnmet: boolean): { error: string; error_description: string } {
  return isUnmet && wantedAcr(params)?.essential === true
    ? {
        error: 'unmet_authentication_requirements',
        error_description: 'the person cannot authenticate as required',
      }
    : { error: 'access_denied', error_description: 'the person did not agree' };
}
