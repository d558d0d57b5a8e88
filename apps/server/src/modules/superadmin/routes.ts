import { type AuditEvent, notAudited } from '../../kernel/audit/events.ts';
import { open } from '../../kernel/http/access.ts';
import { type Row, unchanged, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { authorityErrors } from '../authorities/index.ts';
import { identityErrors, QrView, StartView } from '../identity/index.ts';
import { type EnrolmentDeps, enrol } from './enrolment.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import {
  begin,
  concludeEid,
  initTotp,
  keepSentCode,
  keepTriedCode,
  proveSocial,
  requireStep,
  sendCode,
  showState,
  tryCode,
} from './onboarding.ts';
import {
  CodeBody,
  DoneView,
  EidPollBody,
  EidPollView,
  EidQrBody,
  EidStartBody,
  EidStartIdBody,
  EmailSentView,
  EmailVerifiedView,
  MfaBody,
  MfaView,
  OnboardBody,
  SocialBody,
  SocialView,
  StateView,
  TotpInitView,
} from './schemas.ts';
import { passSecondFactor } from './second-factor.ts';

const limit: Limit = { group: 'auth-superadmin', perMinute: 5, burst: 5 };
const poll: Limit = { group: 'auth-superadmin-poll', perMinute: 60, burst: 30 };
const look: Limit = { group: 'auth-superadmin-look', perMinute: 90, burst: 60 };
const bodyLimitBytes = 4096;
const holdMs = 25_000;

const word = 'onboarding';
const byToken = open('the onboarding token is the proof', word);
const onboarding = {
  access: byToken,
  limit,
  bodyLimitBytes,
  asSystem: 'there is no account before the last step',
  noStore: true as const,
};
const onlyBegun = notAudited('a started sign-in changes nothing of a person; its end is audited');
const onlyLooked = notAudited('a POST only because the token belongs in a body; it changes nothing');
const eidErrors = [
  errors.wrong_step,
  identityErrors.sso_required,
  identityErrors.eid_rejected,
  identityErrors.eid_not_configured,
  identityErrors.upstream_failed,
  identityErrors.upstream_unavailable,
];
const codeErrors = [
  errors.wrong_step,
  errors.too_many_attempts,
  errors.upstream_failed,
  errors.not_configured,
];

export interface SignInDeps extends EnrolmentDeps {
  /** The event for a refused sign-in. */
  signInFailed: AuditEvent;
}

export function signInRows(deps: SignInDeps): readonly Row[] {
  return [
    write({
      ...onboarding,
      id: 'superadmin.onboard.social',
      method: 'POST',
      path: '/auth/superadmin/onboard/social',
      access: open('an invitation and the social account it was sent to are the proof', word),
      body: SocialBody,
      reply: SocialView,
      errors: [
        errors.other_origin,
        errors.exchange_failed,
        errors.email_unverified,
        errors.not_invited,
        errors.upstream_failed,
        errors.not_configured,
      ],
      audit: [events.onboardingBegun],
      summary: 'Start the onboarding of a super administrator: prove the invited social account',
      prepare: ({ body }) => proveSocial(deps, body),
      handler: ({ tx, prepared }) => begin(tx, prepared),
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.state',
      method: 'POST',
      path: '/auth/superadmin/onboard/state',
      limit: look,
      body: OnboardBody,
      reply: StateView,
      errors: [],
      audit: onlyLooked,
      summary: 'The state of an onboarding, for a reloaded page',
      handler: async ({ body, request, tx }) =>
        unchanged(await showState(tx, body.onboard_token, request.now)),
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.eid.start',
      method: 'POST',
      path: '/auth/superadmin/onboard/eid/start',
      body: EidStartBody,
      reply: StartView,
      errors: [...eidErrors, identityErrors.invalid_callback],
      audit: onlyBegun,
      summary: 'Start the eID step by QR code or link',
      prepare: async ({ body, db, request }) => {
        await requireStep(db, body.onboard_token, 'eid', request.now);
        return deps.eidFlow.startByDeviceLink(body.callback_url);
      },
      handler: async ({ body, request, tx, prepared }) => {
        const kept = await deps.eidFlow.keep(tx, prepared, {
          purpose: 'onboarding',
          binding: { secret: body.onboard_token },
          language: request.language,
        });
        return kept.view;
      },
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.eid.start_id',
      method: 'POST',
      path: '/auth/superadmin/onboard/eid/start-id',
      body: EidStartIdBody,
      reply: StartView,
      errors: [...eidErrors, identityErrors.invalid_national_id, identityErrors.push_unavailable],
      audit: onlyBegun,
      summary: "Start the eID step by a push to the person's registered device",
      prepare: async ({ body, db, request }) => {
        await requireStep(db, body.onboard_token, 'eid', request.now);
        // The holder of a proven invitation is trusted like a signed-in browser; the limit per person still
        // applies.
        return deps.eidFlow.startByPush(db, { nationalId: body.national_id, request, trusted: true });
      },
      handler: async ({ body, request, tx, prepared }) => {
        const kept = await deps.eidFlow.keep(tx, prepared, {
          purpose: 'onboarding',
          binding: { secret: body.onboard_token },
          language: request.language,
        });
        return kept.view;
      },
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.eid.qr',
      method: 'POST',
      path: '/auth/superadmin/onboard/eid/qr',
      limit: look,
      body: EidQrBody,
      reply: QrView,
      errors: [],
      audit: onlyLooked,
      summary: 'The QR text of this second, for the onboarding that started it',
      handler: async ({ body, request, tx }) => {
        const own = { purposes: ['onboarding'], binding: body.onboard_token } as const;
        return unchanged(deps.eidFlow.qr(await deps.eidFlow.find(tx, body.sid, own), request));
      },
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.eid.poll',
      method: 'POST',
      path: '/auth/superadmin/onboard/eid/poll',
      limit: poll,
      body: EidPollBody,
      reply: EidPollView,
      errors: [
        errors.wrong_step,
        errors.already_linked_elsewhere,
        identityErrors.already_consumed,
        identityErrors.upstream_failed,
      ],
      audit: [events.onboardingEidProven, events.onboardingEidFailed],
      summary: 'Wait up to 25 seconds for the end of the eID step; gives no tokens',
      prepare: async ({ body, db, request }) => {
        const found = await requireStep(db, body.onboard_token, 'eid', request.now);
        const session = await deps.eidFlow.find(db, body.sid, {
          purposes: ['onboarding'],
          binding: body.onboard_token,
        });
        const observed = await deps.eidFlow.observe(session, {
          holdMs,
          verifier: body.user_challenge_verifier ?? null,
          released: request.released,
          now: request.now,
        });
        return { onboarding: found, observed };
      },
      handler: ({ tx, prepared }) => concludeEid(deps, tx, prepared),
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.email.send',
      method: 'POST',
      path: '/auth/superadmin/onboard/email/send',
      body: OnboardBody,
      reply: EmailSentView,
      errors: codeErrors,
      audit: [events.onboardingCodeSent],
      summary: 'Mail a one-time code to the invited address; at most five times',
      prepare: ({ body, db, request }) => sendCode(deps, db, body.onboard_token, request.now),
      handler: ({ tx, prepared }) => keepSentCode(tx, prepared),
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.email.verify',
      method: 'POST',
      path: '/auth/superadmin/onboard/email/verify',
      body: CodeBody,
      reply: EmailVerifiedView,
      errors: [...codeErrors, errors.invalid_code],
      audit: [events.onboardingEmailProven, events.onboardingCodeRefused],
      summary: 'Enter the code from the mail; five attempts, ten minutes',
      prepare: ({ body, db, request }) =>
        tryCode(deps, db, { token: body.onboard_token, code: body.code, now: request.now }),
      handler: ({ tx, prepared }) => keepTriedCode(tx, prepared),
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.totp.init',
      method: 'POST',
      path: '/auth/superadmin/onboard/totp/init',
      body: OnboardBody,
      reply: TotpInitView,
      errors: [errors.wrong_step],
      audit: notAudited('a secret that was only shown protects nothing yet; the last step is audited'),
      summary: 'A new secret for the authenticator app',
      handler: ({ body, tx }) => initTotp(deps, tx, body.onboard_token),
    }),
    write({
      ...onboarding,
      id: 'superadmin.onboard.totp.verify',
      method: 'POST',
      path: '/auth/superadmin/onboard/totp/verify',
      body: CodeBody,
      reply: DoneView,
      errors: [
        errors.wrong_step,
        errors.invalid_code,
        errors.not_invited,
        identityErrors.account_locked,
        identityErrors.mfa_unavailable,
        authorityErrors.cases_unattended,
      ],
      audit: [events.onboarded, deps.signInFailed],
      summary: 'The last step: creates the account and its session, shows the recovery codes once',
      handler: ({ body, request, tx }) =>
        enrol(deps, tx, { token: body.onboard_token, code: body.code, request }),
    }),
    write({
      ...onboarding,
      id: 'superadmin.mfa',
      method: 'POST',
      path: '/auth/superadmin/mfa',
      access: open('the token of the first factor and a code are the proof', word),
      asSystem: 'the token names its person, who has no session yet',
      body: MfaBody,
      reply: MfaView,
      errors: [
        errors.invalid_code,
        errors.mfa_invalid,
        errors.too_many_attempts,
        identityErrors.account_locked,
        identityErrors.mfa_unavailable,
      ],
      audit: [events.secondFactorPassed, events.secondFactorLocked, deps.signInFailed],
      summary: 'The second factor of every sign-in of a super administrator: TOTP or a recovery code',
      handler: ({ body, request, tx }) =>
        passSecondFactor(deps, tx, { token: body.mfa_token, code: body.code, request }),
    }),
  ];
}
