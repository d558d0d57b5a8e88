import Fastify from 'fastify';
import { answerError } from '../../problem.ts';
import { compileValidator } from '../../validator.ts';
import { registerRpSimulator } from '../index.ts';
import { CLIENT_ID } from './correct-application.ts';

const startedAt = new Date();

/** The simulator alone on a free port. Its clock stands, so that no code expires on a busy machine. */
export async function startSimulator({ now = () => startedAt }: { now?: () => Date } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler(answerError);
  app.setValidatorCompiler(compileValidator);
  let url = '';
  await registerRpSimulator(app, { publicUrl: () => url, now, applicationHosts: ['library.example:8443'] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://localhost:${(app.server.address() as { port: number }).port}`;

  async function control(method: string, path: string, body?: object) {
    const answer = await fetch(`${url}/control/oidc-simulator/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** A run for an application at this origin, which is then connected to its issuer. */
  async function createRun(
    application: { origin: string; connect(issuer: string): Promise<void> },
    more: object = {},
  ) {
    const redirect_uris = [`${application.origin}/callback`];
    const run = (await control('POST', 'runs', { client_id: CLIENT_ID, redirect_uris, ...more })).body;
    await application.connect(run.issuer);
    const addresses = {
      start_url: `${application.origin}/login`,
      session_url: `${application.origin}/me`,
    };
    return {
      ...(run as { id: string; issuer: string }),
      read: async () => (await control('GET', `runs/${run.id}`)).body,
      check: async (wishes: object = {}) =>
        (await control('POST', `runs/${run.id}/check`, { ...addresses, ...wishes })).body,
    };
  }

  return { url, control, createRun, close: () => app.close() };
}
