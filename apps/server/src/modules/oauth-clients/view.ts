import { specialGrantsOf } from './grant-types.ts';
import type { ClientView, UpstreamView } from './schemas.ts';
import type { ClientRow, ClientWithSecrets } from './store.ts';
import type { UpstreamRow } from './upstream-store.ts';

/** The scopes that the client may request now: its own, approved ones and those of its upstreams. */
export function scopesOf(
  row: Pick<ClientWithSecrets, 'scopes' | 'grant_types' | 'options' | 'service_scopes'>,
): string[] {
  return [
    ...row.scopes,
    ...(row.grant_types.includes('refresh_token') ? ['offline_access'] : []),
    ...(row.options.national_id === true ? ['nationalid'] : []),
    ...row.service_scopes,
  ];
}

/** `secret` is set only in the answer that shows it once. */
export function viewClient(row: ClientRow, now: Date, secret?: string): ClientView {
  const { options } = row;
  const endsAt = row.old_secret_ends_at;
  return {
    id: row.id,
    client_id: row.id,
    name: row.name,
    app_type: row.type,
    origin: row.origin,
    ...(row.document_url === null ? {} : { document_url: row.document_url }),
    tags: [...row.tags],
    redirect_uris: [...row.redirect_uris],
    enabled: row.enabled,
    weak: options.pkce_waived === true,
    stage: row.stage,
    ...(row.approval_asked_at === null ? {} : { approval_asked_at: row.approval_asked_at }),
    service_ids: row.service_ids,
    grant_types: [...row.grant_types],
    auth_method: row.auth_method,
    scopes: scopesOf(row),
    options: {
      subject_type: options.pairwise === undefined ? 'public' : 'pairwise',
      ...(options.secret_method === undefined ? {} : { token_endpoint_auth_method: options.secret_method }),
      require_pkce: options.pkce_waived !== true,
      id_token_claims: options.id_token_claims !== false,
      id_token_signed_response_alg: options.id_token_alg ?? 'RS256',
      ...(options.profile === undefined ? {} : { profile: options.profile }),
      grants: specialGrantsOf(row.grant_types),
      exchange_from: [...(options.exchange_from ?? [])],
      require_par: options.require_par === true,
      dpop: options.dpop === true,
      certificate_bound: options.certificate_bound === true,
      ...(options.jwks === undefined ? {} : { jwks: options.jwks }),
      ...(options.jwks_uri === undefined ? {} : { jwks_uri: options.jwks_uri }),
      ...(options.backchannel_logout_uri === undefined
        ? {}
        : { backchannel_logout_uri: options.backchannel_logout_uri }),
      ...(options.notification_endpoint === undefined
        ? {}
        : { backchannel_client_notification_endpoint: options.notification_endpoint }),
      post_logout_redirect_uris: [...row.post_logout_redirect_uris],
      national_id: options.national_id === true,
      ...(options.tools === undefined
        ? {}
        : { tools: { ...options.tools, scopes: [...options.tools.scopes] } }),
      limits: { per_minute: row.limit_per_minute, burst: row.limit_burst, daily_quota: row.daily_quota },
    },
    ...(secret === undefined ? {} : { secret }),
    ...(endsAt !== null && new Date(endsAt) > now ? { old_secret_ends_at: endsAt } : {}),
    created_at: row.created_at,
    ...(row.updated_at === null ? {} : { updated_at: row.updated_at }),
  };
}

export function viewUpstream(row: UpstreamRow): UpstreamView {
  return { ...row, tags: [...row.tags] };
}
