// Generated from the OpenAPI document by `npm run generate`; do not edit.

export interface Operations {
  /** Keys that id_tokens are signed with */
  'GET /.well-known/jwks.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Keys that id_tokens are signed with */
  'OPTIONS /.well-known/jwks.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** What the provider can do, and where */
  'GET /.well-known/openid-configuration': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** What the provider can do, and where */
  'OPTIONS /.well-known/openid-configuration': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Every client */
  'GET /admin/api/v1/clients': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ client_id: string; client_name: string; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; scopes: (string)[]; grant_types: (string)[]; response_types: (string)[]; subject_type: string; public: boolean; token_endpoint_auth_method: string; created_at: string; updated_at: string | null; client_secret?: string })[]; total: number };
  };
  /** Register a client; its secret is shown in this answer alone */
  'POST /admin/api/v1/clients': {
    params: undefined;
    query: undefined;
    body: { client_name: string; redirect_uris: (string)[]; post_logout_redirect_uris?: (string)[]; scopes?: ('openid' | 'profile' | 'email' | 'offline_access')[]; grant_types?: ('authorization_code' | 'refresh_token' | 'client_credentials')[]; subject_type?: 'public'; public?: boolean; client_id?: string };
    data: { client_id: string; client_name: string; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; scopes: (string)[]; grant_types: (string)[]; response_types: (string)[]; subject_type: string; public: boolean; token_endpoint_auth_method: string; created_at: string; updated_at: string | null; client_secret?: string };
  };
  /** One client */
  'GET /admin/api/v1/clients/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { client_id: string; client_name: string; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; scopes: (string)[]; grant_types: (string)[]; response_types: (string)[]; subject_type: string; public: boolean; token_endpoint_auth_method: string; created_at: string; updated_at: string | null; client_secret?: string };
  };
  /** Change a client; what is left out stays as it is */
  'PATCH /admin/api/v1/clients/{id}': {
    params: { id: string };
    query: undefined;
    body: { client_name?: string; redirect_uris?: (string)[]; post_logout_redirect_uris?: (string)[]; scopes?: ('openid' | 'profile' | 'email' | 'offline_access')[]; grant_types?: ('authorization_code' | 'refresh_token' | 'client_credentials')[]; subject_type?: 'public'; public?: boolean; client_id?: string };
    data: { client_id: string; client_name: string; redirect_uris: (string)[]; post_logout_redirect_uris: (string)[]; scopes: (string)[]; grant_types: (string)[]; response_types: (string)[]; subject_type: string; public: boolean; token_endpoint_auth_method: string; created_at: string; updated_at: string | null; client_secret?: string };
  };
  /** Delete a client; its tokens are refused from now on */
  'DELETE /admin/api/v1/clients/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: null;
  };
  /** A new secret, shown in this answer alone */
  'POST /admin/api/v1/clients/{id}/rotate-secret': {
    params: { id: string };
    query: undefined;
    body: { grace_seconds?: number };
    data: { client_id: string; client_secret: string };
  };
  /** Live keys of programs, those of the settings first */
  'GET /admin/api/v1/keys': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; name: string; display: string; surfaces?: (string)[]; created_at?: string; last_used_at?: string; secret?: string })[]; total: number };
  };
  /** Make a key, shown in this answer alone; it opens this API and the tools unless surfaces says less */
  'POST /admin/api/v1/keys': {
    params: undefined;
    query: undefined;
    body: { name: string; surfaces?: ('admin' | 'tools')[] };
    data: { id: string; name: string; display: string; surfaces?: (string)[]; created_at?: string; last_used_at?: string; secret?: string };
  };
  /** Delete a key; one of the settings cannot be deleted */
  'DELETE /admin/api/v1/keys/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: null;
  };
  /** Whose key this is, and whether it stands in the settings */
  'GET /admin/api/v1/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { name: string; env: boolean };
  };
  /** What operators did, newest first */
  'GET /api/platform/v1/audit': {
    params: undefined;
    query: { action?: string; operator?: string; target?: string; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; created_at: string; action: string; operator_id?: string; operator_name?: string; operator_email?: string; target_id?: string; reason?: string; request_id?: string; metadata: unknown })[]; total: number; total_capped?: true; next?: string };
  };
  /** An organisation by register number, as the state registry and the platform know it */
  'GET /api/platform/v1/directory/organisation': {
    params: undefined;
    query: { register: string };
    body: undefined;
    data: { reg_no: string; name: string; name_latin?: string; type?: string; ceo?: string; address?: string; industry: (string)[]; tenant_id?: string; slug?: string };
  };
  /** People proven by eID; `q` holds beginnings of names */
  'GET /api/platform/v1/directory/people': {
    params: undefined;
    query: { q?: string; limit?: number; offset?: number };
    body: undefined;
    data: { items: ({ user_id: string; full_name: string; full_name_en: string; email: string; eid_verified_at: string })[]; total: number };
  };
  /** A person by register number; the person sees that they were looked up */
  'GET /api/platform/v1/directory/person': {
    params: undefined;
    query: { register: string };
    body: undefined;
    data: { user_id?: string; register: string; first_name: string; last_name: string; full_name_en?: string; eid_verified: boolean; eid_verified_at?: string; kyc_level?: string };
  };
  /** The operator of this session and what they may do */
  'GET /api/platform/v1/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { operator: { id: string; email: string; name: string; role: 'superadmin' | 'operator' | 'support' | 'auditor' }; expires_at: string; stepped_up: boolean; stepped_up_until?: string; capabilities: ('tenant.read' | 'audit.read' | 'operator.read' | 'directory.read' | 'tenant.create')[] };
  };
  /** Everybody who may sign in to the console */
  'GET /api/platform/v1/operators': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; email: string; name: string; role: 'superadmin' | 'operator' | 'support' | 'auditor'; active: boolean; locked: boolean; created_at: string; last_sign_in_at: string | null })[]; total: number };
  };
  /** Sign in with a completed eID session and a TOTP code; every failure is the same 401 */
  'POST /api/platform/v1/session': {
    params: undefined;
    query: undefined;
    body: { sid: string; code: string };
    data: { operator: { id: string; email: string; name: string; role: 'superadmin' | 'operator' | 'support' | 'auditor' }; expires_at: string };
  };
  /** Sign out of the console */
  'DELETE /api/platform/v1/session': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Wait up to 25 seconds for the end of the eID step; gives no session, POST /session does */
  'POST /api/platform/v1/session/eid/poll': {
    params: undefined;
    query: undefined;
    body: { sid: string; user_challenge_verifier?: string };
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; reason?: string; scanned?: boolean; return_required?: boolean };
  };
  /** The QR text of this second */
  'GET /api/platform/v1/session/eid/qr/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: { qr: string; expires_in: number; scanned: boolean };
  };
  /** Start an eID sign-in at the console by QR code or link */
  'POST /api/platform/v1/session/eid/start': {
    params: undefined;
    query: undefined;
    body: { callback_url?: string };
    data: { sid: string; qr: string; deep_link: string; verification_code: string; expires_at: string; state: 'PENDING' };
  };
  /** Start an eID sign-in at the console by a push to the person's registered device */
  'POST /api/platform/v1/session/eid/start-id': {
    params: undefined;
    query: undefined;
    body: { national_id: string };
    data: { sid: string; qr: string; deep_link: string; verification_code: string; expires_at: string; state: 'PENDING' };
  };
  /** Give a code again; for five minutes dangerous changes are possible */
  'POST /api/platform/v1/step-up': {
    params: undefined;
    query: undefined;
    body: { code: string };
    data: { stepped_up_until: string };
  };
  /** Organisations, newest first; `q` is part of a name or slug, or a register number */
  'GET /api/platform/v1/tenants': {
    params: undefined;
    query: { q?: string; limit?: number; offset?: number };
    body: undefined;
    data: { items: ({ id: string; slug: string | null; name: string; registration_number: string | null; created_at: string; user_count: number; app_count: number; invitation_pending: boolean })[]; total: number };
  };
  /** Create up to 200 organisations; each row has its own outcome, and sending again is safe */
  'POST /api/platform/v1/tenants/bulk': {
    params: undefined;
    query: undefined;
    body: { organisations: ({ name?: string | number | boolean | null; slug?: string | number | boolean | null; admin_email?: string | number | boolean | null; reason?: string | number | boolean | null; admin_user_id?: string | number | boolean | null })[] };
    data: { items: ({ index: number; slug: string; name: string; result: 'created' | 'exists' | 'error'; tenant_id?: string; invited?: boolean; error?: string; message?: string })[] };
  };
  /** Authorities that public services name, for choosing whose cases an officer decides */
  'GET /api/v1/admin/authorities': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ name: string; name_en: string; services: number })[]; total: number };
  };
  /** Calls of assistants with their outcome, newest first; of one tool where it is named */
  'GET /api/v1/admin/tools/calls': {
    params: undefined;
    query: { tool?: string; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; occurred_at: string; tool: string; caller: string; actor_user_id: string | null; outcome: string; arguments: (string)[]; exit_code: number | null; duration_ms: number | null; request_id: string | null })[]; total: number; total_capped?: true; next?: string };
  };
  /** Keys of programs, also those of the settings and revoked ones */
  'GET /api/v1/admin/tools/keys': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; name: string; display: string; surfaces: (string)[]; created_at: string | null; last_used_at: string | null; revoked_at: string | null; from_environment: boolean })[]; total: number };
  };
  /** Make a key for an assistant, shown this once; it opens the tools and the admin API unless surfaces says less */
  'POST /api/v1/admin/tools/keys': {
    params: undefined;
    query: undefined;
    body: { name: string; surfaces?: ('admin' | 'tools')[] };
    data: { id: string; name: string; display: string; surfaces: (string)[]; created_at: string | null; last_used_at: string | null; revoked_at: string | null; from_environment: boolean; key: string };
  };
  /** Revoke a key of an assistant, at once and on every instance */
  'DELETE /api/v1/admin/tools/keys/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; name: string; display: string; surfaces: (string)[]; created_at: string | null; last_used_at: string | null; revoked_at: string | null; from_environment: boolean };
  };
  /** Skills that assistants registered */
  'GET /api/v1/admin/tools/skills': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ name: string; description: string; command_template: string; argv: (string)[]; params: (string)[]; created_by: string; created_at: string })[]; total: number };
  };
  /** People, newest first; q looks for beginnings of names or usernames, or for a register number */
  'GET /api/v1/admin/users': {
    params: undefined;
    query: { offset: number; limit: number; role?: number; active?: boolean; q?: string };
    body: undefined;
    data: { items: ({ id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; authorities: (string)[]; ge_id?: string; active: boolean; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Register a person by register number, before their first sign-in */
  'POST /api/v1/admin/users': {
    params: undefined;
    query: undefined;
    body: { register: string; first_name?: string; last_name?: string; first_name_en?: string; last_name_en?: string; role_id?: number; authorities?: (string)[] };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; authorities: (string)[]; ge_id?: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Set or take away a citizen number */
  'PUT /api/v1/admin/users/{id}': {
    params: { id: string };
    query: undefined;
    body: { ge_id: string | null };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; authorities: (string)[]; ge_id?: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Delete an account; its row and numbers stay */
  'DELETE /api/v1/admin/users/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Enable or disable an account */
  'PUT /api/v1/admin/users/{id}/active': {
    params: { id: string };
    query: undefined;
    body: { active: boolean };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; authorities: (string)[]; ge_id?: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Set the authorities whose cases a person decides */
  'PUT /api/v1/admin/users/{id}/authorities': {
    params: { id: string };
    query: undefined;
    body: { authorities: (string)[] };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; authorities: (string)[]; ge_id?: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Give a role; for manager the person is asked for PIN2, and repeating the call tells how it stands */
  'PUT /api/v1/admin/users/{id}/role': {
    params: { id: string };
    query: undefined;
    body: { role_id: number; authorities?: (string)[] };
    data: { id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; authorities?: (string)[]; ge_id?: string; active?: boolean; created_at?: string; updated_at?: string | null; approval?: { sid: string; state: 'PENDING'; verification_code: string; expires_at: string } };
  };
  /** Every registered application, newest first */
  'GET /api/v1/applications': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; client_id: string; name: string; app_type: string; tags: (string)[]; redirect_uris: (string)[]; enabled: boolean; service_ids: (string)[]; grant_types: (string)[]; auth_method: string; scopes: (string)[]; options: { subject_type: 'public' | 'pairwise'; require_par: boolean; dpop: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] }; backchannel_logout_uri?: string; post_logout_redirect_uris: (string)[]; national_id: boolean; limits: { per_minute: number; burst: number; daily_quota: number | null } }; secret?: string; old_secret_ends_at?: string; created_at: string; updated_at?: string })[]; total: number };
  };
  /** Register an application; its secret is shown in this answer alone */
  'POST /api/v1/applications': {
    params: undefined;
    query: undefined;
    body: { name: string; app_type: 'web' | 'spa' | 'native' | 'm2m'; redirect_uris?: (string)[]; tags?: (string)[]; service_ids?: (string)[]; scopes?: ('openid' | 'profile' | 'email')[]; enabled?: boolean; options?: { subject_type?: 'public' | 'pairwise'; require_par?: boolean; dpop?: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] } | null; backchannel_logout_uri?: string | null; post_logout_redirect_uris?: (string)[]; national_id?: boolean; limits?: { per_minute?: number; burst?: number; daily_quota?: number | null } } };
    data: { id: string; client_id: string; name: string; app_type: string; tags: (string)[]; redirect_uris: (string)[]; enabled: boolean; service_ids: (string)[]; grant_types: (string)[]; auth_method: string; scopes: (string)[]; options: { subject_type: 'public' | 'pairwise'; require_par: boolean; dpop: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] }; backchannel_logout_uri?: string; post_logout_redirect_uris: (string)[]; national_id: boolean; limits: { per_minute: number; burst: number; daily_quota: number | null } }; secret?: string; old_secret_ends_at?: string; created_at: string; updated_at?: string };
  };
  /** One application */
  'GET /api/v1/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; client_id: string; name: string; app_type: string; tags: (string)[]; redirect_uris: (string)[]; enabled: boolean; service_ids: (string)[]; grant_types: (string)[]; auth_method: string; scopes: (string)[]; options: { subject_type: 'public' | 'pairwise'; require_par: boolean; dpop: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] }; backchannel_logout_uri?: string; post_logout_redirect_uris: (string)[]; national_id: boolean; limits: { per_minute: number; burst: number; daily_quota: number | null } }; secret?: string; old_secret_ends_at?: string; created_at: string; updated_at?: string };
  };
  /** Change an application; its secret stays, and what is left out stays as it is */
  'PUT /api/v1/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: { name: string; app_type: 'web' | 'spa' | 'native' | 'm2m'; redirect_uris?: (string)[]; tags?: (string)[]; service_ids?: (string)[]; scopes?: ('openid' | 'profile' | 'email')[]; enabled?: boolean; options?: { subject_type?: 'public' | 'pairwise'; require_par?: boolean; dpop?: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] } | null; backchannel_logout_uri?: string | null; post_logout_redirect_uris?: (string)[]; national_id?: boolean; limits?: { per_minute?: number; burst?: number; daily_quota?: number | null } } };
    data: { id: string; client_id: string; name: string; app_type: string; tags: (string)[]; redirect_uris: (string)[]; enabled: boolean; service_ids: (string)[]; grant_types: (string)[]; auth_method: string; scopes: (string)[]; options: { subject_type: 'public' | 'pairwise'; require_par: boolean; dpop: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] }; backchannel_logout_uri?: string; post_logout_redirect_uris: (string)[]; national_id: boolean; limits: { per_minute: number; burst: number; daily_quota: number | null } }; secret?: string; old_secret_ends_at?: string; created_at: string; updated_at?: string };
  };
  /** Delete an application; also where there is none */
  'DELETE /api/v1/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** A new secret, shown in this answer alone; the old one ends after grace_seconds */
  'POST /api/v1/applications/{id}/rotate-secret': {
    params: { id: string };
    query: undefined;
    body: { grace_seconds?: number };
    data: { id: string; client_id: string; name: string; app_type: string; tags: (string)[]; redirect_uris: (string)[]; enabled: boolean; service_ids: (string)[]; grant_types: (string)[]; auth_method: string; scopes: (string)[]; options: { subject_type: 'public' | 'pairwise'; require_par: boolean; dpop: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] }; backchannel_logout_uri?: string; post_logout_redirect_uris: (string)[]; national_id: boolean; limits: { per_minute: number; burst: number; daily_quota: number | null } }; secret?: string; old_secret_ends_at?: string; created_at: string; updated_at?: string };
  };
  /** Set the secret to a chosen value; every other one ends at once */
  'PUT /api/v1/applications/{id}/secret': {
    params: { id: string };
    query: undefined;
    body: { secret: string };
    data: { id: string; client_id: string; name: string; app_type: string; tags: (string)[]; redirect_uris: (string)[]; enabled: boolean; service_ids: (string)[]; grant_types: (string)[]; auth_method: string; scopes: (string)[]; options: { subject_type: 'public' | 'pairwise'; require_par: boolean; dpop: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] }; backchannel_logout_uri?: string; post_logout_redirect_uris: (string)[]; national_id: boolean; limits: { per_minute: number; burst: number; daily_quota: number | null } }; secret?: string; old_secret_ends_at?: string; created_at: string; updated_at?: string };
  };
  /** Replace the services an application is granted; effective at once */
  'PUT /api/v1/applications/{id}/services': {
    params: { id: string };
    query: undefined;
    body: { service_ids: (string)[] };
    data: { id: string; client_id: string; name: string; app_type: string; tags: (string)[]; redirect_uris: (string)[]; enabled: boolean; service_ids: (string)[]; grant_types: (string)[]; auth_method: string; scopes: (string)[]; options: { subject_type: 'public' | 'pairwise'; require_par: boolean; dpop: boolean; jwks?: { keys: ({ kty: 'RSA' | 'EC' | 'OKP'; kid?: string; use?: 'sig'; alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519'; key_ops?: ('verify')[]; crv?: 'P-256' | 'Ed25519'; n?: string; e?: string; x?: string; y?: string })[] }; backchannel_logout_uri?: string; post_logout_redirect_uris: (string)[]; national_id: boolean; limits: { per_minute: number; burst: number; daily_quota: number | null } }; secret?: string; old_secret_ends_at?: string; created_at: string; updated_at?: string };
  };
  /** The audit log, newest first; looking is itself recorded for everybody who is shown */
  'GET /api/v1/audit/': {
    params: undefined;
    query: { action?: string; category?: string; actor?: string; target?: string; from?: string; to?: string; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; occurred_at: string; actor_user_id?: string; action: string; category: string; target?: string; request_id?: string; metadata: unknown; prev_hash?: string; chain_hash?: string })[]; total: number; total_capped?: true; next?: string };
  };
  /** Recompute the chain of the audit log, from its start or after a row known to be good */
  'GET /api/v1/audit/verify': {
    params: undefined;
    query: { from_id?: number };
    body: undefined;
    data: { ok: boolean; checked: number; pending: number; head: { seq: number; hash: string }; broken_id?: number; reason?: 'altered' | 'missing' | 'moved' | 'cut_off' };
  };
  /** Wait up to 25 seconds for the end of a sign-in; on COMPLETE the token pair is given once */
  'POST /api/v1/auth/eid/poll': {
    params: undefined;
    query: undefined;
    body: { sid: string; user_challenge_verifier?: string; link_token?: string };
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; reason?: string; scanned?: boolean; return_required?: boolean; mfa_required?: boolean; mfa_token?: string; social_link?: 'linked' | 'already_linked_elsewhere' | 'another_linked' | 'expired'; id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; first_name_en?: string; last_name_en?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; civil_id?: string; ge_id?: string; active?: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at?: string; updated_at?: string | null; token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string };
  };
  /** The QR text of this second */
  'GET /api/v1/auth/eid/qr/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: { qr: string; expires_in: number; scanned: boolean };
  };
  /** Start an eID sign-in by QR code or link */
  'POST /api/v1/auth/eid/start': {
    params: undefined;
    query: undefined;
    body: { callback_url?: string };
    data: { sid: string; qr: string; deep_link: string; verification_code: string; expires_at: string; state: 'PENDING' };
  };
  /** Start an eID sign-in by a push to the person's registered device */
  'POST /api/v1/auth/eid/start-id': {
    params: undefined;
    query: undefined;
    body: { national_id: string; callback_url?: string };
    data: { sid: string; qr: string; deep_link: string; verification_code: string; expires_at: string; state: 'PENDING' };
  };
  /** Start a sign-in from a mobile application by push; /auth/status gives its end */
  'POST /api/v1/auth/initiate': {
    params: undefined;
    query: undefined;
    body: { national_id: string };
    data: { sid: string; qr: string; deep_link: string; verification_code: string; expires_at: string; state: 'PENDING' };
  };
  /** End the session: its refresh token and every access token of it */
  'POST /api/v1/auth/logout': {
    params: undefined;
    query: undefined;
    body: { refresh_token?: string; access_token?: string };
    data: Record<string, never>;
  };
  /** Replace the token pair; a token used twice ends its session */
  'POST /api/v1/auth/refresh': {
    params: undefined;
    query: undefined;
    body: { refresh_token?: string };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at: string; updated_at: string | null; token: string; refresh_token: string; access_expires_at: string; refresh_expires_at: string };
  };
  /** Exchange a social provider's code: sign in, or get a token to link the account after eID */
  'POST /api/v1/auth/social': {
    params: undefined;
    query: undefined;
    body: { code: string; redirect_uri: string; code_verifier: string; nonce: string; provider?: string };
    data: { mfa_required?: boolean; mfa_token?: string; linked?: boolean; user?: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at: string; updated_at: string | null; token: string; refresh_token: string; access_expires_at: string; refresh_expires_at: string }; link_token?: string; email?: string };
  };
  /** Whether a social account is linked, and which */
  'GET /api/v1/auth/social/link': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { linked: boolean; provider: string | null; email_masked?: string; linked_at?: string };
  };
  /** Unlink the social account; every session of the person ends, this one too */
  'DELETE /api/v1/auth/social/link': {
    params: undefined;
    query: { provider?: string };
    body: undefined;
    data: Record<string, never>;
  };
  /** Where to send a browser, and the secrets to keep until it comes back with a code */
  'POST /api/v1/auth/social/start': {
    params: undefined;
    query: undefined;
    body: { purpose?: 'sign_in' | 'superadmin' | 'onboarding' };
    data: { auth_url: string; redirect_uri: string; state: string; nonce: string; code_verifier: string };
  };
  /** The state of a sign-in, at once */
  'GET /api/v1/auth/status/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; reason?: string; scanned?: boolean; return_required?: boolean; mfa_required?: boolean; mfa_token?: string; social_link?: 'linked' | 'already_linked_elsewhere' | 'another_linked' | 'expired'; id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; first_name_en?: string; last_name_en?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; civil_id?: string; ge_id?: string; active?: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at?: string; updated_at?: string | null; token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string };
  };
  /** The second factor of every sign-in of a super administrator: TOTP or a recovery code */
  'POST /api/v1/auth/superadmin/mfa': {
    params: undefined;
    query: undefined;
    body: { mfa_token: string; code: string };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at: string; updated_at: string | null; token: string; refresh_token: string; access_expires_at: string; refresh_expires_at: string; used_recovery_code: boolean; recovery_codes_left: number };
  };
  /** Wait up to 25 seconds for the end of the eID step; gives no tokens */
  'POST /api/v1/auth/superadmin/onboard/eid/poll': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string; sid: string; user_challenge_verifier?: string };
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; step: 'eid' | 'email'; reason?: string; scanned?: boolean; return_required?: boolean };
  };
  /** The QR text of this second, for the onboarding that started it */
  'POST /api/v1/auth/superadmin/onboard/eid/qr': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string; sid: string };
    data: { qr: string; expires_in: number; scanned: boolean };
  };
  /** Start the eID step by QR code or link */
  'POST /api/v1/auth/superadmin/onboard/eid/start': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string; callback_url?: string };
    data: { sid: string; qr: string; deep_link: string; verification_code: string; expires_at: string; state: 'PENDING' };
  };
  /** Start the eID step by a push to the person's registered device */
  'POST /api/v1/auth/superadmin/onboard/eid/start-id': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string; national_id: string };
    data: { sid: string; qr: string; deep_link: string; verification_code: string; expires_at: string; state: 'PENDING' };
  };
  /** Mail a one-time code to the invited address; at most five times */
  'POST /api/v1/auth/superadmin/onboard/email/send': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string };
    data: { step: 'email' };
  };
  /** Give the code from the mail; five tries, ten minutes */
  'POST /api/v1/auth/superadmin/onboard/email/verify': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string; code: string };
    data: { step: 'totp' };
  };
  /** Begin to become a super administrator: prove the social account that was invited */
  'POST /api/v1/auth/superadmin/onboard/social': {
    params: undefined;
    query: undefined;
    body: { code: string; redirect_uri: string; code_verifier?: string; nonce?: string };
    data: { onboard_token: string; email: string; step: 'eid' };
  };
  /** Where an onboarding stands, for a page that was loaded again */
  'POST /api/v1/auth/superadmin/onboard/state': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string };
    data: { step: 'eid' | 'email' | 'totp'; email: string; expires_at: string; code_sent: boolean };
  };
  /** A new secret for the authenticator app */
  'POST /api/v1/auth/superadmin/onboard/totp/init': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string };
    data: { secret: string; otpauth_url: string; step: 'totp' };
  };
  /** The last step: creates the account and its session, shows the recovery codes once */
  'POST /api/v1/auth/superadmin/onboard/totp/verify': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string; code: string };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at: string; updated_at: string | null; token: string; refresh_token: string; access_expires_at: string; refresh_expires_at: string; recovery_codes: (string)[]; step: 'done' };
  };
  /** Life and business events */
  'GET /api/v1/catalog/life-events': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; code: string; name: string; kind: 'life' | 'business'; description: string; description_en: string; lead_agency: string; lead_agency_en: string; eu_code: string; en_label: string; sort_order: number; created_at: string })[]; total: number };
  };
  /** Published services by name, or by how well they fit `q`; also as CPSV-AP linked data */
  'GET /api/v1/catalog/services': {
    params: undefined;
    query: { status?: string; authority?: string; life_event_id?: string; proactivity?: 'information' | 'online' | 'once_only' | 'proactive'; q?: string };
    body: undefined;
    data: { items: ({ id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] })[]; total: number };
  };
  /** One published service, with its evidences and its form */
  'GET /api/v1/catalog/services/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] };
  };
  /** Find an organisation in the national directory; every search is recorded */
  'GET /api/v1/core/organizations': {
    params: undefined;
    query: { search_text: string };
    body: undefined;
    data: { message?: string; id?: string; reg_no?: string; name?: string; short_name?: string; email?: string; phone_no?: string; address_detail?: string; country_name?: string; created_date?: string };
  };
  /** Find a person in the national directory; every search is recorded */
  'GET /api/v1/core/users': {
    params: undefined;
    query: { search_text: string };
    body: undefined;
    data: { message?: string; id?: string; reg_no?: string; family_name?: string; last_name?: string; first_name?: string; gender?: number; birth_date?: string; email?: string; phone_no?: string; address_detail?: string; country_name?: string };
  };
  /** Organisations that the application’s user represents */
  'GET /api/v1/eid-org/organizations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ org_etsi: string; org_register: string; org_name: string; org_name_en?: string; role?: string; right_type?: 'ADMIN' | 'MANAGER'; valid_from?: string; valid_to?: string })[]; total: number };
  };
  /** Signers of an organisation that the application’s user represents */
  'GET /api/v1/eid-org/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: { items: ({ person_etsi: string; reg_no?: string; name?: string; name_en?: string; role?: string; right_type: 'ADMIN' | 'MANAGER'; status: 'ACTIVE' | 'PENDING'; source: string; self: boolean })[]; total: number };
  };
  /** Sign-ins and signatures of the application’s user, newest first */
  'GET /api/v1/eid/activity': {
    params: undefined;
    query: { limit?: number; offset?: number };
    body: undefined;
    data: { counts: { authentication: number; signature: number }; sessions: ({ session_id?: string; flow: 'AUTHENTICATION' | 'SIGNATURE'; outcome: string; doc_text?: string; timestamp?: string })[]; total: number };
  };
  /** Certificates of the application’s user */
  'GET /api/v1/eid/certificates': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { counts: { valid: number; revoked: number; expired: number; suspended: number; total: number }; certificates: ({ document_number: string; type: 'AUTH' | 'SIGN' | 'SEAL'; serial_number: string; certificate_level: string; status: 'VALID' | 'REVOKED' | 'EXPIRED' | 'SUSPENDED'; not_before?: string; not_after?: string; issuer_dn?: string })[] };
  };
  /** Devices of the application’s user */
  'GET /api/v1/eid/devices': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { devices: ({ document_number: string; platform?: 'APNS' | 'FCM'; enrolled_at?: string; active: boolean; deactivated_at?: string })[]; active_count: number; total: number };
  };
  /** What the eID provider keeps of the application’s user, in numbers */
  'GET /api/v1/eid/summary': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { given_name?: string; surname?: string; certificates: { valid: number; revoked: number; expired: number; suspended: number; total: number }; activity: { authentication: number; signature: number }; devices_active: number; devices_total: number; representation_count: number };
  };
  /** Calls of applications, newest first */
  'GET /api/v1/gateway/logs': {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; method: string; path: string; status: number; latency_ms: number; client_ip: string; created_at: string })[]; total: number; total_capped?: true; next?: string };
  };
  /** The traffic of the last 24 hours in numbers */
  'GET /api/v1/gateway/overview': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { services: number; consumers: number; active_keys: number; requests_24h: number; errors_24h: number; rate_limited_24h: number; error_rate: number; avg_latency_ms: number; p95_latency_ms: number; status_buckets: ({ class: string; count: number })[]; top_paths: ({ path: string; count: number })[] };
  };
  /** Every service of the gateway, by name */
  'GET /api/v1/gateway/services': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; name: string; protocol: string; host: string; port: number; path: string; retries: number; connect_timeout_ms: number; max_body_bytes: number; tags: (string)[]; enabled: boolean; scope: string; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Register a service; applications are granted its scope, svc: and its name */
  'POST /api/v1/gateway/services': {
    params: undefined;
    query: undefined;
    body: { name: string; protocol?: 'http' | 'https'; host: string; port?: number; path?: string; retries?: number; connect_timeout_ms?: number; max_body_bytes?: number; tags?: (string)[]; enabled?: boolean };
    data: { id: string; name: string; protocol: string; host: string; port: number; path: string; retries: number; connect_timeout_ms: number; max_body_bytes: number; tags: (string)[]; enabled: boolean; scope: string; created_at: string; updated_at: string | null };
  };
  /** Replace a service; switching it off is effective at once */
  'PUT /api/v1/gateway/services/{id}': {
    params: { id: string };
    query: undefined;
    body: { name: string; protocol?: 'http' | 'https'; host: string; port?: number; path?: string; retries?: number; connect_timeout_ms?: number; max_body_bytes?: number; tags?: (string)[]; enabled?: boolean };
    data: { id: string; name: string; protocol: string; host: string; port: number; path: string; retries: number; connect_timeout_ms: number; max_body_bytes: number; tags: (string)[]; enabled: boolean; scope: string; created_at: string; updated_at: string | null };
  };
  /** Delete a service and every grant of it */
  'DELETE /api/v1/gateway/services/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Requests, errors and latency of a service over time */
  'GET /api/v1/gateway/services/{id}/traffic': {
    params: { id: string };
    query: { hours?: number };
    body: undefined;
    data: { service_id: string; name: string; hours: number; bucket_seconds: number; items: ({ at: string; requests: number; errors: number; p50_latency_ms: number; p95_latency_ms: number })[]; total: number };
  };
  /** What the calling application used of its limits today */
  'GET /api/v1/gateway/usage': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { client_id: string; rate: { per_minute: number; burst: number }; quota: { limit: number | null; used: number; left: number | null; resets_at: string }; services: ({ service: string; requests: number; errors: number; rate_limited: number })[] };
  };
  /** Own applications, newest first */
  'GET /api/v1/gov/applications': {
    params: undefined;
    query: { status?: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled' })[]; total: number; total_capped?: true; next?: string };
  };
  /** Apply for a service */
  'POST /api/v1/gov/applications': {
    params: undefined;
    query: undefined;
    body: { service_id: string; note?: string; payload?: Record<string, unknown> };
    data: { application: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled' }; reference: { id: string; type: string; title: string; reference_no: string; status: 'issued' | 'expired'; issued_at: string; valid_until: string | null; data: { holder: { full_name: string; full_name_en: string; civil_id: string | null }; service_code?: string; authority?: { mn: string; en: string }; purpose?: { mn: string; en: string }; statement?: { mn: string; en: string }; facts?: ({ name: string; label: { mn: string; en: string }; value: { mn: string; en: string } })[]; source?: { register: string; name: { mn: string; en: string }; keeper: { mn: string; en: string }; read_at: string } } } | null; auto_issued: boolean };
  };
  /** One of the own applications */
  'GET /api/v1/gov/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled' };
  };
  /** Withdraw an application */
  'POST /api/v1/gov/applications/{id}/cancel': {
    params: { id: string };
    query: undefined;
    body: { reason?: string };
    data: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled' };
  };
  /** The papers of an own application */
  'GET /api/v1/gov/applications/{id}/files': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; name: string; type: 'application/pdf' | 'image/png' | 'image/jpeg'; size_bytes: number; sha256: string; slot: string | null; created_at: string })[]; total: number };
  };
  /** Add a paper: the file itself as the body, its name as ?name=, the paper of the form it is for as ?slot= */
  'POST /api/v1/gov/applications/{id}/files': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Take a paper back while the application is open */
  'DELETE /api/v1/gov/applications/{id}/files/{file_id}': {
    params: { id: string; file_id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** The paper itself */
  'GET /api/v1/gov/applications/{id}/files/{file_id}': {
    params: { id: string; file_id: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Give what an officer asked for */
  'POST /api/v1/gov/applications/{id}/provide-info': {
    params: { id: string };
    query: undefined;
    body: { note?: string; evidence?: ({ name: string; reference?: string })[]; payload?: Record<string, unknown> };
    data: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled' };
  };
  /** What happened to an application, oldest first */
  'GET /api/v1/gov/applications/{id}/timeline': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; actor_role: 'user' | 'officer' | 'system'; from_status: string; to_status: string; type: 'created' | 'auto_fulfilled' | 'assigned' | 'info_requested' | 'info_provided' | 'info_note' | 'decided' | 'delivered' | 'cancelled' | 'sla_breached' | 'tacit_approved' | 'expired'; detail: string; changes: ({ field: string; before: unknown })[]; created_at: string })[]; total: number };
  };
  /** Own appointments by time */
  'GET /api/v1/gov/appointments': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; service_id: string | null; service_name: string; agency: string; location: string; scheduled_at: string; minutes: number; status: 'booked' | 'confirmed' | 'cancelled' | 'completed'; note: string; created_at: string })[]; total: number };
  };
  /** Book a place */
  'POST /api/v1/gov/appointments': {
    params: undefined;
    query: undefined;
    body: { scheduled_at: string; service_id?: string; location?: string; note?: string };
    data: { id: string; service_id: string | null; service_name: string; agency: string; location: string; scheduled_at: string; minutes: number; status: 'booked' | 'confirmed' | 'cancelled' | 'completed'; note: string; created_at: string };
  };
  /** The times of one day and the places left in each */
  'GET /api/v1/gov/appointments/slots': {
    params: undefined;
    query: { service_id?: string; date: string };
    body: undefined;
    data: { items: ({ starts_at: string; minutes: number; free: number })[]; total: number };
  };
  /** The appointment as a calendar file */
  'GET /api/v1/gov/appointments/{id}/calendar': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Give the place back */
  'POST /api/v1/gov/appointments/{id}/cancel': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; service_id: string | null; service_name: string; agency: string; location: string; scheduled_at: string; minutes: number; status: 'booked' | 'confirmed' | 'cancelled' | 'completed'; note: string; created_at: string };
  };
  /** Unfinished applications that can still be sent, the latest first */
  'GET /api/v1/gov/drafts': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ service_id: string; passport_id: string; service_code: string; service_name: string; updated_at: string })[]; total: number };
  };
  /** The unfinished application for a service */
  'GET /api/v1/gov/drafts/{service_id}': {
    params: { service_id: string };
    query: undefined;
    body: undefined;
    data: { service_id: string; note: string; payload: unknown; files: ({ id: string; name: string; type: 'application/pdf' | 'image/png' | 'image/jpeg'; size_bytes: number; sha256: string; slot: string | null; created_at: string })[]; step: 'answers' | 'papers' | 'review'; field: string; revision: number; updated_at: string };
  };
  /** Keep an unfinished application */
  'PUT /api/v1/gov/drafts/{service_id}': {
    params: { service_id: string };
    query: undefined;
    body: { note?: string; payload: Record<string, unknown>; step?: 'answers' | 'papers' | 'review'; field?: string };
    data: { service_id: string; note: string; payload: unknown; files: ({ id: string; name: string; type: 'application/pdf' | 'image/png' | 'image/jpeg'; size_bytes: number; sha256: string; slot: string | null; created_at: string })[]; step: 'answers' | 'papers' | 'review'; field: string; revision: number; updated_at: string };
  };
  /** Throw an unfinished application away, with its papers */
  'DELETE /api/v1/gov/drafts/{service_id}': {
    params: { service_id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Add a paper to an unfinished application: the file itself as the body, its name as ?name=, the paper of the form it is for as ?slot= */
  'POST /api/v1/gov/drafts/{service_id}/files': {
    params: { service_id: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Take a paper out of an unfinished application */
  'DELETE /api/v1/gov/drafts/{service_id}/files/{file_id}': {
    params: { service_id: string; file_id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Events of a life by their order, to find services by */
  'GET /api/v1/gov/life-events': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ code: string; name: string; kind: 'life' | 'business'; eu_code: string; en_label: string })[]; total: number };
  };
  /** Own notifications, newest first */
  'GET /api/v1/gov/notifications': {
    params: undefined;
    query: { unread?: 'true'; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: string; title: string; body: string; category: 'info' | 'success' | 'warning'; link?: string; read: boolean; created_at: string })[]; unread: number; total: number; total_capped?: true; next?: string };
  };
  /** Mark all as read */
  'POST /api/v1/gov/notifications/read-all': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { updated: number };
  };
  /** Whether letters are sent as well, and where to */
  'GET /api/v1/gov/notifications/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { email: boolean; address: string | null };
  };
  /** Ask for letters, or for none */
  'PUT /api/v1/gov/notifications/settings': {
    params: undefined;
    query: undefined;
    body: { email: boolean };
    data: { email: boolean; address: string | null };
  };
  /** Own notifications as they happen, as server-sent events */
  'GET /api/v1/gov/notifications/stream': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Mark one as read */
  'POST /api/v1/gov/notifications/{id}/read': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** What waits for a decision, by what is due first; everybody whom the page shows may see that */
  'GET /api/v1/gov/officer/queue': {
    params: undefined;
    query: { status?: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; assigned_to?: 'me'; q?: string; overdue?: 'true'; due_soon?: 'true'; unassigned?: 'true'; limit?: string; cursor?: string };
    body: undefined;
    data: { items: ({ id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled'; user_id: string; authority: string; assigned_to: string | null; assigned_at: string | null; assigned_until: string | null; decided_by: string | null; applicant: { full_name: string; civil_id: string | null } })[]; total: number; total_capped?: true; next?: string };
  };
  /** One case with its service, timeline and papers */
  'GET /api/v1/gov/officer/queue/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { application: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled'; user_id: string; authority: string; assigned_to: string | null; assigned_at: string | null; assigned_until: string | null; decided_by: string | null; applicant: { full_name: string; civil_id: string | null } }; service: { id: string; code: string; name: string; category: string; description: string; legal_basis: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; agency: string; processing_days: number; evidence: (string)[]; life_events: ({ code: string; name: string; kind: 'life' | 'business'; eu_code: string; en_label: string })[]; lifecycle: 'active' | 'deprecated' | 'withdrawn'; enabled: boolean; created_at: string; form: unknown } | null; events: ({ id: string; actor_role: 'user' | 'officer' | 'system'; from_status: string; to_status: string; type: 'created' | 'auto_fulfilled' | 'assigned' | 'info_requested' | 'info_provided' | 'info_note' | 'decided' | 'delivered' | 'cancelled' | 'sla_breached' | 'tacit_approved' | 'expired'; detail: string; changes: ({ field: string; before: unknown })[]; created_at: string })[]; files: ({ id: string; name: string; type: 'application/pdf' | 'image/png' | 'image/jpeg'; size_bytes: number; sha256: string; slot: string | null; created_at: string })[] };
  };
  /** Take a case */
  'POST /api/v1/gov/officer/queue/{id}/assign': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled'; user_id: string; authority: string; assigned_to: string | null; assigned_at: string | null; assigned_until: string | null; decided_by: string | null; applicant: { full_name: string; civil_id: string | null } };
  };
  /** What was granted was handed over */
  'POST /api/v1/gov/officer/queue/{id}/complete': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled'; user_id: string; authority: string; assigned_to: string | null; assigned_at: string | null; assigned_until: string | null; decided_by: string | null; applicant: { full_name: string; civil_id: string | null } };
  };
  /** Grant or refuse */
  'POST /api/v1/gov/officer/queue/{id}/decide': {
    params: { id: string };
    query: undefined;
    body: { approve: boolean; note?: string; result?: string };
    data: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled'; user_id: string; authority: string; assigned_to: string | null; assigned_at: string | null; assigned_until: string | null; decided_by: string | null; applicant: { full_name: string; civil_id: string | null } };
  };
  /** A paper of a case */
  'GET /api/v1/gov/officer/queue/{id}/files/{file_id}': {
    params: { id: string; file_id: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Ask the applicant for more; the clock stops */
  'POST /api/v1/gov/officer/queue/{id}/request-info': {
    params: { id: string };
    query: undefined;
    body: { note: string };
    data: { id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled'; user_id: string; authority: string; assigned_to: string | null; assigned_at: string | null; assigned_until: string | null; decided_by: string | null; applicant: { full_name: string; civil_id: string | null } };
  };
  /** How much waits, and how much of it is the caller’s */
  'GET /api/v1/gov/officer/stats': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { open: number; unassigned: number; mine: number; overdue: number; due_soon: number; waiting: number; awaiting_delivery: number };
  };
  /** What waits for the person, and what happened last */
  'GET /api/v1/gov/overview': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { open_applications: number; unread_notifications: number; unpaid_count: number; unpaid_amount: number; upcoming_count: number; issued_references: number; recent_applications: ({ id: string; service_id: string | null; service_code: string; service_name: string; reference_no: string; status: 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired'; result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed'; note: string; payload: unknown; evidence: ({ name: string; reference?: string; provided_at: string })[]; decision_note: string; due_at: string | null; fee_due_at: string | null; sla_breached: boolean; suspended: boolean; suspended_at: string | null; assigned: boolean; tacit: boolean; output_ref_id: string | null; decided_at: string | null; submitted_at: string; answered_at: string | null; updated_at: string | null; payment: 'none' | 'pending' | 'paid' | 'cancelled' })[]; upcoming_appointments: ({ id: string; service_id: string | null; service_name: string; agency: string; location: string; scheduled_at: string; minutes: number; status: 'booked' | 'confirmed' | 'cancelled' | 'completed'; note: string; created_at: string })[] };
  };
  /** What is owed, then what was paid */
  'GET /api/v1/gov/payments': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; title: string; category: 'tax' | 'fee' | 'fine'; amount: number; currency: 'MNT'; status: 'pending' | 'paid'; due_date: string | null; paid_at: string | null; created_at: string; application_id?: string; reference_no?: string; receipt_no?: string; checkout_url?: string; qr?: string })[]; total: number };
  };
  /** The payment provider reports what became of an invoice */
  'POST /api/v1/gov/payments/callback': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Begin to pay, or go on where it was left */
  'POST /api/v1/gov/payments/{id}/pay': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; title: string; category: 'tax' | 'fee' | 'fine'; amount: number; currency: 'MNT'; status: 'pending' | 'paid'; due_date: string | null; paid_at: string | null; created_at: string; application_id?: string; reference_no?: string; receipt_no?: string; checkout_url?: string; qr?: string };
  };
  /** The receipt of what was paid */
  'GET /api/v1/gov/payments/{id}/receipt': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { payment_id: string; receipt_no: string; title: string; category: 'tax' | 'fee' | 'fine'; amount: number; currency: 'MNT'; paid_at: string; payer: string; issuer: string; application_id?: string; reference_no?: string };
  };
  /** Own documents, newest first */
  'GET /api/v1/gov/references': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; type: string; title: string; reference_no: string; status: 'issued' | 'expired'; issued_at: string; valid_until: string | null; data: { holder: { full_name: string; full_name_en: string; civil_id: string | null }; service_code?: string; authority?: { mn: string; en: string }; purpose?: { mn: string; en: string }; statement?: { mn: string; en: string }; facts?: ({ name: string; label: { mn: string; en: string }; value: { mn: string; en: string } })[]; source?: { register: string; name: { mn: string; en: string }; keeper: { mn: string; en: string }; read_at: string } } })[]; total: number };
  };
  /** Get a certificate that a service gives automatically and free of charge */
  'POST /api/v1/gov/references': {
    params: undefined;
    query: undefined;
    body: { type: 'residence' | 'birth' | 'marriage' | 'tax' | 'social_ins' | 'health_ins' | 'criminal' };
    data: { id: string; type: string; title: string; reference_no: string; status: 'issued' | 'expired'; issued_at: string; valid_until: string | null; data: { holder: { full_name: string; full_name_en: string; civil_id: string | null }; service_code?: string; authority?: { mn: string; en: string }; purpose?: { mn: string; en: string }; statement?: { mn: string; en: string }; facts?: ({ name: string; label: { mn: string; en: string }; value: { mn: string; en: string } })[]; source?: { register: string; name: { mn: string; en: string }; keeper: { mn: string; en: string }; read_at: string } } };
  };
  /** The document as a PDF */
  'GET /api/v1/gov/references/{id}/document': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** What may be applied for, by category and name */
  'GET /api/v1/gov/services': {
    params: undefined;
    query: { q?: string; category?: string; life_event?: string };
    body: undefined;
    data: { items: ({ id: string; code: string; name: string; category: string; description: string; legal_basis: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; agency: string; processing_days: number; evidence: (string)[]; life_events: ({ code: string; name: string; kind: 'life' | 'business'; eu_code: string; en_label: string })[]; lifecycle: 'active' | 'deprecated' | 'withdrawn'; enabled: boolean; created_at: string })[]; total: number };
  };
  /** One service with its form, also when it is no longer offered */
  'GET /api/v1/gov/services/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; code: string; name: string; category: string; description: string; legal_basis: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; agency: string; processing_days: number; evidence: (string)[]; life_events: ({ code: string; name: string; kind: 'life' | 'business'; eu_code: string; en_label: string })[]; lifecycle: 'active' | 'deprecated' | 'withdrawn'; enabled: boolean; created_at: string; form: unknown };
  };
  /** Apps of the organisation in X-Org-Id */
  'GET /api/v1/installed-apps': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; app_id: string; slug: string; name: string; installed_version: string; status: 'installed' | 'disabled'; enabled: boolean; installed_at: string; auto_update: boolean; latest_version?: string; update_available: boolean; held_for?: string; held_reason?: string })[]; total: number };
  };
  /** Applications the person allowed something */
  'GET /api/v1/me/consents': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ client_id: string; client_name: string; scopes: (string)[]; granted_at: string; expires_at: string })[]; total: number };
  };
  /** Take back what an application was allowed; its tokens end at once */
  'DELETE /api/v1/me/consents/{client_id}': {
    params: { client_id: string };
    query: undefined;
    body: undefined;
    data: { client_id: string };
  };
  /** Set how the name is written in Latin letters */
  'PUT /api/v1/me/latin-name': {
    params: undefined;
    query: undefined;
    body: { first_name_en?: string; last_name_en?: string };
    data: { first_name_en: string; last_name_en: string };
  };
  /** Set how the name of an organisation is written in Latin letters */
  'PUT /api/v1/me/org-name-latin/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: { name_latin?: string };
    data: { name_latin: string };
  };
  /** Where the stamp of an organisation is, for its representatives */
  'GET /api/v1/me/orgstamp/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: { url: string };
  };
  /** Set the stamp of an organisation */
  'PUT /api/v1/me/orgstamp/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: { url: string };
    data: { url: string };
  };
  /** Remove the stamp of an organisation */
  'DELETE /api/v1/me/orgstamp/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: { url: string };
  };
  /** Where the image of the person’s signature is */
  'GET /api/v1/me/signature': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { url: string };
  };
  /** Set the image of the person’s signature */
  'PUT /api/v1/me/signature': {
    params: undefined;
    query: undefined;
    body: { url: string };
    data: { url: string };
  };
  /** Remove the image of the person’s signature */
  'DELETE /api/v1/me/signature': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { url: string };
  };
  /** Organisations the caller belongs to */
  'GET /api/v1/org/': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; reg_no: string; slug: string | null; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string | null; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Create an organisation; the caller becomes its owner */
  'POST /api/v1/org/': {
    params: undefined;
    query: undefined;
    body: { reg_no: string; name: string; name_latin?: string };
    data: { id: string; reg_no: string; slug: string | null; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string | null; created_at: string; updated_at: string | null };
  };
  /** Invitations to the caller that wait for an answer */
  'GET /api/v1/org/invitations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; org_id: string; organisation: string; organisation_latin: string; reg_no: string; verified: boolean; role: 'owner' | 'admin' | 'member'; created_at: string; expires_at: string })[]; total: number };
  };
  /** Join the organisation that the link of an invitation leads to */
  'POST /api/v1/org/invitations/accept': {
    params: undefined;
    query: undefined;
    body: { token: string };
    data: { id: string; reg_no: string; slug: string | null; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string | null; created_at: string; updated_at: string | null };
  };
  /** What the link of an invitation leads to */
  'POST /api/v1/org/invitations/open': {
    params: undefined;
    query: undefined;
    body: { token: string };
    data: { id: string; org_id: string; organisation: string; organisation_latin: string; reg_no: string; verified: boolean; role: 'owner' | 'admin' | 'member'; created_at: string; expires_at: string };
  };
  /** Accept an invitation; from now on members see the caller’s name and address */
  'POST /api/v1/org/invitations/{id}/accept': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; reg_no: string; slug: string | null; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string | null; created_at: string; updated_at: string | null };
  };
  /** Decline an invitation; the organisation is not told */
  'POST /api/v1/org/invitations/{id}/decline': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** What the state registry says of an organisation */
  'GET /api/v1/org/lookup/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: { reg_no: string; name: string; name_latin?: string; type: string; capital?: number; ceo?: string; ceo_position?: string; phone?: string; address?: string; industry: (string)[]; founders: ({ name: string; type: string; share_percent: number })[]; stake_holders: ({ name: string; position: string })[]; org_id?: string };
  };
  /** One organisation of the caller */
  'GET /api/v1/org/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; reg_no: string; slug: string | null; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string | null; created_at: string; updated_at: string | null };
  };
  /** Invitations that wait for an answer, for those who run the organisation */
  'GET /api/v1/org/{id}/invitations': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; org_id: string; role: 'owner' | 'admin' | 'member'; by: 'account' | 'register_number' | 'link'; user_id?: string; national_id?: string; created_at: string; expires_at: string })[]; total: number };
  };
  /** A link that makes one person a member; it is in this answer alone */
  'POST /api/v1/org/{id}/invitations': {
    params: { id: string };
    query: undefined;
    body: { role?: 'owner' | 'admin' | 'member' };
    data: { id: string; org_id: string; role: 'owner' | 'admin' | 'member'; by: 'account' | 'register_number' | 'link'; user_id?: string; national_id?: string; created_at: string; expires_at: string; link: string };
  };
  /** Withdraw an invitation */
  'DELETE /api/v1/org/{id}/invitations/{invitationID}': {
    params: { id: string; invitationID: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Members of an organisation, for its members */
  'GET /api/v1/org/{id}/members': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { items: ({ org_id: string; user_id: string; role: 'owner' | 'admin' | 'member'; full_name: string; email: string; created_at: string })[]; total: number };
  };
  /** Invite an account or the holder of a register number; says nothing of whether they are here */
  'POST /api/v1/org/{id}/members': {
    params: { id: string };
    query: undefined;
    body: { user_id?: string; national_id?: string; role?: 'owner' | 'admin' | 'member' };
    data: { id: string; org_id: string; role: 'owner' | 'admin' | 'member'; by: 'account' | 'register_number' | 'link'; user_id?: string; national_id?: string; created_at: string; expires_at: string };
  };
  /** Give a member another role; an owner keeps theirs, and becomes one by accepting */
  'PUT /api/v1/org/{id}/members/{userID}': {
    params: { id: string; userID: string };
    query: undefined;
    body: { role: 'owner' | 'admin' | 'member' };
    data: { org_id: string; user_id: string; role: 'owner' | 'admin' | 'member'; full_name: string; email: string; created_at: string };
  };
  /** Remove a member, or leave; the last owner stays */
  'DELETE /api/v1/org/{id}/members/{userID}': {
    params: { id: string; userID: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Which modules this platform has switched on */
  'GET /api/v1/platform/modules': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; kind: 'business'; enabled: boolean; ui_prefixes: (string)[] })[]; total: number };
  };
  /** What an application asks to be allowed */
  'GET /api/v1/provider/consent': {
    params: undefined;
    query: { consent_challenge: string };
    body: undefined;
    data: { challenge: string; client_id: string; client_name: string; requested_scope: (string)[]; subject_type: 'public' | 'pairwise'; subject: string; skip: boolean; reauthenticate: boolean };
  };
  /** Allow an application what it asked for, or a part of it */
  'POST /api/v1/provider/consent/accept': {
    params: undefined;
    query: undefined;
    body: { consent_challenge: string; grant_scope?: (string)[] };
    data: { redirect_to: string };
  };
  /** Refuse an application what it asked for */
  'POST /api/v1/provider/consent/reject': {
    params: undefined;
    query: undefined;
    body: { consent_challenge: string; reason?: string };
    data: { redirect_to: string };
  };
  /** Which application asks a person to sign in */
  'GET /api/v1/provider/login': {
    params: undefined;
    query: { login_challenge: string };
    body: undefined;
    data: { challenge: string; client_id: string; client_name: string; requested_scope: (string)[]; subject_type: 'public' | 'pairwise'; subject: string; skip: boolean; reauthenticate: boolean };
  };
  /** Let the application know who is signed in */
  'POST /api/v1/provider/login/accept': {
    params: undefined;
    query: undefined;
    body: { login_challenge: string };
    data: { redirect_to: string };
  };
  /** Call a sign-in for an application off */
  'POST /api/v1/provider/login/reject': {
    params: undefined;
    query: undefined;
    body: { login_challenge: string; reason?: string };
    data: { redirect_to: string };
  };
  /** Sign out of the provider, as an application asked */
  'POST /api/v1/provider/logout/accept': {
    params: undefined;
    query: undefined;
    body: { logout_challenge: string };
    data: { redirect_to: string };
  };
  /** Own role and permissions */
  'GET /api/v1/rbac/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { role: string; role_id: number; permissions: (string)[] };
  };
  /** Every permission there is */
  'GET /api/v1/rbac/permissions': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ key: string; label: string; category: string })[]; total: number };
  };
  /** Every role and what it may do */
  'GET /api/v1/rbac/roles': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: number; key: string; name: string; description: string; is_system: boolean; permissions: (string)[] })[]; total: number };
  };
  /** Make a role */
  'POST /api/v1/rbac/roles': {
    params: undefined;
    query: undefined;
    body: { name: string; key?: string; description?: string; permissions?: (string)[] };
    data: { id: number; key: string; name: string; description: string; is_system: boolean; permissions: (string)[] };
  };
  /** Rename a role, and replace its permissions where they are given */
  'PUT /api/v1/rbac/roles/{id}': {
    params: { id: number };
    query: undefined;
    body: { name: string; description?: string; permissions?: (string)[] };
    data: { id: number; key: string; name: string; description: string; is_system: boolean; permissions: (string)[] };
  };
  /** Delete a role that nobody holds */
  'DELETE /api/v1/rbac/roles/{id}': {
    params: { id: number };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Replace what a role may do */
  'PUT /api/v1/rbac/roles/{id}/permissions': {
    params: { id: number };
    query: undefined;
    body: { permissions: (string)[] };
    data: { id: number; key: string; name: string; description: string; is_system: boolean; permissions: (string)[] };
  };
  /** The catalogue as citizens see it */
  'GET /api/v1/registry/catalog': {
    params: undefined;
    query: { status?: string; authority?: string; life_event_id?: string; proactivity?: 'information' | 'online' | 'once_only' | 'proactive'; q?: string };
    body: undefined;
    data: { items: ({ id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] })[]; total: number };
  };
  /** Kinds of evidence */
  'GET /api/v1/registry/evidences': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; code: string; name: string; name_en: string; description: string; description_en: string; holder_agency: string; holder_agency_en: string; source_system: string; in_khur: boolean; khur_service_code: string; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Add a kind of evidence */
  'POST /api/v1/registry/evidences': {
    params: undefined;
    query: undefined;
    body: { code: string; name: string; name_en?: string; description?: string; description_en?: string; holder_agency?: string; holder_agency_en?: string; source_system?: string; in_khur?: boolean; khur_service_code?: string };
    data: { id: string; code: string; name: string; name_en: string; description: string; description_en: string; holder_agency: string; holder_agency_en: string; source_system: string; in_khur: boolean; khur_service_code: string; created_at: string; updated_at: string | null };
  };
  /** Change a kind of evidence */
  'PUT /api/v1/registry/evidences/{id}': {
    params: { id: string };
    query: undefined;
    body: { code?: string; name: string; name_en?: string; description?: string; description_en?: string; holder_agency?: string; holder_agency_en?: string; source_system?: string; in_khur?: boolean; khur_service_code?: string };
    data: { id: string; code: string; name: string; name_en: string; description: string; description_en: string; holder_agency: string; holder_agency_en: string; source_system: string; in_khur: boolean; khur_service_code: string; created_at: string; updated_at: string | null };
  };
  /** Delete a kind of evidence that no service asks for */
  'DELETE /api/v1/registry/evidences/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Life and business events */
  'GET /api/v1/registry/life-events': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; code: string; name: string; kind: 'life' | 'business'; description: string; description_en: string; lead_agency: string; lead_agency_en: string; eu_code: string; en_label: string; sort_order: number; created_at: string })[]; total: number };
  };
  /** Add a life or business event */
  'POST /api/v1/registry/life-events': {
    params: undefined;
    query: undefined;
    body: { code: string; name: string; kind?: 'life' | 'business'; description?: string; description_en?: string; lead_agency?: string; lead_agency_en?: string; eu_code?: string; en_label?: string; sort_order?: number };
    data: { id: string; code: string; name: string; kind: 'life' | 'business'; description: string; description_en: string; lead_agency: string; lead_agency_en: string; eu_code: string; en_label: string; sort_order: number; created_at: string };
  };
  /** Delete an event; services lose their link to it */
  'DELETE /api/v1/registry/life-events/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** What services ask of citizens although the state has it, the most frequent first */
  'GET /api/v1/registry/once-only': {
    params: undefined;
    query: { authority?: string };
    body: undefined;
    data: { items: ({ service_id: string; service_code: string; service_name: string; authority: string; service_status: 'draft' | 'published' | 'archived'; evidence_id: string; evidence_code: string; evidence_name: string; holder_agency: string; khur_service_code: string; annual_volume: number })[]; total: number };
  };
  /** The registry in figures */
  'GET /api/v1/registry/overview': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { total_services: number; published_services: number; draft_services: number; archived_services: number; life_events: number; evidences: number; evidences_in_khur: number; once_only_violations: number; once_only_annual_hits: number; by_proactivity: { information: number; online: number; once_only: number; proactive: number }; avg_max_days: number };
  };
  /** Service passports in every state; evidences and form are left out of the list */
  'GET /api/v1/registry/services': {
    params: undefined;
    query: { status?: 'draft' | 'published' | 'archived'; authority?: string; life_event_id?: string; proactivity?: 'information' | 'online' | 'once_only' | 'proactive'; q?: string };
    body: undefined;
    data: { items: ({ id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] })[]; total: number };
  };
  /** Begin a service passport */
  'POST /api/v1/registry/services': {
    params: undefined;
    query: undefined;
    body: { code: string; authority: string; authority_en?: string; authority_org_id?: string | null; target_group?: string; target_group_en?: string; output?: string; output_en?: string; keywords?: (string)[]; channels?: (string)[]; max_days?: number; steps_count?: number; annual_volume?: number; proactivity?: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id?: string | null; form?: { type: 'object'; properties: Record<string, { type: 'string' | 'number' | 'integer' | 'boolean' | 'array'; 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; 'x-when'?: { field: string; is: (string | boolean)[] }; 'x-required'?: boolean; minLength?: number; maxLength?: number; pattern?: string; 'x-pattern-help'?: { mn: string; en: string }; format?: 'date' | 'email'; 'x-earliest'?: string; 'x-latest'?: string; enum?: (string)[]; 'x-labels'?: Record<string, { mn: string; en: string }>; minimum?: number; maximum?: number; const?: true; 'x-unit'?: { mn: string; en: string }; 'x-widget'?: 'textarea' | 'radio'; 'x-prefill'?: 'last_name' | 'first_name' | 'national_id' | 'email'; minItems?: number; maxItems?: number; items?: { type: 'object'; properties: Record<string, { type: 'string' | 'number' | 'integer' | 'boolean'; 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; 'x-when'?: { field: string; is: (string | boolean)[] }; 'x-required'?: boolean; minLength?: number; maxLength?: number; pattern?: string; 'x-pattern-help'?: { mn: string; en: string }; format?: 'date' | 'email'; 'x-earliest'?: string; 'x-latest'?: string; enum?: (string)[]; 'x-labels'?: Record<string, { mn: string; en: string }>; minimum?: number; maximum?: number; const?: true; 'x-unit'?: { mn: string; en: string }; 'x-widget'?: 'textarea' | 'radio'; 'x-prefill'?: 'last_name' | 'first_name' | 'national_id' | 'email' }>; required?: (string)[]; additionalProperties: false; 'x-order': (string)[] }; 'x-entry-title'?: { mn: string; en: string } }>; required?: (string)[]; additionalProperties: false; 'x-sections': ({ 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; fields: (string)[] })[]; 'x-papers'?: ({ key: string; 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; accepts?: ('application/pdf' | 'image/png' | 'image/jpeg')[]; required: boolean; 'x-when'?: { field: string; is: (string | boolean)[] } })[] } | null; name: string; name_en?: string; category?: string; category_en?: string; description?: string; description_en?: string; legal_basis?: string; legal_basis_en?: string; fee?: number; payment_required_before?: 'review' | 'issue' | 'none'; processing_time?: string; cofog_code?: string; cofog_label?: string; main_activity?: string; sdg_code?: string; output_type?: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type?: string; assurance_level?: 'low' | 'substantial' | 'high'; fulfilment?: 'auto' | 'manual'; has_discretion?: boolean; has_assessment?: boolean; sla_hours?: number; tacit_approval?: boolean; online?: boolean; life_event_ids?: (string)[] };
    data: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] };
  };
  /** One service passport as it is being written */
  'GET /api/v1/registry/services/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] };
  };
  /** Replace a passport whole; citizens see it when it is published */
  'PUT /api/v1/registry/services/{id}': {
    params: { id: string };
    query: undefined;
    body: { code?: string; authority: string; authority_en?: string; authority_org_id?: string | null; target_group?: string; target_group_en?: string; output?: string; output_en?: string; keywords?: (string)[]; channels?: (string)[]; max_days?: number; steps_count?: number; annual_volume?: number; proactivity?: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id?: string | null; form?: { type: 'object'; properties: Record<string, { type: 'string' | 'number' | 'integer' | 'boolean' | 'array'; 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; 'x-when'?: { field: string; is: (string | boolean)[] }; 'x-required'?: boolean; minLength?: number; maxLength?: number; pattern?: string; 'x-pattern-help'?: { mn: string; en: string }; format?: 'date' | 'email'; 'x-earliest'?: string; 'x-latest'?: string; enum?: (string)[]; 'x-labels'?: Record<string, { mn: string; en: string }>; minimum?: number; maximum?: number; const?: true; 'x-unit'?: { mn: string; en: string }; 'x-widget'?: 'textarea' | 'radio'; 'x-prefill'?: 'last_name' | 'first_name' | 'national_id' | 'email'; minItems?: number; maxItems?: number; items?: { type: 'object'; properties: Record<string, { type: 'string' | 'number' | 'integer' | 'boolean'; 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; 'x-when'?: { field: string; is: (string | boolean)[] }; 'x-required'?: boolean; minLength?: number; maxLength?: number; pattern?: string; 'x-pattern-help'?: { mn: string; en: string }; format?: 'date' | 'email'; 'x-earliest'?: string; 'x-latest'?: string; enum?: (string)[]; 'x-labels'?: Record<string, { mn: string; en: string }>; minimum?: number; maximum?: number; const?: true; 'x-unit'?: { mn: string; en: string }; 'x-widget'?: 'textarea' | 'radio'; 'x-prefill'?: 'last_name' | 'first_name' | 'national_id' | 'email' }>; required?: (string)[]; additionalProperties: false; 'x-order': (string)[] }; 'x-entry-title'?: { mn: string; en: string } }>; required?: (string)[]; additionalProperties: false; 'x-sections': ({ 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; fields: (string)[] })[]; 'x-papers'?: ({ key: string; 'x-title': { mn: string; en: string }; 'x-help'?: { mn: string; en: string }; accepts?: ('application/pdf' | 'image/png' | 'image/jpeg')[]; required: boolean; 'x-when'?: { field: string; is: (string | boolean)[] } })[] } | null; name: string; name_en?: string; category?: string; category_en?: string; description?: string; description_en?: string; legal_basis?: string; legal_basis_en?: string; fee?: number; payment_required_before?: 'review' | 'issue' | 'none'; processing_time?: string; cofog_code?: string; cofog_label?: string; main_activity?: string; sdg_code?: string; output_type?: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type?: string; assurance_level?: 'low' | 'substantial' | 'high'; fulfilment?: 'auto' | 'manual'; has_discretion?: boolean; has_assessment?: boolean; sla_hours?: number; tacit_approval?: boolean; online?: boolean; life_event_ids?: (string)[]; expected_updated_at?: string | null };
    data: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] };
  };
  /** Delete a passport that is not published */
  'DELETE /api/v1/registry/services/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Withdraw a service; it can be restored */
  'POST /api/v1/registry/services/{id}/archive': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] };
  };
  /** Replace what a service asks for */
  'PUT /api/v1/registry/services/{id}/evidences': {
    params: { id: string };
    query: undefined;
    body: { evidences: ({ evidence_id: string; required?: boolean; from_citizen?: boolean; note?: string; note_en?: string })[]; expected_updated_at?: string | null };
    data: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] };
  };
  /** What one service asks for although the state has it */
  'GET /api/v1/registry/services/{id}/once-only': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { service_id: string; service_code: string; service_name: string; citizen_documents: number; violations: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[]; compliant: boolean; eligible_proactivity: 'information' | 'online' | 'once_only' | 'proactive' };
  };
  /** Show the passport as it is now to citizens, as its next version */
  'POST /api/v1/registry/services/{id}/publish': {
    params: { id: string };
    query: undefined;
    body: { change_note?: string };
    data: { id: string; service_id: string; version: number; snapshot: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] }; change_note: string; is_baseline: boolean; steps_count: number; documents_count: number; max_days: number; fee: number; delta_steps: number; delta_documents: number; delta_days: number; delta_fee: number; published_at: string; published_by: string | null };
  };
  /** Undo archiving: the passport is what it was before, and what was published is shown again */
  'POST /api/v1/registry/services/{id}/restore': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] };
  };
  /** Everything that was published of a service, newest first, measured against its first version */
  'GET /api/v1/registry/services/{id}/versions': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; service_id: string; version: number; snapshot: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] }; change_note: string; is_baseline: boolean; steps_count: number; documents_count: number; max_days: number; fee: number; delta_steps: number; delta_documents: number; delta_days: number; delta_fee: number; published_at: string; published_by: string | null })[]; total: number };
  };
  /** One published version, to lay beside another */
  'GET /api/v1/registry/services/{id}/versions/{version}': {
    params: { id: string; version: number };
    query: undefined;
    body: undefined;
    data: { id: string; service_id: string; version: number; snapshot: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] }; change_note: string; is_baseline: boolean; steps_count: number; documents_count: number; max_days: number; fee: number; delta_steps: number; delta_documents: number; delta_days: number; delta_fee: number; published_at: string; published_by: string | null };
  };
  /** What one service asks for although the state has it */
  'GET /api/v1/registry/{id}/once-only': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { service_id: string; service_code: string; service_name: string; citizen_documents: number; violations: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[]; compliant: boolean; eligible_proactivity: 'information' | 'online' | 'once_only' | 'proactive' };
  };
  /** Everything that was published of a service, newest first, measured against its first version */
  'GET /api/v1/registry/{id}/versions': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; service_id: string; version: number; snapshot: { id: string; code: string; authority: string; authority_en: string; authority_org_id: string | null; target_group: string; target_group_en: string; output: string; output_en: string; keywords: (string)[]; channels: (string)[]; max_days: number; steps_count: number; annual_volume: number; proactivity: 'information' | 'online' | 'once_only' | 'proactive'; life_event_id: string | null; form: unknown; name: string; name_en: string; category: string; category_en: string; description: string; description_en: string; legal_basis: string; legal_basis_en: string; fee: number; payment_required_before: 'review' | 'issue' | 'none'; processing_time: string; cofog_code: string; cofog_label: string; main_activity: string; sdg_code: string; output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit'; output_ref_type: string; assurance_level: 'low' | 'substantial' | 'high'; fulfilment: 'auto' | 'manual'; has_discretion: boolean; has_assessment: boolean; sla_hours: number; tacit_approval: boolean; online: boolean; life_event_ids: (string)[]; status: 'draft' | 'published' | 'archived'; demo: boolean; version: number; published_at: string | null; created_at: string; updated_at: string | null; evidences: ({ evidence_id: string; code: string; name: string; name_en: string; required: boolean; from_citizen: boolean; in_khur: boolean; once_only_violation: boolean; note: string; note_en: string })[] }; change_note: string; is_baseline: boolean; steps_count: number; documents_count: number; max_days: number; fee: number; delta_steps: number; delta_documents: number; delta_days: number; delta_fee: number; published_at: string; published_by: string | null })[]; total: number };
  };
  /** Suspicious activity, newest first; everybody whom it concerns may see who looked */
  'GET /api/v1/security/events': {
    params: undefined;
    query: { kind?: string; severity?: 'low' | 'medium' | 'high' | 'critical'; from?: string; to?: string; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; received_at: string; user_id?: string; kind: string; severity?: 'low' | 'medium' | 'high' | 'critical'; source?: string; user_agent?: string; ip?: string; detail?: unknown })[]; total: number; total_capped?: true; next?: string };
  };
  /** Report suspicious activity of or around the own session */
  'POST /api/v1/security/events': {
    params: undefined;
    query: undefined;
    body: { kind: string; severity?: 'low' | 'medium' | 'high' | 'critical'; source?: string; detail?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null>> };
    data: Record<string, never>;
  };
  /** How the site looks */
  'GET /api/v1/site/appearance': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { accent: string; font: 'inter' | 'serif' | 'system'; style: 'comfortable' | 'compact'; theme: 'light' | 'dark' | 'system'; updated_at?: string };
  };
  /** Change how the site looks */
  'PUT /api/v1/site/appearance': {
    params: undefined;
    query: undefined;
    body: { accent: string; font: 'inter' | 'serif' | 'system'; style: 'comfortable' | 'compact'; theme: 'light' | 'dark' | 'system' };
    data: { accent: string; font: 'inter' | 'serif' | 'system'; style: 'comfortable' | 'compact'; theme: 'light' | 'dark' | 'system'; updated_at?: string };
  };
  /** How people sign in here */
  'GET /api/v1/site/auth': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { mode: 'provider' | 'client'; sso_issuer: string; provider: boolean; social: boolean; superadmin_social: boolean };
  };
  /** How the platform is called; an empty field means the default */
  'GET /api/v1/site/branding': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { name: string; short_name: string; organization: string; logo: string; language: string };
  };
  /** The logo of the platform, as an image; 404 while it has the default one */
  'GET /api/v1/site/logo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Appearance and active theme in one answer; `theme` is null where none is active */
  'GET /api/v1/site/look': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { appearance: { accent: string; font: 'inter' | 'serif' | 'system'; style: 'comfortable' | 'compact'; theme: 'light' | 'dark' | 'system'; updated_at?: string }; theme: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } }; is_active: boolean; created_at: string; updated_at: string | null } | null };
  };
  /** End a sign-in with what the upstream provider sent back; a state is good once */
  'POST /api/v1/sso/callback': {
    params: undefined;
    query: undefined;
    body: { state: string; code: string; iss?: string };
    data: { token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string; sso_logout_ref?: string; user_id?: string; username?: string; user?: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at: string; updated_at: string | null }; next?: string; mfa_required?: boolean; mfa_token?: string };
  };
  /** Where to send the browser to end its session at the upstream provider; empty when there is none */
  'POST /api/v1/sso/logout': {
    params: undefined;
    query: undefined;
    body: { ref?: string };
    data: { sso_logout_url: string };
  };
  /** End a sign-in that a mobile application began at the upstream provider with PKCE */
  'POST /api/v1/sso/native': {
    params: undefined;
    query: undefined;
    body: { code: string; code_verifier: string; redirect_uri: string; nonce?: string };
    data: { token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string; sso_logout_ref?: string; user_id?: string; username?: string; user?: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at: string; updated_at: string | null }; next?: string; mfa_required?: boolean; mfa_token?: string };
  };
  /** Where to send the browser to sign in at the upstream provider */
  'POST /api/v1/sso/start': {
    params: undefined;
    query: undefined;
    body: { next?: string };
    data: { auth_url: string };
  };
  /** Apps the organisation in X-Org-Id may install or has installed */
  'GET /api/v1/store/apps': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; slug: string; name: string; description: string; icon_url: string; category: string; visibility: 'public' | 'private'; version: string; manifest: { id: string; name: string; version: string; type: 'module' | 'external'; external?: { launch_url: string; sso_client_id?: string; scopes: (string)[]; embed: 'new_tab' | 'iframe'; health_url?: string }; platform: string; dependencies: ({ id: string; version_constraint: string })[]; permissions: ({ code: string; name: string; description?: string; admin_only: boolean; default_roles: ('manager' | 'user')[] })[]; menus: ({ id: string; parent_id?: string; label: string; path?: string; external_url?: string; icon?: string; order: number })[]; publisher?: string; authors?: (string)[]; maintainers?: (string)[]; repository?: string; homepage?: string; license?: string; release_notes?: string; order?: number; chrome?: string; visibility: 'public' | 'private' }; translations?: { mn?: { name?: string; description?: string }; en?: { name?: string; description?: string } }; installed: boolean; enabled: boolean; installed_version?: string; latest_version: string; update_available: boolean })[]; total: number };
  };
  /** One app of the catalogue, for the organisation in X-Org-Id */
  'GET /api/v1/store/apps/{slug}': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: { id: string; slug: string; name: string; description: string; icon_url: string; category: string; visibility: 'public' | 'private'; version: string; manifest: { id: string; name: string; version: string; type: 'module' | 'external'; external?: { launch_url: string; sso_client_id?: string; scopes: (string)[]; embed: 'new_tab' | 'iframe'; health_url?: string }; platform: string; dependencies: ({ id: string; version_constraint: string })[]; permissions: ({ code: string; name: string; description?: string; admin_only: boolean; default_roles: ('manager' | 'user')[] })[]; menus: ({ id: string; parent_id?: string; label: string; path?: string; external_url?: string; icon?: string; order: number })[]; publisher?: string; authors?: (string)[]; maintainers?: (string)[]; repository?: string; homepage?: string; license?: string; release_notes?: string; order?: number; chrome?: string; visibility: 'public' | 'private' }; translations?: { mn?: { name?: string; description?: string }; en?: { name?: string; description?: string } }; installed: boolean; enabled: boolean; installed_version?: string; latest_version: string; update_available: boolean };
  };
  /** Allow or stop updates without asking; one that adds permissions is held all the same */
  'POST /api/v1/store/apps/{slug}/auto-update': {
    params: { slug: string };
    query: undefined;
    body: { enabled: boolean };
    data: { auto_update: boolean };
  };
  /** Switch an app off; refused while another needs it */
  'POST /api/v1/store/apps/{slug}/disable': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: { status: 'enabled' | 'disabled' };
  };
  /** Switch an app on */
  'POST /api/v1/store/apps/{slug}/enable': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: { status: 'enabled' | 'disabled' };
  };
  /** Releases of an app and what the organisation in X-Org-Id did with it */
  'GET /api/v1/store/apps/{slug}/history': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: { app_id: string; slug: string; name: string; installed_version?: string; latest_version?: string; timeline: ({ at: string; type: 'release' | 'installed' | 'upgraded' | 'held'; version: string; from?: string; kind?: string; summary?: string; details?: string; authors?: (string)[]; refs?: (string)[]; actor_id?: string; actor_name?: string; system: boolean; reason?: string; added?: (string)[] })[] };
  };
  /** Install an app and what it needs for the organisation in X-Org-Id */
  'POST /api/v1/store/apps/{slug}/install': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: { status: 'installed'; app: { id: string; app_id: string; slug: string; name: string; installed_version: string; status: 'installed' | 'disabled'; enabled: boolean; installed_at: string; auto_update: boolean; latest_version?: string; update_available: boolean; held_for?: string; held_reason?: string } };
  };
  /** Bring an app to its newest version; calling it agrees to what that version adds */
  'POST /api/v1/store/apps/{slug}/upgrade': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: { status: 'upgraded'; app: { id: string; app_id: string; slug: string; name: string; installed_version: string; status: 'installed' | 'disabled'; enabled: boolean; installed_at: string; auto_update: boolean; latest_version?: string; update_available: boolean; held_for?: string; held_reason?: string }; from: string; to: string };
  };
  /** Whether people the platform does not know may sign in */
  'GET /api/v1/superadmin/access-mode': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { mode: 'public' | 'private' };
  };
  /** Open the platform to everybody, or close it to people it does not know */
  'PUT /api/v1/superadmin/access-mode': {
    params: undefined;
    query: undefined;
    body: { mode: 'public' | 'private' };
    data: { mode: 'public' | 'private' };
  };
  /** Everybody who administers the platform */
  'GET /api/v1/superadmin/admins': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; active: boolean; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Register a person beforehand as an administrator */
  'POST /api/v1/superadmin/admins': {
    params: undefined;
    query: undefined;
    body: { register: string; first_name?: string; last_name?: string; first_name_en?: string; last_name_en?: string; email?: string };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Who would be made an administrator; changes nothing */
  'GET /api/v1/superadmin/admins/by-register': {
    params: undefined;
    query: { register: string };
    body: undefined;
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Make an administrator of a person who has signed in with eID */
  'POST /api/v1/superadmin/admins/by-register': {
    params: undefined;
    query: undefined;
    body: { register: string };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Make an administrator an ordinary person again; ends their sessions */
  'DELETE /api/v1/superadmin/admins/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Make somebody an administrator; ends their sessions */
  'PUT /api/v1/superadmin/admins/{id}/grant': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Invitations to become a super administrator, newest first */
  'GET /api/v1/superadmin/invites': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ email: string; invited_by: string | null; created_at: string; accepted_at: string | null; pending: boolean })[]; total: number };
  };
  /** Invite somebody to become a super administrator; grants nothing by itself */
  'POST /api/v1/superadmin/invites': {
    params: undefined;
    query: undefined;
    body: { email: string };
    data: { email: string; invited_by: string | null; created_at: string; accepted_at: string | null; pending: boolean };
  };
  /** Take an invitation back, and end an onboarding that is under way on it */
  'DELETE /api/v1/superadmin/invites/{email}': {
    params: { email: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** All themes */
  'GET /api/v1/themes/': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } }; is_active: boolean; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Add a theme */
  'POST /api/v1/themes/': {
    params: undefined;
    query: undefined;
    body: { name: string; config?: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } } };
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** The theme the site is drawn with */
  'GET /api/v1/themes/active': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** One theme */
  'GET /api/v1/themes/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** Change a theme; a config that is not given stays as it was */
  'PUT /api/v1/themes/{id}': {
    params: { id: string };
    query: undefined;
    body: { name: string; config?: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } } };
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** Delete a theme that is not active */
  'DELETE /api/v1/themes/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
  };
  /** Draw the site with this theme; exactly one is active */
  'PUT /api/v1/themes/{id}/active': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, string>; en?: Record<string, string> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** Every tool and skill with its parameters, and what commands may run and look at */
  'GET /api/v1/tools': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { diagnosis: { commands: (string)[]; roots: (string)[]; directories: (string)[]; files: (string)[] }; tools: ({ name: string; description: string; builtin: boolean; parameters: unknown })[] };
  };
  /** Runs an allowlisted diagnostic command on the host, without a shell. Allowed: uptime, df, free, uname, hostname, date, whoami, id, ps, ls, du, stat, head, tail, wc, cat. Send argv as an array, such as ["df", "-h", "/"]. Paths must lie inside the working directories or be one of: /, /var, /var/log, /var/log/apt, /proc/pressure, /proc/buddyinfo, /proc/cpuinfo, /proc/diskstats, /proc/filesystems, /proc/interrupts, /proc/loadavg, /proc/meminfo, /proc/partitions, /proc/softirqs, /proc/stat, /proc/swaps, /proc/uptime, /proc/version, /proc/vmstat, /proc/zoneinfo, /proc/pressure/cpu, /proc/pressure/io, /proc/pressure/memory, /proc/net/dev, /proc/net/sockstat, /proc/net/snmp, /proc/net/netstat, /proc/sys/fs/file-nr, /proc/sys/kernel/ostype, /proc/sys/kernel/osrelease, /proc/sys/kernel/pid_max, /var/log/syslog, /var/log/syslog.1, /var/log/messages, /var/log/kern.log, /var/log/kern.log.1, /var/log/dmesg, /var/log/boot.log, /var/log/dpkg.log, /var/log/alternatives.log, /var/log/apt/history.log, /var/log/apt/term.log, /var/log/dnf.log, /var/log/yum.log, /var/log/pacman.log. */
  'POST /api/v1/tools/execute_command': {
    params: undefined;
    query: undefined;
    body: { command?: string; argv?: (string)[]; cwd?: string };
    data: { argv: (string)[]; cwd: string; exitCode: number | null; signal: string | null; stdout: string; stderr: string; truncated: boolean; timedOut: boolean; durationMs: number };
  };
  /** Telemetry, resource usage (CPU, RAM, disk) and OS health of the host. */
  'POST /api/v1/tools/host_status': {
    params: undefined;
    query: undefined;
    body: { detailed?: boolean };
    data: { status: 'ok' | 'warn' | 'critical'; warnings: (string)[]; hostname: string; platform: string; release: string; arch: string; uptimeSeconds: number; timestamp: string; cpu: { model: string; cores: number; usagePercent: number; loadAvg: (number)[] }; memory: { totalBytes: number; usedBytes: number; freeBytes: number; usagePercent: number }; disk: ({ mount: string; totalBytes: number; usedBytes: number; freeBytes: number; usagePercent: number })[]; service: { version: string; nodeVersion: string; pid: number; uptimeSeconds: number; rssBytes: number; heapUsedBytes: number }; processes?: ({ pid: number; name: string; cpuPercent: number; memoryBytes: number })[]; network?: ({ name: string; family: 'IPv4' | 'IPv6'; address: string; internal: boolean; rxBytes?: number; txBytes?: number })[] };
  };
  /** The tools and skills of this moment as an OpenAPI document of their own, for assistants to import */
  'GET /api/v1/tools/openapi.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Changes platform name, logo, organisation details, language and system prompts at runtime. Without a field it only reads. */
  'POST /api/v1/tools/rebrand_system': {
    params: undefined;
    query: undefined;
    body: { name?: string; shortName?: string; organization?: string; logo?: string; language?: 'mn' | 'en' | ''; systemPromptMN?: string; systemPromptEN?: string };
    data: { branding: { name: string; shortName: string; organization: string; logo: string; language: string; systemPromptMN: string; systemPromptEN: string; updatedAt: string | null }; changed: (string)[] };
  };
  /** Records a learned rule, solution or insight into long-term memory. */
  'POST /api/v1/tools/record_insight': {
    params: undefined;
    query: undefined;
    body: { topic: string; content: string; confidence?: number };
    data: { id: string; topic: string; content: string; confidence: number; createdAt: string; updatedAt: string; created: boolean };
  };
  /** Searches the memory store for past solutions, preferences and knowledge insights. */
  'POST /api/v1/tools/search_memory': {
    params: undefined;
    query: undefined;
    body: { query: string; limit?: number };
    data: { query: string; limit: number; count: number; results: ({ id: string; topic: string; content: string; confidence: number; score: number; source: 'insight' | 'knowledge'; createdAt: string; updatedAt: string })[] };
  };
  /** Registers a new runtime tool from a command template. The program must be an allowed command; {{param}} placeholders become parameters of the new tool. */
  'POST /api/v1/tools/synthesize_skill': {
    params: undefined;
    query: undefined;
    body: { skillName: string; description: string; commandTemplate: string };
    data: { skillName: string; description: string; commandTemplate: string; argv: (string)[]; params: (string)[]; endpoint: string; createdAt: string; createdBy: string };
  };
  /** Call a skill that was registered with synthesize_skill */
  'POST /api/v1/tools/{skillName}': {
    params: { skillName: string };
    query: undefined;
    body: Record<string, unknown>;
    data: Record<string, unknown>;
  };
  /** Remove a skill; for administrators */
  'DELETE /api/v1/tools/{skillName}': {
    params: { skillName: string };
    query: undefined;
    body: undefined;
    data: { deleted: boolean };
  };
  /** The profile of the person signed in */
  'GET /api/v1/users/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { user: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; eid_proxy?: boolean; social?: { provider: string; email: string; email_verified: boolean; name: string; picture: string; linked_at: string }; created_at: string; updated_at: string | null } };
  };
  /** Who looked at the data of the person signed in, when and what for */
  'GET /api/v1/users/me/access-log': {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; occurred_at: string; first_at: string; by: { name?: string; role: string; office?: string }; purpose: string; purpose_text: string; matter?: { id: string; number: string; title: string } })[]; total: number; total_capped?: true; next?: string };
  };
  /** Sign-ins and signatures of the person with this platform, newest first */
  'GET /api/v1/users/me/eid/activity': {
    params: undefined;
    query: { limit?: number; offset?: number };
    body: undefined;
    data: { counts: { authentication: number; signature: number }; sessions: ({ session_id?: string; flow: 'AUTHENTICATION' | 'SIGNATURE'; outcome: string; doc_text?: string; timestamp?: string })[]; total: number };
  };
  /** The person’s certificates */
  'GET /api/v1/users/me/eid/certificates': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { counts: { valid: number; revoked: number; expired: number; suspended: number; total: number }; certificates: ({ document_number: string; type: 'AUTH' | 'SIGN' | 'SEAL'; serial_number: string; certificate_level: string; status: 'VALID' | 'REVOKED' | 'EXPIRED' | 'SUSPENDED'; not_before?: string; not_after?: string; issuer_dn?: string })[] };
  };
  /** The person’s devices */
  'GET /api/v1/users/me/eid/devices': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { devices: ({ document_number: string; platform?: 'APNS' | 'FCM'; enrolled_at?: string; active: boolean; deactivated_at?: string })[]; active_count: number; total: number };
  };
  /** The organisations the person represents */
  'GET /api/v1/users/me/eid/organizations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ org_etsi: string; org_register: string; org_name: string; org_name_en?: string; role?: string; right_type?: 'ADMIN' | 'MANAGER'; valid_from?: string; valid_to?: string })[]; total: number };
  };
  /** Link an organisation of which the state registry knows the person as chief executive or founder */
  'POST /api/v1/users/me/eid/organizations': {
    params: undefined;
    query: undefined;
    body: { reg_no: string };
    data: { items: ({ org_etsi: string; org_register: string; org_name: string; org_name_en?: string; role?: string; right_type?: 'ADMIN' | 'MANAGER'; valid_from?: string; valid_to?: string })[]; total: number };
  };
  /** Unlink an organisation */
  'DELETE /api/v1/users/me/eid/organizations/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: { items: ({ org_etsi: string; org_register: string; org_name: string; org_name_en?: string; role?: string; right_type?: 'ADMIN' | 'MANAGER'; valid_from?: string; valid_to?: string })[]; total: number };
  };
  /** Who may sign for an organisation the person represents */
  'GET /api/v1/users/me/eid/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: { items: ({ person_etsi: string; reg_no?: string; name?: string; name_en?: string; role?: string; right_type: 'ADMIN' | 'MANAGER'; status: 'ACTIVE' | 'PENDING'; source: string; self: boolean })[]; total: number };
  };
  /** Add a signer, who is asked to confirm with PIN2 */
  'POST /api/v1/users/me/eid/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: undefined;
    body: { signer_reg_no: string; role?: string };
    data: { signers: ({ person_etsi: string; reg_no?: string; name?: string; name_en?: string; role?: string; right_type: 'ADMIN' | 'MANAGER'; status: 'ACTIVE' | 'PENDING'; source: string; self: boolean })[]; pending_confirmation?: { signer_etsi: string; signer_reg_no?: string; session_id: string } };
  };
  /** Remove a signer */
  'DELETE /api/v1/users/me/eid/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: { signer: string };
    body: undefined;
    data: { items: ({ person_etsi: string; reg_no?: string; name?: string; name_en?: string; role?: string; right_type: 'ADMIN' | 'MANAGER'; status: 'ACTIVE' | 'PENDING'; source: string; self: boolean })[]; total: number };
  };
  /** Ask a signer who has not confirmed again */
  'POST /api/v1/users/me/eid/organizations/{regNo}/signers/resend': {
    params: { regNo: string };
    query: { signer: string };
    body: undefined;
    data: { signers: ({ person_etsi: string; reg_no?: string; name?: string; name_en?: string; role?: string; right_type: 'ADMIN' | 'MANAGER'; status: 'ACTIVE' | 'PENDING'; source: string; self: boolean })[]; pending_confirmation?: { signer_etsi: string; signer_reg_no?: string; session_id: string } };
  };
  /** What the eID provider keeps of the person, in numbers */
  'GET /api/v1/users/me/eid/summary': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { given_name?: string; surname?: string; certificates: { valid: number; revoked: number; expired: number; suspended: number; total: number }; activity: { authentication: number; signature: number }; devices_active: number; devices_total: number; representation_count: number };
  };
  /** A registered service, reached through the gateway */
  'GET /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** A registered service, reached through the gateway */
  'HEAD /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** A registered service, reached through the gateway */
  'POST /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** A registered service, reached through the gateway */
  'PUT /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** A registered service, reached through the gateway */
  'PATCH /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** A registered service, reached through the gateway */
  'DELETE /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** A registered service, reached through the gateway */
  'OPTIONS /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Whether the process lives; touches nothing else */
  'GET /health': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { status: boolean; message: string; platform_version: string };
  };
  /** The tools as an MCP server (streamable HTTP) */
  'GET /mcp': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The tools as an MCP server (streamable HTTP) */
  'POST /mcp': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The tools as an MCP server (streamable HTTP) */
  'DELETE /mcp': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Figures in the Prometheus text format */
  'GET /metrics': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** A browser asks to be signed in for an application */
  'GET /oauth2/auth': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The browser returns with a decision */
  'GET /oauth2/auth/{uid}': {
    params: { uid: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** What an own token is worth */
  'POST /oauth2/introspect': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** What an own token is worth */
  'OPTIONS /oauth2/introspect': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Leave an authorization request beforehand */
  'POST /oauth2/par': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Leave an authorization request beforehand */
  'OPTIONS /oauth2/par': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Give back an own token */
  'POST /oauth2/revoke': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Give back an own token */
  'OPTIONS /oauth2/revoke': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** An application asks to sign the person out */
  'GET /oauth2/sessions/logout': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Exchange a code, renew tokens, or act for the application itself */
  'POST /oauth2/token': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Exchange a code, renew tokens, or act for the application itself */
  'OPTIONS /oauth2/token': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Whether requests can be served: database, bus, migrations, sealing of the audit log */
  'GET /ready': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { status: boolean; checks: { database: string; bus: string; migrations: string; audit: string } };
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'GET /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'HEAD /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'POST /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'PUT /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'PATCH /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'DELETE /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'GET /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'HEAD /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'POST /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'PUT /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'PATCH /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The signature API of the eID provider, with the platform’s own credentials */
  'DELETE /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The API documentation as a page */
  'GET /swagger/': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** The OpenAPI document */
  'GET /swagger/doc.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Files of the documentation page */
  'GET /swagger/{file}': {
    params: { file: string };
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Claims of the person a token speaks for */
  'GET /userinfo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Claims of the person a token speaks for */
  'POST /userinfo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Claims of the person a token speaks for */
  'OPTIONS /userinfo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
  /** Whether a document is genuine */
  'GET /verify/{reference_no}': {
    params: { reference_no: string };
    query: { code?: string };
    body: undefined;
    data: { reference_no: string; type: string; title: string; status: 'issued' | 'expired'; issued_at: string; valid_until: string | null; issued_on: string; valid_until_on: string | null; authority: string | null; confirmed: boolean; holder: { full_name: string; full_name_en: string }; certified: { statement: string; purpose: string; facts: ({ name: string; label: string; value: string })[]; source: { register: string; keeper: string; read_at: string; read_on: string } } | null };
  };
}
