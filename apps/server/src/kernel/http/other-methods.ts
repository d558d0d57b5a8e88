import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from './access.ts';
import { kernelErrors } from './errors.ts';
import { fullPath, type Mount, type Row } from './row.ts';
import { sendFailure } from './server.ts';

export function preAccessHooks({ preAccess }: Pick<Access, 'preAccess'>) {
  if (preAccess === undefined) return [];
  return [
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await preAccess(request);
      // Origins that may call the API must not read an answer that a pre-access check protects.
      reply.removeHeader('access-control-allow-origin');
      reply.removeHeader('access-control-allow-credentials');
    },
  ];
}

/** A known address with another method answers 405 instead of 404. */
export function refuseOtherMethods(
  app: FastifyInstance,
  rows: readonly Row[],
  mounts: readonly Mount[],
): void {
  const byPath = new Map<string, Set<string>>();
  const accessOf = new Map<string, Access>();
  const bodies = new Map<string, Mount['failureBody']>();
  for (const row of rows) {
    // A wrong method must not reveal an operational page.
    if (row.access.kind === 'observer') continue;
    const path = fullPath(row);
    byPath.set(path, (byPath.get(path) ?? new Set()).add(row.method));
    accessOf.set(path, row.access);
  }
  for (const { path, methods, failureBody } of mounts) {
    // A mount at the address of a row handles its own methods.
    if (failureBody === undefined && !byPath.has(path)) continue;
    byPath.set(path, (byPath.get(path) ?? new Set()).union(new Set(methods)));
    if (failureBody !== undefined) bodies.set(path, failureBody);
  }
  for (const [path, methods] of byPath) {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.has(method));
    if (others.length === 0) continue;
    const failureBody = bodies.get(path);
    app.route({
      config: failureBody === undefined ? {} : { failureBody },
      method: others,
      url: path,
      exposeHeadRoute: false,
      onRequest: preAccessHooks(accessOf.get(path) ?? {}),
      handler: (request, reply) => {
        reply.header('allow', [...methods].join(', '));
        return sendFailure(request, reply, kernelErrors.method_not_allowed);
      },
    });
  }
}
