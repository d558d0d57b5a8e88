import { type Answer, createCaller } from '../../../../test/caller.ts';
import { type Citizen, pollToEnd } from '../../../../test/citizens.ts';
import type { TestServer } from '../../../../test/server.ts';
import { openStage, type Stage } from '../../superadmin/test/stage.ts';

export interface SocialCallback {
  code: string;
  redirect_uri: string;
  code_verifier: string;
  nonce: string;
}

/** Steps of a social sign-in, each call from a different address. */
export interface SocialFlow {
  stage: Stage;
  /** Starts, chooses an account on the provider's page, and comes back with a code. */
  goToProvider(email: string, options?: { verified?: boolean; server?: TestServer }): Promise<SocialCallback>;
  bySocial(email: string, options?: { verified?: boolean; server?: TestServer }): Promise<Answer>;
  exchange(brought: object, server?: TestServer): Promise<Answer>;
  byEid(citizen: Citizen, linkToken?: string, server?: TestServer): Promise<Answer>;
  /** Signs in by social account first, then by eID, which links the two. */
  link(email: string, citizen: Citizen): Promise<Answer>;
}

export async function openSocialFlow(): Promise<SocialFlow> {
  const stage = await openStage();
  const own = stage.server;

  const goToProvider: SocialFlow['goToProvider'] = async (email, { verified = true, server = own } = {}) => {
    const started = await createCaller(server.url).post('/api/v1/auth/social/start');
    const { auth_url, redirect_uri, code_verifier, nonce } = started.body.data;
    const page = new URL(auth_url);
    const form = new URLSearchParams(page.searchParams);
    form.set('decision', 'allow');
    form.set('email', email);
    form.set('email_verified', String(verified));
    const decided = await fetch(`${page.origin}${page.pathname}/decide`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    const back = new URL(decided.headers.get('location') ?? '');
    return { code: back.searchParams.get('code') ?? '', redirect_uri, code_verifier, nonce };
  };
  const exchange: SocialFlow['exchange'] = (brought, server = own) =>
    createCaller(server.url).post('/api/v1/auth/social', brought);
  const bySocial: SocialFlow['bySocial'] = async (email, options = {}) =>
    exchange(await goToProvider(email, options), options.server);
  const byEid: SocialFlow['byEid'] = async (citizen, linkToken, server = own) => {
    const caller = createCaller(server.url);
    const { sid, qr } = (await caller.post('/api/v1/auth/eid/start')).body.data;
    const { id } = (await (await stage.phone.scan(qr, citizen)).json()) as { id: string };
    await stage.phone.approve(citizen, citizen.pin1, id);
    return pollToEnd(caller, sid, linkToken === undefined ? {} : { link_token: linkToken });
  };
  return {
    stage,
    goToProvider,
    bySocial,
    exchange,
    byEid,
    link: async (email, citizen) => byEid(citizen, (await bySocial(email)).body.data.link_token),
  };
}
