import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** RFC 9457 problem details; `type` is a short code, which is a valid relative reference. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  [extra: string]: unknown;
}

export interface ProblemError extends Error {
  problem: Problem;
}

export function problem(
  status: number,
  type: string,
  detail: string,
  extra: Record<string, unknown> = {},
): ProblemError {
  return Object.assign(new Error(detail), { problem: { type, title: type, status, detail, ...extra } });
}

export function sendProblem(reply: FastifyReply, { problem: body }: ProblemError): FastifyReply {
  return reply
    .code(body.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Every failure becomes problem details; an unexpected one reveals no internals. */
export function answerError(
  error: FastifyError | ProblemError,
  _request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('problem' in error) return sendProblem(reply, error);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return sendProblem(reply, problem(status, 'malformed', error.message));
  return sendProblem(reply, problem(500, 'internal_error', 'The sandbox failed; this is a defect in it.'));
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(reply, problem(404, 'not_found', 'There is nothing at this address.'));
}
