import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUntil, createCaller } from '../../../test/caller.ts';
import { type GatewayClient, type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

let stage: GatewayStage;
let service: TestUpstream;
let app: GatewayClient;

beforeAll(async () => {
  stage = await openGatewayStage({ ALLOWED_ORIGINS: 'https://spa.example.mn' });
  service = await stage.newUpstream();
  app = await stage.newClient([service]);
});
afterAll(() => stage.close());

const get = (path: string, headers?: Record<string, string>) =>
  stage.gw(app, 'GET', path, headers === undefined ? {} : { headers });
const lastSeen = () => stage.upstream.seen.at(-1);

/** Sends exactly these bytes, because fetch would normalise the address. */
function getRaw(target: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(stage.server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', reject).on('close', () => {
      resolve({
        status: Number(received.slice(9, 12)),
        body: received.slice(received.indexOf('\r\n\r\n') + 4),
      });
    });
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${app.token}\r\nConnection: close\r\n\r\n`,
    );
  });
}

describe('admission', () => {
  it('forwards a granted call and returns the answer without an envelope', async () => {
    const answer = await stage.gw(app, 'POST', `${service.name}/items?a=1&b=%2F`, {
      rawBody: 'сайн',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      method: 'POST',
      url: '/base/items?a=1&b=%2F',
      body: 'сайн',
    });
  });

  it('answers 401 with a challenge to a missing token, a malformed token and a session token', async () => {
    const nobody = await createCaller(stage.server.url).get(`/gw/${service.name}/x`);
    expect([nobody.status, nobody.body.error]).toEqual([401, 'unauthorized']);
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer');
    for (const token of ['nonsense', `${app.token}x`, stage.person.token]) {
      const answer = await stage.gw({ token }, 'GET', `${service.name}/x`);
      expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it('answers 404 for an unregistered upstream and 403 for one that is not granted', async () => {
    const other = await stage.newUpstream();
    expect((await get('no-such-service/x')).body.error).toBe('not_found');
    const refused = await get(`${other.name}/x`);
    expect([refused.status, refused.body.error]).toEqual([403, 'service_not_granted']);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('10000');
  });

  it('answers 503 while the upstream is disabled, and forwards again once it is enabled', async () => {
    const other = await stage.newUpstream();
    await stage.grant(app, [service, other]);
    await callUntil(200, () => get(`${other.name}/x`));
    await stage.changeUpstream(other, { enabled: false });
    const off = await callUntil(503, () => get(`${other.name}/x`));
    expect(off.body.error).toBe('service_disabled');
    await stage.changeUpstream(other, { enabled: true });
    await callUntil(200, () => get(`${other.name}/x`));
  });

  it('checks the current grant: a withdrawn grant rejects a token that still lists it', async () => {
    const own = await stage.newClient([service]);
    expect((await stage.gw(own, 'GET', `${service.name}/x`)).status).toBe(200);
    await stage.grant(own, []);
    const refused = await callUntil(403, () => stage.gw(own, 'GET', `${service.name}/x`));
    expect(refused.body.error).toBe('service_not_granted');
  });

  it('answers a browser preflight without a token, by the platform’s allowlist of origins', async () => {
    const ask = (origin: string) =>
      createCaller(stage.server.url).call('OPTIONS', `/gw/${service.name}/x`, {
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    const allowed = await ask('https://spa.example.mn');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://spa.example.mn');
    expect((await ask('https://elsewhere.mn')).headers.get('access-control-allow-origin')).toBeNull();
    const plain = await createCaller(stage.server.url).call('OPTIONS', `/gw/${service.name}/x`);
    expect(plain.status).toBe(401);
    expect((await stage.gw(app, 'OPTIONS', `${service.name}/x`)).status).toBe(200);
  });
});

describe('headers', () => {
  it('do not leak the caller’s credentials and hop-by-hop headers, and identify the client', async () => {
    const { port } = new URL(stage.server.url);
    await new Promise<void>((resolve, reject) => {
      const asked = httpRequest({
        port,
        path: `/gw/${service.name}/h`,
        headers: {
          authorization: `Bearer ${app.token}`,
          cookie: 'session=1',
          connection: 'keep-alive, x-private-hop',
          'x-private-hop': '1',
          te: 'trailers',
          'proxy-authorization': 'Basic x',
          proxy: 'http://evil',
          forwarded: 'for=1.1.1.1',
          via: '1.1 somebody',
          'x-forwarded-for': '198.51.100.9',
          'x-forwarded-host': 'evil.mn',
          'x-real-ip': '1.1.1.1',
          'x-request-id': 'chosen-by-the-caller',
          'x-tamga-client-id': 'app-somebody-else',
          'x-tamga-subject': 'somebody',
          x_tamga_subject: 'somebody',
          'x-http-method-override': 'DELETE',
          'x-own': 'kept',
          'accept-language': 'mn',
        },
      });
      asked.on('response', (answer) => answer.resume().on('end', resolve)).on('error', reject);
      asked.end();
    });
    const headers = lastSeen()?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual([
      'accept-language',
      'connection',
      'host',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-prefix',
      'x-forwarded-proto',
      'x-own',
      'x-request-id',
      'x-tamga-client-id',
    ]);
    expect(headers).toMatchObject({
      connection: 'keep-alive',
      host: `127.0.0.1:${stage.upstream.port}`,
      'x-forwarded-for': '198.51.100.9',
      'x-forwarded-prefix': `/gw/${service.name}`,
      'x-tamga-client-id': app.id,
      'x-own': 'kept',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('name the subject when a client calls for a signed-in person', async () => {
    const web = await stage.register({ service_ids: [service.id] });
    const { tokens } = await stage.signInTo(web, { scope: `openid svc:${service.name}` });
    const answer = await stage.gw({ token: tokens.access_token }, 'GET', `${service.name}/h`);
    expect(answer.status).toBe(200);
    expect(lastSeen()?.headers).toMatchObject({
      'x-tamga-client-id': web.id,
      'x-tamga-subject': stage.person.userId,
    });
  });

  it('name the person by the pairwise subject that the client knows', async () => {
    const options = { subject_type: 'pairwise' };
    const web = await stage.register({ service_ids: [service.id], options });
    const { tokens } = await stage.signInTo(web, { scope: `openid svc:${service.name}` });
    await stage.gw({ token: tokens.access_token }, 'GET', `${service.name}/h`);
    expect(lastSeen()?.headers['x-tamga-subject']).toBe(tokens.claims()?.sub);
    expect(tokens.claims()?.sub).not.toBe(stage.person.userId);
  });

  it('of an upstream cannot act for the gateway’s origin', async () => {
    stage.upstream.at('/base/page', (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "default-src *; script-src 'unsafe-inline'",
        'x-frame-options': 'ALLOWALL',
        'set-cookie': 'session=stolen',
        server: 'old-thing/1.0',
        'x-powered-by': 'old-thing',
        'www-authenticate': 'Basic realm="give me your password"',
        'access-control-allow-origin': '*',
        'service-worker-allowed': '/',
        'clear-site-data': '"*"',
        'x-accel-redirect': '/internal/secrets',
        'x-ratelimit-limit': '1',
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
        vary: 'Accept',
        etag: '"1"',
      });
      response.end('<script>alert(1)</script>');
    });
    const { headers, text, status } = await get(`${service.name}/page`, { origin: 'https://spa.example.mn' });
    expect([status, text]).toEqual([200, '<script>alert(1)</script>']);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBe('https://spa.example.mn');
    expect(headers.get('x-ratelimit-limit')).toBe('10000');
    expect(headers.get('vary')).toBe('Accept, Origin');
    expect(headers.get('etag')).toBe('"1"');
    for (const name of [
      'set-cookie',
      'server',
      'x-powered-by',
      'www-authenticate',
      'service-worker-allowed',
      'clear-site-data',
      'x-accel-redirect',
      'x-hop',
    ])
      expect(headers.get(name), name).toBeNull();
  });

  it('turn a redirect of the upstream to itself into one through the gateway', async () => {
    stage.upstream.at('/base/old', (request, response) => {
      const to = new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? '';
      response.writeHead(302, { location: to }).end();
    });
    const locationOf = async (to: string) => {
      const url = `${stage.server.url}/gw/${service.name}/old?to=${encodeURIComponent(to)}`;
      const headers = { authorization: `Bearer ${app.token}` };
      return (await fetch(url, { headers, redirect: 'manual' })).headers.get('location');
    };
    const own = `http://127.0.0.1:${stage.upstream.port}`;
    expect(await locationOf('/base/new?x=1')).toBe(`/gw/${service.name}/new?x=1`);
    expect(await locationOf('sibling')).toBe(`/gw/${service.name}/sibling`);
    expect(await locationOf(`${own}/base/new`)).toBe(`/gw/${service.name}/new`);
    expect(await locationOf('https://elsewhere.mn/x')).toBe('https://elsewhere.mn/x');
    // A redirect outside the exposed path is useless to the caller and would leak internal addresses.
    expect(await locationOf(`${own}/admin`)).toBeNull();
  });
});

describe('answers', () => {
  it('pass HEAD, 204 and 304 without a body, and an upstream error unchanged', async () => {
    stage.upstream.at('/base/none', (_request, response) => void response.writeHead(204).end());
    stage.upstream.at(
      '/base/same',
      (_request, response) => void response.writeHead(304, { etag: '"2"' }).end(),
    );
    stage.upstream.at(
      '/base/teapot',
      (_request, response) => void response.writeHead(418).end('short and stout'),
    );
    stage.upstream.at('/base/long', (_request, response) => {
      response.writeHead(200, { 'content-length': '5' }).end('hello');
    });
    expect((await get(`${service.name}/none`)).status).toBe(204);
    expect((await get(`${service.name}/same`)).status).toBe(304);
    const head = await stage.gw(app, 'HEAD', `${service.name}/long`);
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '5']);
    const teapot = await get(`${service.name}/teapot`);
    expect([teapot.status, teapot.text]).toEqual([418, 'short and stout']);
  });
});

describe('paths', () => {
  it('cannot leave the path of the upstream', async () => {
    const name = service.name;
    for (const target of [
      `/gw/${name}/../admin`,
      `/gw/${name}/a/../../admin`,
      `/gw/${name}/%2e%2e/admin`,
      `/gw/${name}/.%2E/admin`,
      `/gw/${name}/%252e%252e/admin`,
      `/gw/${name}/%2e%2e%252fadmin%25ff`,
      `/gw/${name}/%25ff`,
      `/gw/${name}/..;/admin`,
      `/gw/${name}/..%2fadmin`,
      `/gw/${name}/..%5cadmin`,
      `/gw/${name}/..\\admin`,
      `/gw/${name}/a%00b`,
      `/gw/${name}/%0d%0aX:1`,
      `/gw/${name}/a#b`,
      `http://127.0.0.1/gw/${name}/x`,
    ]) {
      const before = stage.upstream.seen.length;
      const { status } = await getRaw(target);
      expect([target, [400, 404].includes(status)]).toEqual([target, true]);
      expect(stage.upstream.seen.length, target).toBe(before);
    }
  });

  it('and queries otherwise pass byte for byte', async () => {
    for (const [target, url] of [
      ['', '/base'],
      ['/', '/base/'],
      ['?x=1', '/base?x=1'],
      ['//double//slash/', '/base//double//slash/'],
      ['/a%20b/%D0%BC/100%25?q=../..&r=%2e%2e%2f', '/base/a%20b/%D0%BC/100%25?q=../..&r=%2e%2e%2f'],
      ['/.well-known/x/...', '/base/.well-known/x/...'],
    ]) {
      expect((await getRaw(`/gw/${service.name}${target}`)).status, target).toBe(200);
      expect(lastSeen()?.url).toBe(url);
    }
  });
});
