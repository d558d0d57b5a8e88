// Generated from the OpenAPI document by `npm run generate`; do not edit.

export interface Operations {
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
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; reason?: string; scanned?: boolean; return_required?: boolean; mfa_required?: boolean; mfa_token?: string; social_link?: 'linked' | 'conflict'; id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; first_name_en?: string; last_name_en?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; civil_id?: string; ge_id?: string; active?: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at?: string; updated_at?: string | null; token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string };
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
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at: string; updated_at: string | null; token: string; refresh_token: string; access_expires_at: string; refresh_expires_at: string };
  };
  /** The state of a sign-in, at once */
  'GET /api/v1/auth/status/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; reason?: string; scanned?: boolean; return_required?: boolean; mfa_required?: boolean; mfa_token?: string; social_link?: 'linked' | 'conflict'; id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; first_name_en?: string; last_name_en?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; civil_id?: string; ge_id?: string; active?: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at?: string; updated_at?: string | null; token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string };
  };
  /** Set how the name is written in Latin letters */
  'PUT /api/v1/me/latin-name': {
    params: undefined;
    query: undefined;
    body: { first_name_en?: string; last_name_en?: string };
    data: { first_name_en: string; last_name_en: string };
  };
  /** Own role and permissions */
  'GET /api/v1/rbac/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { role: string; role_id: number; permissions: (string)[] };
  };
  /** How people sign in here */
  'GET /api/v1/site/auth': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { mode: 'provider' | 'client'; sso_issuer: string; provider: boolean };
  };
  /** The profile of the person signed in */
  'GET /api/v1/users/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { user: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at: string; updated_at: string | null } };
  };
  /** Whether the process lives; touches nothing else */
  'GET /health': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { status: boolean; message: string; platform_version: string };
  };
  /** Figures in the Prometheus text format */
  'GET /metrics': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: string;
  };
  /** Whether requests can be served: database, bus, migrations, sealing of the audit log */
  'GET /ready': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { status: boolean; checks: { database: string; bus: string; migrations: string; audit: string } };
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
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
  };
}
