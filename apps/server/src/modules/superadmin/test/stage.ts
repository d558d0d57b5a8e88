import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Fastify from 'fastify';
import { registerEmailCodes } from '../../../../../sandbox/src/email-codes/index.ts';
import { startMailbox } from '../../../../../sandbox/src/mailbox/index.ts';
import { registerSocial } from '../../../../../sandbox/src/social/index.ts';
import { type Answer, createCaller } from '../../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, runQr } from '../../../../test/citizens.ts';
import { openWorld, type ServerOptions, type TestServer, type TestWorld } from '../../../../test/server.ts';
import { createEmailCodeAdapter } from '../../../adapters/email-codes/index.ts';
import { createSocialAdapter } from '../../../adapters/social/index.ts';
import { inviteAsOperator, stepAt, totpCode } from '../index.ts';

const client = { clientId: 'tamga-test', clientSecret: 'social-test-secret-0123456789-abcd' };
const apiKey = 'verify-test-key-0123456789-abcdefgh';
const onboardPath = '/api/v1/auth/superadmin/onboard';
/** Secrets that a browser keeps between the provider's page and the first step. */
const kept = { code_verifier: 'v'.repeat(43), nonce: 'n-0' };

export interface Onboarded {
  userId: string;
  token: string;
  refreshToken: string;
  secret: string;
  codes: string[];
  email: string;
  answer: Answer;
}

/** The external systems of onboarding, and a person's actions on them. */
export interface Stage {
  world: TestWorld;
  server: TestServer;
  phone: Phone;
  /** Address of the social provider and the code service. */
  outsideUrl: string;
  startServer(options?: ServerOptions): Promise<TestServer>;
  invite(email: string): Promise<void>;
  /** The code that a browser brings back from the social provider. */
  socialCode(email: string, options?: { verified?: boolean; nonce?: string }): Promise<string>;
  /** One onboarding call from a different address. */
  step(path: string, body: object): Promise<Answer>;
  /** Runs up to the named step and returns the token. */
  reach(step: 'eid' | 'email' | 'totp', email: string, citizen: Citizen): Promise<string>;
  approveEid(token: string, citizen: Citizen): Promise<Answer>;
  mailedCode(email: string): Promise<string>;
  onboard(email: string, citizen: Citizen): Promise<Onboarded>;
  codeNow(secret: string): string;
  /** The answer of a completed QR sign-in. */
  signInByEid(citizen: Citizen, server?: TestServer): Promise<Answer>;
  mfa(token: string, code: string, server?: TestServer): Promise<Answer>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const world = await openWorld();
  const outside = await openOutside(world);
  const { now } = world.clock;
  const startServer = (options: ServerOptions = {}) =>
    world.startServer({
      outside: {
        social: createSocialAdapter({ issuer: `${outside.url}/social`, ...client, now }),
        emailCodes: createEmailCodeAdapter({ baseUrl: outside.url, apiKey, channel: 'email' }),
      },
      ...options,
    });
  const server = await startServer();
  const phone = createPhone(world.sandbox);
  const redirectUri = `${server.config.appOrigin}/onboarding`;

  const step: Stage['step'] = (path, body) =>
    createCaller(server.url).post(`${onboardPath}/${path}`, path === 'social' ? { ...kept, ...body } : body);
  const socialCode: Stage['socialCode'] = async (email, options = {}) => {
    const form = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: redirectUri,
      decision: 'allow',
      email,
      email_verified: String(options.verified ?? true),
      nonce: options.nonce ?? kept.nonce,
      code_challenge: createHash('sha256').update(kept.code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const answer = await fetch(`${outside.url}/social/authorize/decide`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const approveEid: Stage['approveEid'] = async (token, citizen) => {
    const started = await step('eid/start', { onboard_token: token });
    await phone.scan(started.body.data.qr, citizen);
    await phone.approve(citizen);
    return step('eid/poll', { onboard_token: token, sid: started.body.data.sid });
  };
  const mailedCode: Stage['mailedCode'] = async (email) => {
    const answer = await fetch(`${outside.url}/control/mails?to=${encodeURIComponent(email)}`);
    const { items } = (await answer.json()) as { items: { text: string }[] };
    return /\d{6}/.exec(items[0]?.text ?? '')?.[0] ?? 'no mail';
  };
  const reach: Stage['reach'] = async (wanted, email, citizen) => {
    const code = await socialCode(email);
    const begun = await step('social', { code, redirect_uri: redirectUri });
    const token = begun.body.data.onboard_token;
    if (wanted === 'eid') return token;
    await approveEid(token, citizen);
    if (wanted === 'email') return token;
    await step('email/send', { onboard_token: token });
    await step('email/verify', { onboard_token: token, code: await mailedCode(email) });
    return token;
  };
  const codeNow: Stage['codeNow'] = (secret) => totpCode(secret, stepAt(world.clock.now()));
  const invite: Stage['invite'] = async (email) => {
    const { database, outbox } = server.app;
    await inviteAsOperator({ database, outbox, now: world.clock.now, email });
  };

  return {
    world,
    server,
    phone,
    outsideUrl: outside.url,
    startServer,
    invite,
    socialCode,
    step,
    reach,
    approveEid,
    mailedCode,
    codeNow,
    onboard: async (email, citizen) => {
      await invite(email);
      const token = await reach('totp', email, citizen);
      const { secret } = (await step('totp/init', { onboard_token: token })).body.data;
      const answer = await step('totp/verify', { onboard_token: token, code: codeNow(secret) });
      const { data } = answer.body;
      if (data?.step !== 'done') throw new Error(`onboarding ended with ${answer.text}`);
      return {
        answer,
        secret,
        email,
        userId: data.id,
        token: data.token,
        refreshToken: data.refresh_token,
        codes: data.recovery_codes,
      };
    },
    signInByEid: async (citizen, on = server) => {
      const { final } = await runQr(createCaller(on.url), phone, citizen);
      return final;
    },
    mfa: (token, code, on = server) =>
      createCaller(on.url).post('/api/v1/auth/superadmin/mfa', { mfa_token: token, code }),
    close: async () => {
      await outside.close();
      await world.close();
    },
  };
}

/** The sandbox's mailbox, code service and social provider, on a separate address. */
async function openOutside(world: TestWorld) {
  const app = Fastify();
  const { now } = world.clock;
  const mailbox = await startMailbox({ host: '127.0.0.1', port: 0, now, app });
  const smtp = { host: '127.0.0.1', port: mailbox.smtpPort };
  let url = '';
  registerEmailCodes(app, { apiKey, mailbox: () => smtp, now });
  await registerSocial(app, {
    ...client,
    dataDir: join(world.dataDir, 'outside'),
    publicUrl: () => url,
    now,
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    close: async () => {
      await app.close();
      await mailbox.close();
    },
  };
}
