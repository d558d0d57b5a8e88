// Generated from the migrations by `npm run generate`; do not edit.
import type { ColumnType } from 'kysely';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Timestamp = ColumnType<string, string | Date, string | Date>;
type JsonColumn = ColumnType<Json, string, string>;
type Default<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export interface Schema {
  app_history: {
    id: Default<number>;
    org_id: string;
    slug: string;
    at: Timestamp;
    type: string;
    version: string;
    from_version: ColumnType<string | null, string | null | undefined, string | null>;
    actor_id: ColumnType<string | null, string | null | undefined, string | null>;
    reason: ColumnType<string | null, string | null | undefined, string | null>;
    added: Default<string[]>;
  };
  audit_head: {
    only_row: Default<boolean>;
    seq: number;
    chain_hash: string;
  };
  audit_log: {
    id: Default<number>;
    occurred_at: Timestamp;
    actor_user_id: ColumnType<string | null, string | null | undefined, string | null>;
    action: string;
    category: string;
    target: ColumnType<string | null, string | null | undefined, string | null>;
    request_id: ColumnType<string | null, string | null | undefined, string | null>;
    metadata: Default<JsonColumn>;
    seq: ColumnType<number | null, number | null | undefined, number | null>;
    prev_hash: ColumnType<string | null, string | null | undefined, string | null>;
    chain_hash: ColumnType<string | null, string | null | undefined, string | null>;
  };
  bus_events: {
    id: Default<number>;
    at: Default<Timestamp>;
    channel: string;
    payload: JsonColumn;
  };
  eid_push_attempts: {
    target_hash: string;
    at: Timestamp;
  };
  eid_sessions: {
    sid_hash: string;
    purpose: string;
    binding_hash: ColumnType<string | null, string | null | undefined, string | null>;
    sealed: ColumnType<string | null, string | null | undefined, string | null>;
    verification_code: string;
    state: Default<string>;
    reason: ColumnType<string | null, string | null | undefined, string | null>;
    scanned: Default<boolean>;
    target_user_id: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  idempotency_keys: {
    scope: string;
    row_id: string;
    key: string;
    body_hash: string;
    status: ColumnType<number | null, number | null | undefined, number | null>;
    reply: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Timestamp;
  };
  installed_apps: {
    id: Default<string>;
    org_id: string;
    app_id: string;
    slug: string;
    name: string;
    version: string;
    manifest: JsonColumn;
    enabled: Default<boolean>;
    auto_update: Default<boolean>;
    held_for: ColumnType<string | null, string | null | undefined, string | null>;
    held_reason: ColumnType<string | null, string | null | undefined, string | null>;
    installed_at: Timestamp;
    updated_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
  };
  login_events: {
    id: Default<number>;
    user_id: ColumnType<string | null, string | null | undefined, string | null>;
    method: string;
    outcome: string;
    reason: ColumnType<string | null, string | null | undefined, string | null>;
    ip: ColumnType<string | null, string | null | undefined, string | null>;
    user_agent: ColumnType<string | null, string | null | undefined, string | null>;
    is_new_device: Default<boolean>;
    created_at: Timestamp;
  };
  migrations: {
    name: string;
    checksum: string;
    applied_at: Default<Timestamp>;
  };
  organisation_assets: {
    reg_no: string;
    stamp_url: Default<string>;
    name_latin: Default<string>;
    updated_by: string;
    updated_at: Timestamp;
  };
  organisation_members: {
    org_id: string;
    user_id: string;
    role: string;
    created_at: Timestamp;
  };
  organisations: {
    id: Default<string>;
    reg_no: string;
    name: string;
    name_latin: Default<string>;
    verified: Default<boolean>;
    created_by: string;
    created_at: Timestamp;
    updated_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
  };
  permissions: {
    key: string;
    label: string;
    category: string;
  };
  platform_settings: {
    key: string;
    value: JsonColumn;
    updated_at: Timestamp;
  };
  rate_buckets: {
    key: string;
    tokens: number;
    updated_ms: number;
    granted: boolean;
  };
  role_approvals: {
    sid: string;
    user_id: string;
    role_id: number;
    granted_by: string;
    state: string;
    reason: ColumnType<string | null, string | null | undefined, string | null>;
    statement: ColumnType<string | null, string | null | undefined, string | null>;
    digest: ColumnType<string | null, string | null | undefined, string | null>;
    verification_code: ColumnType<string | null, string | null | undefined, string | null>;
    sealed: ColumnType<string | null, string | null | undefined, string | null>;
    signature: ColumnType<string | null, string | null | undefined, string | null>;
    certificate: ColumnType<string | null, string | null | undefined, string | null>;
    certificate_serial: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Timestamp;
    expires_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    ended_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
  };
  role_permissions: {
    role_id: number;
    permission: string;
  };
  roles: {
    id: Default<number>;
    key: string;
    name: string;
    description: Default<string>;
    is_system: Default<boolean>;
  };
  security_events: {
    id: Default<number>;
    received_at: Timestamp;
    user_id: ColumnType<string | null, string | null | undefined, string | null>;
    kind: string;
    severity: ColumnType<string | null, string | null | undefined, string | null>;
    source: ColumnType<string | null, string | null | undefined, string | null>;
    ip: ColumnType<string | null, string | null | undefined, string | null>;
    user_agent: ColumnType<string | null, string | null | undefined, string | null>;
    detail: ColumnType<Json | null, string | null | undefined, string | null>;
  };
  sessions: {
    id: string;
    user_id: string;
    method: string;
    current_jti: string;
    previous_jti: ColumnType<string | null, string | null | undefined, string | null>;
    rotated_at: Timestamp;
    created_at: Timestamp;
    expires_at: Timestamp;
    ended_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    end_reason: ColumnType<string | null, string | null | undefined, string | null>;
  };
  signature_images: {
    user_id: string;
    url: string;
    updated_at: Timestamp;
  };
  superadmin_accounts: {
    user_id: string;
    civil_id: string;
    national_id: ColumnType<string | null, string | null | undefined, string | null>;
    email: string;
    email_verified: boolean;
    social_issuer: string;
    social_subject: string;
    mfa_enabled: boolean;
    totp_secret: string;
    totp_last_step: number;
    recovery_codes: string;
    mfa_failures: Default<number>;
    mfa_failed_since: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    mfa_locked_until: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    invited_by: ColumnType<string | null, string | null | undefined, string | null>;
    onboarded_at: Timestamp;
  };
  superadmin_invites: {
    email: string;
    invited_by: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Timestamp;
    accepted_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
  };
  superadmin_mfa_proofs: {
    session_id: string;
    user_id: string;
    proven_at: Timestamp;
  };
  superadmin_mfa_tokens: {
    token_hash: string;
    user_id: string;
    expires_at: Timestamp;
  };
  superadmin_onboardings: {
    token_hash: string;
    email: string;
    step: Default<string>;
    social_issuer: string;
    social_subject: string;
    sealed_identity: ColumnType<string | null, string | null | undefined, string | null>;
    code_request_id: ColumnType<string | null, string | null | undefined, string | null>;
    code_sent_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    code_sends: Default<number>;
    code_tries: Default<number>;
    sealed_totp: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  themes: {
    id: Default<string>;
    name: string;
    config: Default<JsonColumn>;
    is_active: Default<boolean>;
    created_at: Timestamp;
    updated_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
  };
  users: {
    id: Default<string>;
    username: string;
    first_name: Default<string>;
    last_name: Default<string>;
    first_name_en: Default<string>;
    last_name_en: Default<string>;
    email: Default<string>;
    role_id: Default<number>;
    civil_id: ColumnType<string | null, string | null | undefined, string | null>;
    national_id: ColumnType<string | null, string | null | undefined, string | null>;
    ge_id: ColumnType<string | null, string | null | undefined, string | null>;
    active: Default<boolean>;
    deleted_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    kyc_level: ColumnType<string | null, string | null | undefined, string | null>;
    document_number: ColumnType<string | null, string | null | undefined, string | null>;
    cert_serial: ColumnType<string | null, string | null | undefined, string | null>;
    cert_not_before: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    cert_not_after: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    cert_issuer: ColumnType<string | null, string | null | undefined, string | null>;
    cert_key_type: ColumnType<string | null, string | null | undefined, string | null>;
    eid_verified_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    tokens_revoked_before: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    failed_logins: Default<number>;
    failed_since: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    locked_until: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
    created_at: Timestamp;
    updated_at: ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
  };
}
