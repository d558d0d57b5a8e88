import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createSettler } from '../../../../test/bus.ts';
import { type Answer, type CallOptions, createCaller } from '../../../../test/caller.ts';
import type { TestServer } from '../../../../test/server.ts';
import { until } from '../../../../test/until.ts';
import { openStage, type Stage } from '../../oidc/test/stage.ts';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real upstream on loopback; a test sets its behaviour per path. */
export interface UpstreamServer {
  port: number;
  http: Server;
  seen: Seen[];
  connections(): number;
  at(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

export async function startUpstream(): Promise<UpstreamServer> {
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://upstream');
    const handler = handlers.get(pathname);
    if (handler !== undefined) return handler(request, response);
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method, url, headers, body }));
    });
  });
  http.on('connection', (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    http,
    seen,
    connections: () => opened,
    at: (path, handler) => void handlers.set(path, handler),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
}

export interface TestUpstream {
  id: string;
  name: string;
}

export interface GatewayClient {
  id: string;
  secret: string;
  token: string;
}

export interface GatewayStage extends Stage {
  upstream: UpstreamServer;
  newUpstream(fields?: Record<string, unknown>): Promise<TestUpstream>;
  changeUpstream(service: TestUpstream, fields: Record<string, unknown>): Promise<void>;
  grant(client: GatewayClient, services: readonly TestUpstream[]): Promise<void>;
  newClient(
    services: readonly TestUpstream[],
    limits?: Record<string, number | null>,
  ): Promise<GatewayClient>;
  tokenOf(client: { id: string; secret: string }): Promise<string>;
  /** Calls through the gateway as this client. */
  gw(
    client: { token: string },
    method: string,
    path: string,
    options?: CallOptions,
    on?: TestServer,
  ): Promise<Answer>;
  /** Waits until the log holds this many entries. */
  logged(count: number, where?: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function openGatewayStage(env: Record<string, string> = {}): Promise<GatewayStage> {
  const stage = await openStage(env);
  const upstream = await startUpstream();
  const { call, admin, world, server } = stage;
  let made = 0;
  const settle = createSettler(world, server);
  /** A change takes effect when the bus has delivered it. */
  const untilKnown = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await work();
    await settle();
    return result;
  };
  const must = (answer: Answer, status: number) => {
    if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
  const facts = (fields: Record<string, unknown>) => ({
    protocol: 'http',
    host: '127.0.0.1',
    port: upstream.port,
    path: '/base',
    ...fields,
  });
  const tokenOf: GatewayStage['tokenOf'] = async (client) => {
    const answer = await stage.form('/oauth2/token', { grant_type: 'client_credentials' }, client);
    const { access_token: token } = answer.body as unknown as { access_token?: string };
    if (token === undefined) throw new Error(answer.text);
    return token;
  };
  return {
    ...stage,
    upstream,
    tokenOf,
    newUpstream: async (fields = {}) => {
      made += 1;
      const body = facts({ name: `service-${made}`, ...fields });
      const { id, name } = must(await untilKnown(() => call('POST', '/gateway/services', body, admin)), 201);
      return { id, name };
    },
    changeUpstream: async (service, fields) => {
      const body = facts({ name: service.name, ...fields });
      must(await untilKnown(() => call('PUT', `/gateway/services/${service.id}`, body, admin)), 200);
    },
    grant: async (client, services) => {
      const body = { service_ids: services.map(({ id }) => id) };
      must(await untilKnown(() => call('PUT', `/applications/${client.id}/services`, body, admin)), 200);
    },
    newClient: async (services, limits = { per_minute: 60_000, burst: 10_000 }) => {
      const client = await untilKnown(() =>
        stage.register({
          name: 'Төхөөрөмж',
          app_type: 'm2m',
          redirect_uris: [],
          service_ids: services.map(({ id }) => id),
          options: { limits },
        }),
      );
      return { ...client, token: await tokenOf(client) };
    },
    gw: ({ token }, method, path, options = {}, on = server) =>
      createCaller(on.url).call(method, `/gw/${path}`, { token, ...options }),
    logged: async (count, where = 'true') => {
      const read = () =>
        world.database.query<Record<string, unknown>>(`select * from gateway_log where ${where} order by id`);
      await until(async () => (await read()).length >= count);
      return read();
    },
    close: async () => {
      await world.close();
      await upstream.close();
    },
  };
}
