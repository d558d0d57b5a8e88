// Generated from the OpenAPI document by `npm run generate`; do not edit.

export interface Operations {
  /** People, newest first; q looks for beginnings of names or usernames, or for a register number */
  'GET /api/v1/admin/users': {
    params: undefined;
    query: { offset: number; limit: number; role?: number; active?: boolean; q?: string };
    body: undefined;
    data: { items: ({ id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; ge_id?: string; active: boolean; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Register a person by register number, before their first sign-in */
  'POST /api/v1/admin/users': {
    params: undefined;
    query: undefined;
    body: { register: string; first_name?: string; last_name?: string; first_name_en?: string; last_name_en?: string; role_id?: number };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; ge_id?: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Set or take away a citizen number */
  'PUT /api/v1/admin/users/{id}': {
    params: { id: string };
    query: undefined;
    body: { ge_id: string | null };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; ge_id?: string; active: boolean; created_at: string; updated_at: string | null };
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
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; full_name_en: string; email: string; role_id: number; role: string; ge_id?: string; active: boolean; created_at: string; updated_at: string | null };
  };
  /** Give a role; for manager the person is asked for PIN2, and repeating the call tells how it stands */
  'PUT /api/v1/admin/users/{id}/role': {
    params: { id: string };
    query: undefined;
    body: { role_id: number };
    data: { id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; ge_id?: string; active?: boolean; created_at?: string; updated_at?: string | null; approval?: { sid: string; state: 'PENDING'; verification_code: string; expires_at: string } };
  };
  /** The audit log, newest first; looking at one person is itself recorded for that person */
  'GET /api/v1/audit/': {
    params: undefined;
    query: { action?: string; category?: string; actor?: string; target?: string; from?: string; to?: string; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; occurred_at: string; actor_user_id?: string; action: string; category: string; target?: string; request_id?: string; metadata: unknown; prev_hash?: string; chain_hash?: string })[]; next?: string };
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
    body: { sid: string; user_challenge_verifier?: string };
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; reason?: string; scanned?: boolean; return_required?: boolean; mfa_required?: boolean; mfa_token?: string; id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; first_name_en?: string; last_name_en?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; civil_id?: string; ge_id?: string; active?: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at?: string; updated_at?: string | null; token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string };
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
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; reason?: string; scanned?: boolean; return_required?: boolean; mfa_required?: boolean; mfa_token?: string; id?: string; username?: string; first_name?: string; last_name?: string; full_name?: string; first_name_en?: string; last_name_en?: string; full_name_en?: string; email?: string; role_id?: number; role?: string; civil_id?: string; ge_id?: string; active?: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at?: string; updated_at?: string | null; token?: string; refresh_token?: string; access_expires_at?: string; refresh_expires_at?: string };
  };
  /** The second factor of every sign-in of a super administrator: TOTP or a recovery code */
  'POST /api/v1/auth/superadmin/mfa': {
    params: undefined;
    query: undefined;
    body: { mfa_token: string; code: string };
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at: string; updated_at: string | null; token: string; refresh_token: string; access_expires_at: string; refresh_expires_at: string; used_recovery_code: boolean; recovery_codes_left: number };
  };
  /** Wait up to 25 seconds for the end of the eID step; gives no tokens */
  'POST /api/v1/auth/superadmin/onboard/eid/poll': {
    params: undefined;
    query: undefined;
    body: { onboard_token: string; sid: string; user_challenge_verifier?: string };
    data: { state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED'; step: 'eid' | 'email'; reason?: string; scanned?: boolean; return_required?: boolean };
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
    data: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at: string; updated_at: string | null; token: string; refresh_token: string; access_expires_at: string; refresh_expires_at: string; recovery_codes: (string)[]; step: 'done' };
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
  /** Apps of the organisation in X-Org-Id */
  'GET /api/v1/installed-apps': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { items: ({ id: string; app_id: string; slug: string; name: string; installed_version: string; status: 'installed' | 'disabled'; enabled: boolean; installed_at: string; auto_update: boolean; latest_version?: string; update_available: boolean; held_for?: string; held_reason?: string })[]; total: number };
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
    data: { items: ({ id: string; reg_no: string; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Create an organisation; the caller becomes its owner */
  'POST /api/v1/org/': {
    params: undefined;
    query: undefined;
    body: { reg_no: string; name: string; name_latin?: string };
    data: { id: string; reg_no: string; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string; created_at: string; updated_at: string | null };
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
    data: { id: string; reg_no: string; name: string; name_latin: string; verified: boolean; my_role: 'owner' | 'admin' | 'member'; created_by: string; created_at: string; updated_at: string | null };
  };
  /** Members of an organisation, for its members */
  'GET /api/v1/org/{id}/members': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { items: ({ org_id: string; user_id: string; role: 'owner' | 'admin' | 'member'; full_name: string; email: string; created_at: string })[]; total: number };
  };
  /** Make a person a member; only an owner makes owners */
  'POST /api/v1/org/{id}/members': {
    params: { id: string };
    query: undefined;
    body: { user_id: string; role?: 'owner' | 'admin' | 'member' };
    data: { org_id: string; user_id: string; role: 'owner' | 'admin' | 'member'; full_name: string; email: string; created_at: string };
  };
  /** Give a member another role; an owner keeps theirs */
  'PUT /api/v1/org/{id}/members/{userID}': {
    params: { id: string; userID: string };
    query: undefined;
    body: { role: 'owner' | 'admin' | 'member' };
    data: { org_id: string; user_id: string; role: 'owner' | 'admin' | 'member'; full_name: string; email: string; created_at: string };
  };
  /** Remove a member, or leave; an owner stays */
  'DELETE /api/v1/org/{id}/members/{userID}': {
    params: { id: string; userID: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
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
  /** Suspicious activity, newest first */
  'GET /api/v1/security/events': {
    params: undefined;
    query: { kind?: string; severity?: 'low' | 'medium' | 'high' | 'critical'; from?: string; to?: string; limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; received_at: string; user_id?: string; kind: string; severity?: 'low' | 'medium' | 'high' | 'critical'; source?: string; user_agent?: string; ip?: string; detail?: unknown })[]; next?: string };
  };
  /** Report suspicious activity of or around the own session */
  'POST /api/v1/security/events': {
    params: undefined;
    query: undefined;
    body: { kind: string; severity?: 'low' | 'medium' | 'high' | 'critical'; source?: string; detail?: Record<string, never> };
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
    body: { accent: string; font: string; style: string; theme: string };
    data: { accent: string; font: 'inter' | 'serif' | 'system'; style: 'comfortable' | 'compact'; theme: 'light' | 'dark' | 'system'; updated_at?: string };
  };
  /** How people sign in here */
  'GET /api/v1/site/auth': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { mode: 'provider' | 'client'; sso_issuer: string; provider: boolean };
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
    data: { items: ({ id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } }; is_active: boolean; created_at: string; updated_at: string | null })[]; total: number };
  };
  /** Add a theme */
  'POST /api/v1/themes/': {
    params: undefined;
    query: undefined;
    body: { name: string; config?: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } } };
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** The theme the site is drawn with */
  'GET /api/v1/themes/active': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** One theme */
  'GET /api/v1/themes/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** Change a theme; a config that is not given stays as it was */
  'PUT /api/v1/themes/{id}': {
    params: { id: string };
    query: undefined;
    body: { name: string; config?: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } } };
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } }; is_active: boolean; created_at: string; updated_at: string | null };
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
    data: { id: string; name: string; config: { appearance?: { mode?: 'light' | 'dark' | 'system'; font?: 'inter' | 'serif' | 'system'; style?: 'comfortable' | 'compact'; colors?: { bg?: string; surface?: string; surface2?: string; fg?: string; muted?: string; border?: string; borderStrong?: string; primary?: string; gold?: string; success?: string; danger?: string; lpNavy?: string; lpHeader?: string } }; landing?: { mn?: Record<string, never>; en?: Record<string, never> } }; is_active: boolean; created_at: string; updated_at: string | null };
  };
  /** The profile of the person signed in */
  'GET /api/v1/users/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: { user: { id: string; username: string; first_name: string; last_name: string; full_name: string; first_name_en: string; last_name_en: string; full_name_en: string; email: string; role_id: number; role: string; civil_id?: string; ge_id?: string; active: boolean; eid?: { civil_id?: string; national_id?: string; kyc_level?: string; document_number?: string; certificate?: { serial: string; not_before: string; not_after: string; issuer: string; key_type: string } }; created_at: string; updated_at: string | null } };
  };
  /** Who looked at the data of the person signed in, when and what for */
  'GET /api/v1/users/me/access-log': {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    data: { items: ({ id: number; occurred_at: string; by: { name?: string; role: string; office?: string }; purpose: string; purpose_text: string })[]; next?: string };
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
