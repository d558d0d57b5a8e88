import { signedIn } from '../../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { type Row, write } from '../../../kernel/http/row.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import { identityErrors } from '../../identity/index.ts';
import { type DecisionDeps, findQuestion } from '../challenges/decisions.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { StepUpBody, StepUpPollBody, StepUpPollView, StepUpView } from '../schemas.ts';
import { askForPin2, keepAsked, observeStepUp, type StepUpDeps, settleStepUp } from './step-up.ts';

const polls: Limit = { group: 'provider-step-up', perMinute: 60, burst: 30 };
const asks: Limit = { group: 'provider', perMinute: 60, burst: 30 };
const asSystem = 'a pending decision has no owner yet; the challenge gives access to it';
const small = { bodyLimitBytes: 4096, asSystem } as const;

/** A person confirms a sign-in with PIN2, because the application asked for it (`acr`). */
export function stepUpRows(provider: (DecisionDeps & StepUpDeps) | undefined): readonly Row[] {
  const deps = () => provider ?? fail(kernelErrors.not_found);
  return [
    write({
      id: 'provider.login.step_up',
      method: 'POST',
      path: '/provider/login/step-up',
      access: signedIn,
      ...small,
      limit: asks,
      body: StepUpBody,
      reply: StepUpView,
      errors: [errors.step_up_impossible, identityErrors.eid_rejected, identityErrors.upstream_unavailable],
      audit: [events.stepUpAsked],
      noStore: true,
      summary: 'Ask the person to confirm a sign-in with PIN2 on their phone',
      prepare: async ({ actor, body, db, request }) => {
        const given = { challenge: body.login_challenge, now: request.now };
        const question = await findQuestion(deps(), db, 'login', given);
        return askForPin2(deps(), db, actor, question, request.now);
      },
      handler: ({ actor, tx, prepared }) => keepAsked(tx, actor, prepared),
    }),
    write({
      id: 'provider.login.step_up.poll',
      method: 'POST',
      path: '/provider/login/step-up/poll',
      access: signedIn,
      ...small,
      limit: polls,
      body: StepUpPollBody,
      reply: StepUpPollView,
      errors: [identityErrors.upstream_failed, identityErrors.already_consumed],
      audit: [events.steppedUp, events.stepUpEnded],
      noStore: true,
      summary: 'Whether the person has confirmed with PIN2',
      prepare: async ({ actor, body, db, request }) => {
        const given = { challenge: body.login_challenge, now: request.now };
        const { client } = await findQuestion(deps(), db, 'login', given);
        return observeStepUp(deps(), db, actor, {
          sid: body.sid,
          clientId: client.id,
          now: request.now,
          signal: request.released,
        });
      },
      handler: ({ actor, tx, prepared }) => settleStepUp(tx, actor, prepared),
    }),
  ];
}
