import { describe, expect, it } from 'vitest';
import type { Application } from '../../../api/applications.ts';
import { applicationsChangeBody } from '../../../api/generated/bodies.ts';
import { checkBody } from '../../../ui/forms/check-body.ts';
import { buildBody, openDraft, readJwks } from './draft.ts';

const application: Application = {
  id: 'app-1',
  client_id: 'app-1',
  name: 'Shop',
  origin: 'registered',
  app_type: 'web',
  tags: [],
  redirect_uris: ['https://shop.mn/cb'],
  enabled: true,
  weak: false,
  stage: 'live',
  service_ids: ['s1'],
  grant_types: ['authorization_code'],
  auth_method: 'client_secret_basic',
  scopes: ['openid'],
  options: {
    subject_type: 'public',
    require_pkce: true,
    id_token_claims: true,
    id_token_signed_response_alg: 'RS256',
    grants: [],
    exchange_from: [],
    require_par: false,
    dpop: false,
    certificate_bound: false,
    post_logout_redirect_uris: ['https://shop.mn', 'https://shop.mn/bye'],
    national_id: false,
    limits: { per_minute: 600, burst: 100, daily_quota: null },
  },
  created_at: '2026-11-15T00:00:00Z',
};

describe('the settings of an OAuth client', () => {
  it('change nothing if they are saved unedited', () => {
    const body = buildBody(openDraft(application), application);
    expect(body).toMatchObject({
      name: 'Shop',
      redirect_uris: ['https://shop.mn/cb'],
      service_ids: ['s1'],
      options: {
        subject_type: 'public',
        jwks: null,
        backchannel_logout_uri: null,
        post_logout_redirect_uris: ['https://shop.mn/bye'],
        limits: { per_minute: 600, burst: 100, daily_quota: null },
      },
    });
    expect(body.options).not.toHaveProperty('national_id');
  });

  it('name tools only when they change', () => {
    const program = { ...application, app_type: 'm2m', redirect_uris: [] };
    const draft = openDraft(program);
    expect(buildBody(draft, program).options).not.toHaveProperty('tools');
    draft.options.tools = { scopes: ['tools:host_status'], days: '30' };
    expect(buildBody(draft, program).options?.tools).toEqual({ scopes: ['tools:host_status'], days: 30 });
    const named = {
      ...program,
      options: { ...program.options, tools: { scopes: ['tools:host_status'], expires_at: null } },
    };
    const later = openDraft(named);
    expect(buildBody(later, named).options).not.toHaveProperty('tools');
    later.options.tools.scopes = [];
    expect(buildBody(later, named).options?.tools).toBeNull();
  });

  it('omit options that do not fit the type', () => {
    const program = { ...application, app_type: 'm2m', redirect_uris: [] };
    const body = buildBody(openDraft(program), program);
    expect(body).not.toHaveProperty('redirect_uris');
    expect(body.options).not.toHaveProperty('backchannel_logout_uri');
    expect(body.options).not.toHaveProperty('subject_type');
    const page = { ...application, app_type: 'spa' };
    expect(buildBody(openDraft(page), page).options).not.toHaveProperty('jwks');
  });

  it('name each invalid field', () => {
    const draft = { ...openDraft(application), name: ' ', service_ids: [] };
    Object.assign(draft.options.limits, { burst: 'x', daily_quota: '-1' });
    expect(checkBody(applicationsChangeBody, buildBody(draft, application))).toEqual([
      { path: 'name', kind: 'required' },
      { path: 'options.limits.burst', kind: 'number' },
      { path: 'options.limits.daily_quota', kind: 'number' },
    ]);
    expect(readJwks('{"keys": 1}')).toBeUndefined();
  });
});
