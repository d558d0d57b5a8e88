// Generated from the OpenAPI document by `npm run generate`; do not edit.

export interface AccessMode {
  mode: 'public' | 'private';
}

export interface ActingParty {
  id: Id;
  kind: 'organisation' | 'person' | 'child';
  name: string;
  name_en: string;
  number: string;
  /** What the registers say about the party; forms do not ask for it */
  facts: {
    last_name?: string;
    first_name?: string;
    national_id?: string;
    birth_date?: string;
    organisation_name?: string;
    organisation_number?: string;
  };
  right: 'owner' | 'admin' | 'parent' | 'authorisation';
  purposes: ('view' | 'apply' | 'pay' | 'book' | 'sign')[];
  until: string | null;
}

export interface ActingPartyList {
  items: ActingParty[];
  total: number;
  incomplete: boolean;
}

export interface AdminApiCaller {
  name: string;
  env: boolean;
}

export interface AdminKey {
  id: string;
  name: string;
  display: string;
  surfaces?: string[];
  scopes?: string[];
  expires_at?: string;
  created_at?: string;
  last_used_at?: string;
  secret?: string;
}

export interface AdminKeyList {
  items: AdminKey[];
  total: number;
}

export interface AdminMembership {
  id: Id;
  name: string;
  name_latin: string;
  reg_no: string;
  verified: boolean;
  role: MemberRole;
}

export interface AdminSession {
  id: Id;
  method: 'eid' | 'social' | 'sso' | 'mfa';
  browser: string;
  system: string;
  ip: string;
  created_at: Timestamp;
  used_at: Timestamp;
  expires_at: Timestamp;
}

export interface AdminUser {
  id: Id;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  authorities: string[];
  authority_ids: string[];
  ge_id?: string;
}

export interface AdminUserActiveBody {
  active: boolean;
  /** An administrator accepts that only administrators see the cases from then on */
  confirm_unattended?: boolean;
}

export interface AdminUserAuthoritiesBody {
  authorities: string[];
  /** An administrator accepts that only administrators see the cases from then on */
  confirm_unattended?: boolean;
}

export interface AdminUserBody {
  register: string;
  first_name?: string;
  last_name?: string;
  first_name_en?: string;
  last_name_en?: string;
  role_id?: number;
  authorities?: string[];
}

export interface AdminUserDetail {
  id: Id;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  authorities: string[];
  authority_ids: string[];
  ge_id?: string;
  locked_until?: Timestamp;
  last_sign_in_at?: Timestamp;
  permissions: string[];
  sessions?: AdminSession[];
  applications?: Consent[];
  organisations?: AdminMembership[];
  role_history?: AuditHistoryLine[];
  desk?: {
    held: number;
    authorities: ({
      id: Id;
      name: string;
      name_en: string;
      cases: number;
      other_officers: number;
    })[];
  };
}

export interface AdminUserGeIdBody {
  ge_id: string | null;
  confirm_reuse?: boolean;
}

export interface AdminUserPage {
  items: AdminUser[];
  total: number;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface AdminUserRoleBody {
  role_id: number;
  authorities?: string[];
  /** An administrator accepts that only administrators see the cases from then on */
  confirm_unattended?: boolean;
}

export type AdminUserRoleOutcome = AdminUser | {
  approval: Approval;
};

/** Announcement to everybody */
export interface Announcement {
  id: Id;
  kind: 'news' | 'disruption' | 'maintenance';
  title: string;
  title_en: string;
  body: string;
  body_en: string;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  read_only: boolean;
  updated_at: Timestamp;
}

/** Announcement to show */
export interface AnnouncementBody {
  kind: 'news' | 'disruption' | 'maintenance';
  title: string;
  title_en: string;
  body: string;
  body_en: string;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  /** Maintenance during which nothing can be changed */
  read_only?: boolean;
}

export interface AnnouncementList {
  items: Announcement[];
  total: number;
}

export interface AppHistory {
  app_id: string;
  slug: string;
  name: string;
  installed_version?: string;
  latest_version?: string;
  timeline: ({
    at: Timestamp;
    type: 'release' | 'installed' | 'upgraded' | 'held';
    version: string;
    from?: string;
    kind?: string;
    summary?: string;
    details?: string;
    authors?: string[];
    refs?: string[];
    actor_id?: Id;
    actor_name?: string;
    system: boolean;
    reason?: string;
    added?: string[];
  })[];
}

export interface AppManifest {
  id: string;
  name: string;
  version: string;
  type: 'module' | 'external';
  external?: {
    launch_url: string;
    sso_client_id?: string;
    scopes: string[];
    embed: 'new_tab' | 'iframe';
    health_url?: string;
  };
  platform: string;
  dependencies: ({
    id: string;
    version_constraint: string;
  })[];
  permissions: ({
    code: string;
    name: string;
    description?: string;
    admin_only: boolean;
    default_roles: ('manager' | 'user')[];
  })[];
  menus: ({
    id: string;
    parent_id?: string;
    label: string;
    path?: string;
    external_url?: string;
    icon?: string;
    order: number;
  })[];
  publisher?: string;
  authors?: string[];
  maintainers?: string[];
  repository?: string;
  homepage?: string;
  license?: string;
  release_notes?: string;
  order?: number;
  chrome?: string;
  visibility: 'public' | 'private';
}

export interface AppSwitch {
  status: 'enabled' | 'disabled';
}

export interface AppWords {
  name?: string;
  description?: string;
}

export interface Appearance {
  accent: string;
  font: 'inter' | 'serif' | 'system';
  style: 'comfortable' | 'compact';
  theme: 'light' | 'dark' | 'system';
  updated_at?: Timestamp;
}

export interface AppearanceBody {
  accent: string;
  font: 'inter' | 'serif' | 'system';
  style: 'comfortable' | 'compact';
  theme: 'light' | 'dark' | 'system';
}

export interface ApplicableService {
  id: Id;
  code: string;
  name: string;
  category: string;
  description: string;
  legal_basis: string;
  fee: number;
  payment_required_before: 'review' | 'issue' | 'none';
  processing_time: string;
  cofog_code: string;
  cofog_label: string;
  main_activity: string;
  sdg_code: string;
  output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit';
  output_ref_type: string;
  assurance_level: 'low' | 'substantial' | 'high';
  fulfilment: 'auto' | 'manual';
  has_discretion: boolean;
  has_assessment: boolean;
  sla_hours: number;
  tacit_approval: boolean;
  decision_signature: boolean;
  online: boolean;
  applicants: string[];
  authority_id: Id;
  processing_days: number;
  evidence: string[];
  life_events: ServiceLifeEvent[];
  agency: string;
  lifecycle: 'active' | 'deprecated' | 'withdrawn';
  enabled: boolean;
  created_at: Timestamp;
}

export interface ApplicableServiceDetail {
  id: Id;
  code: string;
  name: string;
  category: string;
  description: string;
  legal_basis: string;
  fee: number;
  payment_required_before: 'review' | 'issue' | 'none';
  processing_time: string;
  cofog_code: string;
  cofog_label: string;
  main_activity: string;
  sdg_code: string;
  output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit';
  output_ref_type: string;
  assurance_level: 'low' | 'substantial' | 'high';
  fulfilment: 'auto' | 'manual';
  has_discretion: boolean;
  has_assessment: boolean;
  sla_hours: number;
  tacit_approval: boolean;
  decision_signature: boolean;
  online: boolean;
  applicants: string[];
  authority_id: Id;
  processing_days: number;
  evidence: string[];
  life_events: ServiceLifeEvent[];
  agency: string;
  lifecycle: 'active' | 'deprecated' | 'withdrawn';
  enabled: boolean;
  created_at: Timestamp;
  version: number;
  form: ServiceForm | null;
}

export interface ApplicableServiceList {
  items: ApplicableService[];
  total: number;
}

export interface Application {
  id: Id;
  on_behalf_of?: ApplicationOnBehalfOf;
  service_id: string | null;
  service_code: string;
  service_name: string;
  service_version: number | null;
  reference_no: string;
  status: ApplicationStatus;
  result: ApplicationResult;
  note: string;
  payload: JsonObject;
  evidence: ApplicationEvidence[];
  decision_note: string;
  due_at: string | null;
  fee_due_at: string | null;
  sla_breached: boolean;
  suspended: boolean;
  suspended_at: string | null;
  info_due_at: string | null;
  assigned: boolean;
  tacit: boolean;
  signature_required: boolean;
  output_ref_id: string | null;
  decided_at: string | null;
  submitted_at: Timestamp;
  answered_at: string | null;
  updated_at: string | null;
  fee: number;
  payment: 'none' | 'pending' | 'paid' | 'cancelled';
}

export interface ApplicationApprovalBody {
  approve: boolean;
  reason?: string;
  seen?: Timestamp;
}

export interface ApplicationCalls {
  bucket_seconds: number;
  rate: GatewayRate;
  quota: GatewayQuota;
  items: GatewayTrafficPoint[];
  total: number;
  services: ({
    service: string;
    requests: number;
    refused: number;
    errors: number;
    rate_limited: number;
    avg_latency_ms: number;
    /** Interpolated within fixed classes of latency (1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 350, 500, 750 ms and 1, 2, 5, 10, 30 s): the error is at most the width of the class, and the value never exceeds the slowest call */
    p95_latency_ms: number;
  })[];
}

export interface ApplicationCredentials {
  secrets: ({
    id: string;
    created_at: Timestamp;
    ends_at: Timestamp | null;
    last_use: CredentialUse | null;
  })[];
  keys: ({
    id: string;
    alg: string;
    last_use: CredentialUse | null;
  })[];
}

export interface ApplicationEndBody {
  /** End it although it was used within the last 24 hours */
  even_if_used?: boolean;
}

export interface ApplicationEvent {
  id: Id;
  actor_role: 'user' | 'officer' | 'system';
  actor_name: string;
  from_status: string;
  to_status: string;
  type: 'created' | 'auto_fulfilled' | 'assigned' | 'reassigned' | 'released' | 'info_requested' | 'info_provided' | 'info_note' | 'info_withdrawn' | 'decided' | 'delivered' | 'cancelled' | 'sla_breached' | 'tacit_approved' | 'expired';
  detail: string;
  changes: ({
    field: string;
    before: unknown;
  })[];
  created_at: Timestamp;
}

export interface ApplicationEventList {
  items: ApplicationEvent[];
  total: number;
}

export interface ApplicationEvidence {
  name: string;
  reference?: string;
  provided_at: Timestamp;
}

export interface ApplicationFile {
  id: Id;
  name: string;
  type: 'application/pdf' | 'image/png' | 'image/jpeg';
  size_bytes: number;
  sha256: string;
  slot: string | null;
  state: 'ready' | 'waiting' | 'infected' | 'unscannable';
  reason?: string;
  uploaded_by?: string;
  created_at: Timestamp;
}

export interface ApplicationFileList {
  items: ApplicationFile[];
  total: number;
}

export interface ApplicationOnBehalfOf {
  party_id: Id;
  kind: 'organisation' | 'person' | 'child';
  name: string;
  filed_by: string;
}

export interface ApplicationOwner {
  user_id: Id;
  name: string;
  added_at: Timestamp;
}

export interface ApplicationPage {
  items: Application[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export type ApplicationResult = '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed';

export interface ApplicationSignIns {
  bucket_seconds: number;
  items: ({
    at: Timestamp;
    sign_ins: number;
    tokens: number;
    refused: number;
  })[];
  total: number;
  refusals: ({
    reason: string;
    count: number;
  })[];
}

export type ApplicationStatus = 'submitted' | 'registered' | 'in_review' | 'info_required' | 'approved' | 'rejected' | 'completed' | 'cancelled' | 'expired';

export interface ApplyBody {
  service_id: Id;
  note?: string;
  payload?: Record<string, unknown>;
  facts?: Id[];
  draft_revision?: number;
  service_version?: number;
}

export interface Appointment {
  id: Id;
  service_id: Id | null;
  application_id: Id | null;
  service_name: string;
  agency: string;
  authority_id: Id | null;
  location: string;
  scheduled_at: Timestamp;
  minutes: number;
  status: 'booked' | 'confirmed' | 'cancelled' | 'completed';
  note: string;
  booked_by: string;
  created_at: Timestamp;
}

export interface AppointmentBody {
  scheduled_at: string;
  service_id?: Id;
  application_id?: Id;
  location?: string;
  note?: string;
}

export interface AppointmentList {
  items: Appointment[];
  total: number;
}

export interface AppointmentSlot {
  starts_at: Timestamp;
  minutes: number;
  free: number;
}

export interface AppointmentSlotList {
  items: AppointmentSlot[];
  total: number;
}

export interface Approval {
  sid: string;
  state: 'PENDING';
  verification_code: string;
  expires_at: Timestamp;
}

export interface AssistantAudio {
  mime: string;
  data: string;
}

export interface AssistantAudioEnvelope {
  status: true;
  message: string;
  data: AssistantAudio;
  request_id: string;
}

export interface AssistantConversation {
  id: Id;
  title: string;
  turns: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AssistantConversationDetail {
  id: Id;
  title: string;
  turns: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  items: ({
    question: string;
    reply: string;
    sources: AssistantSource[];
    created_at: Timestamp;
  })[];
}

export interface AssistantConversationPage {
  items: AssistantConversation[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface AssistantDeleted {
  deleted: number;
}

export interface AssistantFeedback {
  helpful: boolean;
  lang?: 'mn' | 'en' | 'zh' | 'ru';
  question?: string;
}

export interface AssistantFigures {
  connected: {
    chat: boolean;
    hearing: boolean;
    speech: boolean;
  };
  budget: {
    per_person: number;
    per_address: number;
    per_day: number;
  };
  days: ({
    day: string;
    tokens: number;
    calls: number;
    questions: number;
    degraded: number;
    helpful: number;
    unhelpful: number;
    half_within_ms: number | null;
    most_within_ms: number | null;
  })[];
}

export interface AssistantKeeping {
  keep: boolean;
  days: number;
}

export interface AssistantOpenQuestion {
  id: number;
  lang: 'mn' | 'en' | 'zh' | 'ru';
  question: string;
  reason: 'no_passage' | 'unhelpful';
  count: number;
  first_day: string;
  last_day: string;
}

export interface AssistantPrompt {
  key: 'scope' | 'instructions';
  content: string;
  version: number;
  updated_at?: Timestamp;
  fallback?: string;
}

export interface AssistantPromptList {
  items: AssistantPrompt[];
  total: number;
}

export interface AssistantPromptVersion {
  version: number;
  content: string;
  changed_by: Id;
  changed_by_name: string;
  changed_at: Timestamp;
}

export interface AssistantPromptVersionList {
  items: AssistantPromptVersion[];
  total: number;
}

export interface AssistantQuestion {
  message?: string;
  audio?: AssistantRecording;
  history?: ({
    role: 'user' | 'model';
    text: string;
  })[];
  lang?: 'mn' | 'en' | 'zh' | 'ru';
  conversation_id?: Id;
}

export interface AssistantRecording {
  mime: 'audio/webm' | 'audio/ogg' | 'audio/wav' | 'audio/mpeg' | 'audio/mp3' | 'audio/mp4' | 'audio/m4a' | 'audio/aac' | 'audio/flac';
  data: string;
}

export interface AssistantReply {
  reply: string;
  sources: AssistantSource[];
  actions?: AssistantSource[];
  steps?: ({
    tool: string;
    args?: JsonObject;
    result?: {
      count?: number;
      error?: string;
    };
  })[];
  degraded?: true;
  transcript?: string;
  conversation_id?: Id;
}

export interface AssistantReplyEnvelope {
  status: true;
  message: string;
  data: AssistantReply;
  request_id: string;
}

export interface AssistantSource {
  title: string;
  url: string;
}

export interface AssistantTryReply {
  reply: string;
  sources: AssistantSource[];
  degraded?: true;
}

export interface AuditEntry {
  id: number;
  occurred_at: Timestamp;
  actor_user_id?: string;
  action: string;
  category: string;
  /** What happened, in the language of the request */
  sentence: AuditSentencePart[];
  target?: string;
  request_id?: string;
  metadata: JsonObject;
  prev_hash?: string;
  chain_hash?: string;
}

export interface AuditEntryPage {
  items: AuditEntry[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface AuditHistoryLine {
  id: number;
  occurred_at: Timestamp;
  /** What happened, in the language of the request */
  sentence: AuditSentencePart[];
}

export interface AuditSentencePart {
  text: string;
  kind?: 'person' | 'application' | 'organisation' | 'service' | 'passport' | 'client' | 'role';
  id?: string;
  /** Whether the reader may open what is named */
  open?: boolean;
}

export interface AuditVerification {
  ok: boolean;
  checked: number;
  since?: number;
  pending: number;
  head: {
    seq: number;
    hash: string;
  };
  broken_id?: number;
  reason?: 'altered' | 'missing' | 'moved' | 'cut_off';
}

export interface Authorisation {
  id: Id;
  direction: 'given' | 'received';
  state: 'offered' | 'accepted' | 'declined' | 'revoked' | 'given_up' | 'expired' | 'lapsed';
  holds: boolean;
  grantor: {
    kind: 'person' | 'organisation';
    name: string;
    representative?: string;
  };
  receiver: {
    name: string;
    register_number: string;
  };
  purposes: ('apply' | 'pay' | 'book')[];
  services?: ({
    id: Id;
    code: string;
    name: string;
  })[];
  from: string;
  until: string;
  note: string;
  text: string;
  has_evidence: boolean;
  created_at: Timestamp;
  answer_until: Timestamp;
  accepted_at?: Timestamp;
  ended_at?: Timestamp;
}

export interface AuthorisationBody {
  organisation_id?: Id;
  register_number: string;
  name: string;
  purposes: ('apply' | 'pay' | 'book')[];
  services?: Id[];
  from: string;
  until: string;
  note?: string;
  sid: string;
}

export interface AuthorisationPage {
  items: Authorisation[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

/** An authorisation that waits for PIN2 on the phone */
export interface AuthorisationSigning {
  sid: string;
  verification_code: string;
  text: string;
  expires_at: Timestamp;
}

export interface AuthorisationWishBody {
  organisation_id?: Id;
  register_number: string;
  name: string;
  purposes: ('apply' | 'pay' | 'book')[];
  services?: Id[];
  from: string;
  until: string;
  note?: string;
}

export interface Authority {
  id: Id;
  name: string;
  name_en: string;
  short_name: string;
  phone: string;
  email: string;
  website: string;
  services: number;
  offices: number;
  officers: number;
  registrars: number;
  cases: number;
  updated_at: Timestamp;
}

export interface AuthorityBody {
  name: string;
  name_en: string;
  short_name?: string;
  phone?: string;
  email?: string;
  website?: string;
}

export interface AuthorityDetail {
  id: Id;
  name: string;
  name_en: string;
  short_name: string;
  phone: string;
  email: string;
  website: string;
  updated_at: Timestamp;
  offices: AuthorityOffice[];
  services: ({
    id: Id;
    code: string;
    name: string;
    name_en: string;
    status: string;
  })[];
  officers: AuthorityStaff[];
  registrars: AuthorityStaff[];
}

export interface AuthorityList {
  items: Authority[];
  total: number;
}

export interface AuthorityName {
  id: Id;
  name: string;
  name_en: string;
  short_name: string;
}

export interface AuthorityNameList {
  items: AuthorityName[];
  total: number;
}

export interface AuthorityOffice {
  id: Id;
  name: string;
  name_en: string;
  address: string;
  address_en: string;
  phone: string;
  hours: string;
  hours_en: string;
}

export interface AuthorityOfficeBody {
  id?: Id;
  name: string;
  name_en: string;
  address?: string;
  address_en?: string;
  phone?: string;
  hours?: string;
  hours_en?: string;
}

export interface AuthorityOfficesBody {
  offices: AuthorityOfficeBody[];
}

export interface AuthorityReport {
  texts: ({
    text: string;
    authority_id: Id;
    name: string;
    services: number;
    cases: number;
    people: number;
  })[];
  alike: ({
    one: AuthorityName;
    other: AuthorityName;
  })[];
  untranslated: AuthorityName[];
}

export interface AuthorityStaff {
  id: Id;
  full_name: string;
  role_id: number;
  everywhere: boolean;
}

export interface BareFailure {
  error: ErrorCode;
}

export interface Branding {
  name: string;
  short_name: string;
  organization: string;
  logo: string;
  language: string;
}

export interface CallerAccess {
  role: string;
  role_id: number;
  permissions: string[];
}

export interface Case {
  application: QueueItem;
  service: ApplicableServiceDetail | null;
  events: ApplicationEvent[];
  files: ApplicationFile[];
  facts: Fact[];
  holder: string | null;
  register: string | null;
  collection: {
    at: Timestamp;
    office: string;
  } | null;
  handovers: CaseHandover[];
  signature: DecisionSignature | null;
  read_only: boolean;
}

export interface CaseDecisionBody {
  approve: boolean;
  note?: string;
  result?: string;
  sid?: string;
}

export interface CaseHandover {
  at: Timestamp;
  by: string;
  from: string;
  to: string;
  reason: string;
}

export interface CaseReply {
  id: Id;
  kind: 'ask' | 'approve' | 'refuse';
  title: ReferenceWords;
  text: ReferenceWords;
}

export interface CaseReplyList {
  items: CaseReply[];
  total: number;
}

export interface CaseSigning {
  sid: string;
  verification_code: string;
  text: string;
  expires_at: Timestamp;
}

export interface CaseSigningBody {
  approve: boolean;
  note?: string;
  result?: string;
}

export interface CloudFile {
  id: string;
  name: string;
  size: number;
  type: string;
  modified_at: Timestamp;
}

export interface Colleague {
  id: Id;
  full_name: string;
  full_name_en: string;
  authorities: string[];
}

export interface ColleagueList {
  items: Colleague[];
  total: number;
}

/** Codes that any operation may answer */
export type CommonErrorCode = 'account_disabled' | 'acting_not_allowed' | 'acting_not_taken' | 'acting_unconfirmed' | 'bad_request' | 'changed_meanwhile' | 'conflict' | 'database_unavailable' | 'forbidden' | 'idempotency_conflict' | 'internal' | 'maintenance' | 'method_not_allowed' | 'not_found' | 'overloaded' | 'payload_too_large' | 'rate_limited' | 'session_store_unavailable' | 'timeout' | 'too_many_uploads' | 'unauthorized' | 'unsupported_media_type' | 'uploads_busy' | 'validation_failed';

export interface Consent {
  client_id: string;
  client_name: string;
  client_host: string;
  scopes: string[];
  granted_at: Timestamp;
  expires_at: Timestamp;
}

export interface ConsentChallenge {
  challenge: string;
  client_id: string;
  client_name: string;
  client_origin: 'registered' | 'document' | 'dynamic';
  client_host: string;
  redirect_host: string;
  requested_scope: string[];
  subject_type: 'public' | 'pairwise';
  subject: string;
  skip: boolean;
  reauthenticate: boolean;
  proceed: boolean;
  other_person: 'none' | 'hinted' | 'required';
  missing_claims: string[];
}

export interface ConsentList {
  items: Consent[];
  total: number;
}

export interface ConsentRedirect {
  redirect_to: string;
}

export interface Contact {
  /** Empty when there is none */
  address: string;
  proven: boolean;
  offered: boolean;
  waiting?: ContactCode;
}

export interface ContactCode {
  address: string;
  expires_at: Timestamp;
}

export interface ContactCodeBody {
  code: string;
}

export interface ContactEmailBody {
  address: string;
}

export interface ContactPhoneBody {
  address: string;
}

export interface Contacts {
  email: Contact;
  phone: Contact;
}

export interface CredentialUse {
  at: Timestamp;
  ip: string;
  endpoint: string;
}

/** The platform in numbers; a part is absent without the right to the list behind it */
export interface DashboardFigures {
  period: 'today' | '7d' | '30d' | '12m';
  step: 'day' | 'month';
  points: string[];
  /** Lists of work (late, due soon, overdue, undelivered, dead jobs) are counted up to here */
  counted_to: number;
  people?: {
    total: number;
    joined: DashboardSeries;
  };
  sign_ins?: {
    succeeded: DashboardSeries;
    failed: DashboardSeries;
  };
  applications?: {
    submitted: DashboardSeries;
    approved: DashboardSeries;
    rejected: DashboardSeries;
    /** Of all cases that officers decide */
    states: ({
      state: ApplicationStatus;
      count: number;
    })[];
  };
  deadlines?: {
    late: number;
    due_soon: number;
    missed: DashboardSeries;
  };
  /** Open and undelivered cases of authorities without an officer; for administrators */
  unattended?: {
    cases: number;
    authorities: ({
      id: Id;
      name: string;
      name_en: string;
      cases: number;
    })[];
  };
  failures?: {
    server_errors: DashboardSeries;
    dead_jobs: number;
    undelivered: number;
  };
  gateway?: {
    calls: DashboardSeries;
    errors: DashboardSeries;
  };
  relay?: {
    received: DashboardSeries;
    overdue: number;
    undelivered: number;
  };
}

/** A figure over time */
export interface DashboardSeries {
  /** One for each of `points` */
  values: number[];
  total: number;
  /** The total of the equally long period before */
  before: number;
}

export interface DataAccess {
  id: number;
  /** The last access of the day */
  occurred_at: string;
  /** The first access of the day */
  first_at: string;
  by: {
    name?: string;
    role: string;
    office?: string;
  };
  purpose: string;
  purpose_text: string;
  matter?: {
    id: string;
    number: string;
    title: string;
  };
}

export interface DataAccessPage {
  items: DataAccess[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface DataExport {
  id: Id;
  state: 'queued' | 'running' | 'ready' | 'failed' | 'expired';
  done: number;
  total: number;
  size_bytes: number;
  created_at: Timestamp;
  ready_at: Timestamp | null;
  expires_at: Timestamp;
}

export interface DataExportList {
  items: DataExport[];
  total: number;
}

export interface DecisionEvidence {
  format: string;
  instructions: EvidenceInstructions;
  time: Timestamp;
  epoch: number;
  sha256: string;
  canonical: string;
  signature: string;
  certificates: string;
  decision: Record<string, unknown>;
}

export interface DecisionSignature {
  name: string;
  role: {
    key: string;
    name: string;
  };
  authority: string;
  decision: 'approve' | 'reject';
  signed_at: Timestamp;
}

export interface DeskService {
  id: Id;
  code: string;
  name: string;
  authority: string;
  authority_id: Id;
}

export interface DeskServiceList {
  items: DeskService[];
  total: number;
}

export interface DeviceDecision {
  client_name: string;
}

export interface DeviceRequest {
  client_id: string;
  client_name: string;
  requested_scope: string[];
  subject_type: 'public' | 'pairwise';
  device: {
    ip: string;
    user_agent: string;
  };
  requested_at: Timestamp;
  expires_at: Timestamp;
}

export interface DirectoryOrganisation {
  message?: string;
  id?: string;
  reg_no?: string;
  name?: string;
  short_name?: string;
  email?: string;
  phone_no?: string;
  address_detail?: string;
  country_name?: string;
  created_date?: string;
}

export interface DirectoryPerson {
  message?: string;
  id?: string;
  reg_no?: string;
  family_name?: string;
  last_name?: string;
  first_name?: string;
  gender?: number;
  birth_date?: string;
  email?: string;
  phone_no?: string;
  address_detail?: string;
  country_name?: string;
}

export interface Draft {
  service_id: Id;
  note: string;
  payload: JsonObject;
  files: ApplicationFile[];
  step: 'answers' | 'papers' | 'review';
  field: string;
  revision: number;
  service_version: number | null;
  updated_at: Timestamp;
}

export interface DraftBody {
  note?: string;
  payload: Record<string, unknown>;
  step?: 'answers' | 'papers' | 'review';
  field?: string;
  revision?: number;
  service_version?: number;
}

export interface DraftFacts {
  offers: FactOffer[];
  facts: Fact[];
}

export interface DraftSummary {
  service_id: Id;
  passport_id: Id;
  service_code: string;
  service_name: string;
  is_offered: boolean;
  updated_at: Timestamp;
}

export interface DraftSummaryList {
  items: DraftSummary[];
  total: number;
}

export interface EidActivity {
  counts: EidActivityCounts;
  sessions: EidUse[];
  total: number;
}

export interface EidActivityCounts {
  authentication: number;
  signature: number;
}

export interface EidCertificate {
  document_number: string;
  type: 'AUTH' | 'SIGN' | 'SEAL';
  serial_number: string;
  certificate_level: string;
  status: 'VALID' | 'REVOKED' | 'EXPIRED' | 'SUSPENDED';
  not_before?: Timestamp;
  not_after?: Timestamp;
  issuer_dn?: string;
}

export interface EidCertificateCounts {
  valid: number;
  revoked: number;
  expired: number;
  suspended: number;
  total: number;
}

export interface EidCertificates {
  counts: EidCertificateCounts;
  certificates: EidCertificate[];
}

export interface EidDevice {
  document_number: string;
  platform?: 'APNS' | 'FCM';
  enrolled_at?: Timestamp;
  active: boolean;
  deactivated_at?: Timestamp;
}

export interface EidDevices {
  devices: EidDevice[];
  active_count: number;
  total: number;
}

export interface EidIdentity {
  civil_id?: string;
  national_id?: string;
  kyc_level?: string;
  document_number?: string;
  certificate?: {
    serial: string;
    not_before: Timestamp;
    not_after: Timestamp;
    issuer: string;
    key_type: string;
  };
}

export interface EidPoll {
  state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED';
  reason?: string;
  scanned?: boolean;
  return_required?: boolean;
  mfa_required?: boolean;
  mfa_token?: string;
  social_link?: 'linked' | 'already_linked_elsewhere' | 'another_linked' | 'expired';
  id?: Id;
  username?: string;
  first_name?: string;
  last_name?: string;
  full_name?: string;
  full_name_en?: string;
  email?: string;
  role_id?: number;
  role?: string;
  active?: boolean;
  created_at?: Timestamp;
  updated_at?: Timestamp | null;
  first_name_en?: string;
  last_name_en?: string;
  civil_id?: string;
  ge_id?: string;
  eid?: EidIdentity;
  eid_proxy?: boolean;
  social?: SocialAccount;
  token?: string;
  refresh_token?: string;
  access_expires_at?: Timestamp;
  refresh_expires_at?: Timestamp;
}

export interface EidPollBody {
  sid: string;
  user_challenge_verifier?: string;
  link_token?: string;
}

export interface EidQr {
  qr: string;
  expires_in: number;
  scanned: boolean;
}

export interface EidStart {
  sid: string;
  qr: string;
  deep_link: string;
  verification_code: string;
  expires_at: string;
  state: 'PENDING';
}

export interface EidStartBody {
  callback_url?: string;
}

export interface EidSummary {
  given_name?: string;
  surname?: string;
  certificates: EidCertificateCounts;
  activity: EidActivityCounts;
  devices_active: number;
  devices_total: number;
  representation_count: number;
}

export interface EidUse {
  session_id?: string;
  flow: 'AUTHENTICATION' | 'SIGNATURE';
  outcome: string;
  doc_text?: string;
  timestamp?: Timestamp;
}

export interface EndedSessions {
  ended: number;
}

export interface Erasure {
  goes: string[];
  stays: ({
    what: string;
    why: string;
  })[];
  request?: ErasureRequest;
}

export interface ErasureBody {
  reason: string;
}

export interface ErasureDecisionBody {
  decision: 'erase' | 'refuse';
  answer: string;
}

export interface ErasureRequest {
  id: Id;
  state: 'open' | 'withdrawn' | 'refused' | 'done';
  reason: string;
  answer: string;
  created_at: Timestamp;
  decided_at: Timestamp | null;
}

/** For a program: stable */
export type ErrorCode = CommonErrorCode | 'acceptance_needed' | 'account_locked' | 'admin_not_verified' | 'administrator_required' | 'already_admin' | 'already_answered' | 'already_asked' | 'already_assigned' | 'already_booked' | 'already_consumed' | 'already_current' | 'already_decided' | 'already_ended' | 'already_installed' | 'already_invited' | 'already_linked_elsewhere' | 'already_member' | 'already_paid' | 'app_required' | 'app_type_fixed' | 'application_changed' | 'application_live' | 'application_on_trial' | 'apply_instead' | 'approval_expired' | 'approval_refused' | 'approval_settled' | 'archived' | 'article_changed' | 'assurance_too_low' | 'auth_method_fixed' | 'authority_exists' | 'authority_in_use' | 'authority_unattended' | 'bad_endpoint' | 'bad_public_key' | 'budget_spent' | 'case_closed' | 'case_full' | 'case_not_closed' | 'cases_unattended' | 'catalogue_unavailable' | 'cloud_file_not_found' | 'code_exists' | 'code_over' | 'code_required' | 'code_wrong' | 'collection_booked' | 'confidential' | 'conflict_unconfirmed' | 'contact_not_configured' | 'csrf_failed' | 'daily_quota_reached' | 'dependency_cycle' | 'dependency_unmet' | 'document_cannot_sign' | 'document_limit' | 'document_not_seen' | 'document_withdrawn' | 'domain_not_allowed' | 'draft_changed' | 'eid_not_configured' | 'eid_rejected' | 'eid_required' | 'eid_sign_in_required' | 'email_unverified' | 'embedding_failed' | 'ends_before_start' | 'environment_key' | 'environment_tool_key' | 'erasure_decided' | 'erasure_open' | 'exchange_code_required' | 'exchange_failed' | 'export_running' | 'fact_gone' | 'file_damaged' | 'file_infected' | 'file_missing' | 'file_refused' | 'file_required' | 'file_unscannable' | 'file_waiting' | 'filter_name_taken' | 'fresh_sign_in_required' | 'image_dimensions' | 'image_refused' | 'in_use' | 'insufficient_scope' | 'invalid_base64' | 'invalid_callback' | 'invalid_code' | 'invalid_email' | 'invalid_host' | 'invalid_name' | 'invalid_national_id' | 'invalid_option' | 'invalid_redirect_uri' | 'invalid_refresh_token' | 'invalid_signature' | 'invalid_slug' | 'invalid_state' | 'invalid_transition' | 'invitation_void' | 'key_lost_maker' | 'key_required' | 'kind_reserved' | 'language_missing' | 'last_admin' | 'last_owner' | 'letter_not_possible' | 'letter_sent_recently' | 'mail_not_configured' | 'managed_upstream' | 'mfa_invalid' | 'mfa_unavailable' | 'missing_refresh_token' | 'name_differs' | 'name_required' | 'named_only' | 'no_address' | 'no_old_secret' | 'no_register' | 'not_a_colleague' | 'not_a_slot' | 'not_an_admin' | 'not_automatable' | 'not_certifiable' | 'not_configured' | 'not_connected' | 'not_fetchable' | 'not_finished' | 'not_for_applicant' | 'not_invited' | 'not_offered' | 'not_ready' | 'not_representative' | 'not_routed' | 'not_running' | 'not_seeded' | 'not_signable' | 'not_support_staff' | 'not_upstream' | 'not_verified' | 'not_your_turn' | 'nothing_to_report' | 'number_held_before' | 'number_not_served' | 'once_only_violation' | 'one_file' | 'only_maintenance_is_read_only' | 'organisation_exists' | 'organisation_required' | 'organisation_unknown' | 'other_origin' | 'other_person_expected' | 'own_application' | 'own_case' | 'own_trial' | 'owner_protected' | 'paper_kind_refused' | 'paper_required' | 'payment_required' | 'person_not_enrolled' | 'person_unknown' | 'pki_read_not_granted' | 'platform_address' | 'platform_disabled' | 'platform_too_old' | 'private_address' | 'private_platform' | 'prompt_changed' | 'provider_full' | 'provider_grant_invalid' | 'public_client_has_no_secret' | 'published' | 'push_unavailable' | 'quota_exceeded' | 'range_not_satisfiable' | 'read_only_needs_end' | 'reason_required' | 'reauth_required' | 'redirect_uri_required' | 'register_unavailable' | 'reminded_recently' | 'report_not_sealed' | 'representation_ended' | 'representation_unconfirmed' | 'request_closed' | 'request_expired' | 'reserved_name' | 'role_in_use' | 'role_protected' | 'route_exists' | 'scope_not_requested' | 'seal_not_configured' | 'seal_unavailable' | 'secret_in_use' | 'security_needs_channel' | 'self_service_off' | 'service_changed' | 'service_disabled' | 'service_inactive' | 'service_not_granted' | 'shared_vocabulary' | 'sign_rejected' | 'signature_expired' | 'signature_mismatch' | 'signature_not_required' | 'signature_required' | 'signature_used' | 'signer_exists' | 'signer_not_pending' | 'signing_busy' | 'slot_taken' | 'slug_taken' | 'source_required' | 'sso_required' | 'staff_account' | 'step_up_impossible' | 'step_up_required' | 'storage_unavailable' | 'stronger_sign_in_required' | 'system_role' | 'theme_active' | 'time_missing' | 'timestamp_missing' | 'to_yourself' | 'too_many' | 'too_many_announcements' | 'too_many_applications' | 'too_many_appointments' | 'too_many_articles' | 'too_many_attempts' | 'too_many_files' | 'too_many_filters' | 'too_many_invitations' | 'too_many_owners' | 'too_many_questions' | 'too_many_requests' | 'too_many_sockets' | 'too_many_templates' | 'too_many_themes' | 'too_many_webhooks' | 'tools_for_administrators' | 'tools_not_named' | 'translation_missing' | 'under_age' | 'unknown_permission' | 'unknown_platform' | 'unknown_skill' | 'unknown_user_code' | 'unsupported_member' | 'upstream_address_refused' | 'upstream_failed' | 'upstream_unavailable' | 'webhook_address_refused' | 'webhook_replay_period' | 'wrong_step';

export interface Evidence {
  id: Id;
  code: string;
  name: string;
  name_en: string;
  description: string;
  description_en: string;
  holder_agency: string;
  holder_agency_en: string;
  source_system: string;
  in_khur: boolean;
  khur_service_code: string;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface EvidenceBody {
  code: string;
  name: string;
  name_en?: string;
  description?: string;
  description_en?: string;
  holder_agency?: string;
  holder_agency_en?: string;
  source_system?: string;
  in_khur?: boolean;
  khur_service_code?: string;
}

export interface EvidenceInstructions {
  mn: string[];
  en: string[];
  commands: string[];
}

export interface EvidenceList {
  items: Evidence[];
  total: number;
}

export interface EvidenceReplacement {
  code?: string;
  name: string;
  name_en?: string;
  description?: string;
  description_en?: string;
  holder_agency?: string;
  holder_agency_en?: string;
  source_system?: string;
  in_khur?: boolean;
  khur_service_code?: string;
}

export interface Fact {
  id: Id;
  slot: string;
  evidence_code: string;
  evidence_name: string;
  agency: string;
  state: 'asked' | 'answered' | 'accepted' | 'used' | 'refused' | 'withdrawn' | 'failed' | 'expired';
  failure: '' | 'agency_refused' | 'other_person' | 'unreadable';
  agreed_at: Timestamp;
  due_at: Timestamp;
  late: boolean;
  expires_at: Timestamp;
  answered_at: string | null;
  decided_at: string | null;
  answer: ({
    name: string;
    value: string;
  })[] | null;
  provenance: {
    relay_request_id: Id;
    platform: string | null;
    answer_digest: string | null;
    receipt_digest: string | null;
  };
}

export interface FactAcceptBody {
  answer_digest: string;
}

export interface FactAskBody {
  slot: string;
  agreed: true;
}

export interface FactList {
  items: Fact[];
  total: number;
}

export interface FactOffer {
  slot: string;
  evidence_code: string;
  evidence_name: string;
  agency: string;
  platform: string;
  service_name: string;
  sla_minutes: number;
}

export interface Failure {
  status: false;
  /** For a person, in the language of Accept-Language */
  message: string;
  error: ErrorCode;
  data?: {
    errors?: FieldError[];
    [name: string]: unknown;
  };
  request_id: string;
}

/** A sentence about a page */
export interface FeedbackSentence {
  page: string;
  helpful: boolean;
  text: string;
}

/** Whether a page was helpful */
export interface FeedbackVote {
  page: string;
  helpful: boolean;
}

export interface FieldError {
  /** Path of the field, with dots */
  field: string;
  /** The broken rule */
  tag: string;
  /** For a person, in the language of Accept-Language */
  message: string;
}

export interface FormCondition {
  field: string;
  is: (string | boolean)[];
}

export interface FormEntry {
  type: 'object' | 'string';
  properties?: Record<string, FormPlainField>;
  required?: string[];
  additionalProperties?: false;
  'x-order'?: string[];
  enum?: string[];
  'x-labels'?: Record<string, FormWords>;
}

export interface FormField {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  'x-title': FormWords;
  'x-help'?: FormWords;
  'x-when'?: FormCondition;
  'x-required'?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  'x-pattern-help'?: FormWords;
  format?: 'date' | 'email';
  'x-earliest'?: string;
  'x-latest'?: string;
  enum?: string[];
  'x-labels'?: Record<string, FormWords>;
  minimum?: number;
  maximum?: number;
  const?: true;
  'x-unit'?: FormWords;
  'x-widget'?: 'textarea' | 'radio';
  'x-prefill'?: 'last_name' | 'first_name' | 'national_id' | 'birth_date' | 'email' | 'organisation_name' | 'organisation_number';
  'x-birth-of'?: string;
  'x-places'?: Record<string, FormPlace>;
  minItems?: number;
  maxItems?: number;
  items?: FormEntry;
  'x-entry-title'?: FormWords;
}

export interface FormPaper {
  key: string;
  'x-title': FormWords;
  'x-help'?: FormWords;
  accepts?: ('application/pdf' | 'image/png' | 'image/jpeg')[];
  required: boolean;
  'x-when'?: FormCondition;
  evidence?: string;
}

export interface FormPlace {
  address: FormWords;
  hours?: FormWords;
}

export interface FormPlainField {
  type: 'string' | 'number' | 'integer' | 'boolean';
  'x-title': FormWords;
  'x-help'?: FormWords;
  'x-when'?: FormCondition;
  'x-required'?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  'x-pattern-help'?: FormWords;
  format?: 'date' | 'email';
  'x-earliest'?: string;
  'x-latest'?: string;
  enum?: string[];
  'x-labels'?: Record<string, FormWords>;
  minimum?: number;
  maximum?: number;
  const?: true;
  'x-unit'?: FormWords;
  'x-widget'?: 'textarea' | 'radio';
  'x-prefill'?: 'last_name' | 'first_name' | 'national_id' | 'birth_date' | 'email' | 'organisation_name' | 'organisation_number';
  'x-birth-of'?: string;
  'x-places'?: Record<string, FormPlace>;
}

export interface FormWords {
  mn: string;
  en: string;
}

export interface FoundInsight {
  id: Id;
  topic: string;
  content: string;
  confidence: number;
  score: number;
  source: 'insight' | 'knowledge';
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface GatewayBodyField {
  name: string;
  type: string;
  required: boolean;
  description: string;
}

export interface GatewayCall {
  id: number;
  method: string;
  path: string;
  status: number;
  latency_ms: number;
  client_ip: string;
  created_at: Timestamp;
}

export interface GatewayCallPage {
  items: GatewayCall[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface GatewayDocumentBody {
  /** The text of an OpenAPI 3.0 or 3.1 document in JSON, at most 1 MiB */
  document: string;
}

export interface GatewayDocumentFacts {
  title: string;
  version: string;
  operations: number;
  uploaded_at: Timestamp;
}

export interface GatewayDocumentState {
  document: GatewayDocumentFacts | null;
}

export interface GatewayOperation {
  id: string;
  method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options';
  path: string;
  summary: string;
  description: string;
  deprecated: boolean;
  parameters: GatewayParameter[];
  body: GatewayOperationBody | null;
  answers: ({
    status: string;
    description: string;
  })[];
}

export interface GatewayOperationBody {
  media_type: string;
  required: boolean;
  fields: GatewayBodyField[];
  is_cut: boolean;
  example: string;
}

export interface GatewayOverview {
  services: number;
  consumers: number;
  active_keys: number;
  requests_24h: number;
  errors_24h: number;
  rate_limited_24h: number;
  error_rate: number;
  avg_latency_ms: number;
  /** Interpolated within fixed classes of latency (1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 350, 500, 750 ms and 1, 2, 5, 10, 30 s): the error is at most the width of the class, and the value never exceeds the slowest call */
  p95_latency_ms: number;
  status_buckets: ({
    class: string;
    count: number;
  })[];
  /** Over the whole hours of the last 24. Exact for few paths; with very many, rare ones are omitted and a count is an upper bound */
  top_paths: ({
    path: string;
    count: number;
  })[];
}

export interface GatewayParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  type: string;
  required: boolean;
  description: string;
  example: string;
}

export interface GatewayQuota {
  limit: number | null;
  used: number;
  left: number | null;
  resets_at: Timestamp;
}

export interface GatewayRate {
  per_minute: number;
  burst: number;
}

export interface GatewayServiceDocs {
  id: string;
  /** The service is reached at /gw/ and this name */
  name: string;
  scope: string;
  title: string;
  description: string;
  documented: boolean;
  version: string;
  operations: GatewayOperation[];
}

export interface GatewayServiceFacts {
  id: string;
  /** The service is reached at /gw/ and this name */
  name: string;
  scope: string;
  title: string;
  description: string;
  documented: boolean;
}

export interface GatewayServiceFactsList {
  items: GatewayServiceFacts[];
  total: number;
}

export interface GatewayTraffic {
  service_id: string;
  name: string;
  hours: number;
  bucket_seconds: number;
  items: GatewayTrafficPoint[];
  total: number;
}

export interface GatewayTrafficPoint {
  at: Timestamp;
  requests: number;
  errors: number;
  /** Interpolated within fixed classes of latency (1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 350, 500, 750 ms and 1, 2, 5, 10, 30 s): the error is at most the width of the class, and the value never exceeds the slowest call */
  p50_latency_ms: number;
  /** Interpolated within fixed classes of latency (1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 350, 500, 750 ms and 1, 2, 5, 10, 30 s): the error is at most the width of the class, and the value never exceeds the slowest call */
  p95_latency_ms: number;
}

export interface GatewayUsage {
  client_id: string;
  rate: GatewayRate;
  quota: GatewayQuota;
  services: ({
    service: string;
    requests: number;
    errors: number;
    rate_limited: number;
  })[];
}

export interface Guide {
  id: Id;
  code: string;
  name: string;
  kind: 'life' | 'business';
  description: string;
  description_en: string;
  lead_agency: string;
  lead_agency_en: string;
  eu_code: string;
  en_label: string;
  sort_order: number;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  steps: ShownGuideStep[];
  other_services: GuideService[];
  total_fee: number;
  longest_days: number;
  online_steps: number;
}

export interface GuidePaper {
  name: string;
  name_en: string;
  source: 'brought' | 'fetched' | 'issued';
  service_id: Id | null;
}

export interface GuideService {
  id: Id;
  code: string;
  name: string;
  name_en: string;
  description: string;
  description_en: string;
  authority: string;
  authority_en: string;
  fee: number;
  max_days: number;
  fulfilment: 'auto' | 'manual';
  papers: GuidePaper[];
}

export interface GuideStep {
  id: Id;
  service_id: Id | null;
  how: 'online' | 'in_person' | 'automatic' | null;
  title: string;
  title_en: string;
  body: string;
  body_en: string;
}

export interface GuideStepBody {
  id?: Id;
  service_id?: Id | null;
  how?: 'online' | 'in_person' | 'automatic' | null;
  title?: string;
  title_en?: string;
  body?: string;
  body_en?: string;
}

export interface GuideStepsBody {
  steps: GuideStepBody[];
  expected_updated_at?: Timestamp | null;
}

export type Id = string;

export interface Image {
  url: string;
  image?: UploadedImage;
}

export interface ImageBody {
  url: string;
}

export interface ImageFile {
  image?: UploadedImage;
}

export interface InstalledApp {
  id: Id;
  app_id: string;
  slug: string;
  name: string;
  installed_version: string;
  status: 'installed' | 'disabled';
  enabled: boolean;
  installed_at: Timestamp;
  auto_update: boolean;
  latest_version?: string;
  update_available: boolean;
  held_for?: string;
  held_reason?: string;
}

export interface InstalledAppList {
  items: InstalledApp[];
  total: number;
}

export interface Integration {
  provider: 'google-drive' | 'dropbox' | 'google-meet';
  connected: true;
  status: 'connected' | 'reconnect';
  expires_at?: Timestamp;
  connected_at: Timestamp;
}

export interface IntegrationList {
  items: Integration[];
  total: number;
}

export interface Invitation {
  id: Id;
  org_id: Id;
  role: MemberRole;
  by: 'account' | 'register_number' | 'link';
  user_id?: Id;
  national_id?: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface InvitationBody {
  user_id?: Id;
  national_id?: string;
  role?: MemberRole;
}

export interface InvitationLink {
  id: Id;
  org_id: Id;
  role: MemberRole;
  by: 'account' | 'register_number' | 'link';
  user_id?: Id;
  national_id?: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  link: string;
}

export interface InvitationList {
  items: Invitation[];
  total: number;
}

export interface InvitationToken {
  token: string;
}

export type JsonObject = Record<string, unknown>;

/** Article in both languages */
export interface KnowledgeArticle {
  id: Id;
  slug: string;
  title: string;
  title_en: string;
  tags: string[];
  state: 'draft' | 'published';
  source: 'editor' | 'import';
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  content: string;
  content_en: string;
}

/** New article, a draft */
export interface KnowledgeArticleBody {
  slug: string;
  title: string;
  title_en: string;
  content: string;
  content_en: string;
  tags: string[];
}

/** Changed article, and the version it was made from */
export interface KnowledgeArticleChange {
  title: string;
  title_en: string;
  content: string;
  content_en: string;
  tags: string[];
  version: number;
}

/** Article without its text */
export interface KnowledgeArticleHead {
  id: Id;
  slug: string;
  title: string;
  title_en: string;
  tags: string[];
  state: 'draft' | 'published';
  source: 'editor' | 'import';
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface KnowledgeArticleHeadList {
  items: KnowledgeArticleHead[];
  total: number;
}

/** Former text of an article, and who wrote it */
export interface KnowledgeArticleVersion {
  version: number;
  change: 'create' | 'edit' | 'import' | 'publish' | 'unpublish';
  title: string;
  title_en: string;
  content: string;
  content_en: string;
  tags: string[];
  state: 'draft' | 'published';
  changed_by: Id | null;
  changed_by_name: string;
  changed_at: Timestamp;
}

export interface KnowledgeArticleVersionList {
  items: KnowledgeArticleVersion[];
  total: number;
}

/** Published passage that fits a question */
export interface KnowledgePassage {
  title: string;
  content: string;
  url: string;
  slug: string;
  lang: 'mn' | 'en';
}

export interface KnowledgePassageList {
  items: KnowledgePassage[];
  total: number;
}

export interface KnowledgeSection {
  anchor: string;
  title: string;
}

export interface LastingReason {
  code: 'NO_TIMESTAMP' | 'NO_REVOCATION_DATA' | 'REVOCATION_NOT_CONFIRMED';
  text: ReferenceWords;
}

export interface LatinName {
  first_name_en: string;
  last_name_en: string;
}

export interface LatinNameBody {
  first_name_en?: string;
  last_name_en?: string;
}

export interface LifeEvent {
  id: Id;
  code: string;
  name: string;
  kind: 'life' | 'business';
  description: string;
  description_en: string;
  lead_agency: string;
  lead_agency_en: string;
  eu_code: string;
  en_label: string;
  sort_order: number;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface LifeEventBody {
  code: string;
  name: string;
  kind?: 'life' | 'business';
  description?: string;
  description_en?: string;
  lead_agency?: string;
  lead_agency_en?: string;
  eu_code?: string;
  en_label?: string;
  sort_order?: number;
}

export interface LifeEventList {
  items: LifeEvent[];
  total: number;
}

export interface LifeEventReplacement {
  code?: string;
  name: string;
  kind?: 'life' | 'business';
  description?: string;
  description_en?: string;
  lead_agency?: string;
  lead_agency_en?: string;
  eu_code?: string;
  en_label?: string;
  sort_order?: number;
  expected_updated_at?: Timestamp | null;
}

export interface LifeEventSteps {
  id: Id;
  code: string;
  name: string;
  kind: 'life' | 'business';
  description: string;
  description_en: string;
  lead_agency: string;
  lead_agency_en: string;
  eu_code: string;
  en_label: string;
  sort_order: number;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  steps: GuideStep[];
}

export interface ListedErasure {
  id: Id;
  user_id: Id;
  name: string;
  state: 'open' | 'withdrawn' | 'refused' | 'done';
  reason: string;
  answer: string;
  created_at: Timestamp;
  decided_at: Timestamp | null;
}

export interface ListedErasurePage {
  items: ListedErasure[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface ListedOperator {
  id: Id;
  email: string;
  name: string;
  role: 'superadmin' | 'operator' | 'support' | 'auditor';
  active: boolean;
  locked: boolean;
  created_at: Timestamp;
  last_sign_in_at: Timestamp | null;
}

export interface ListedOperatorList {
  items: ListedOperator[];
  total: number;
}

export interface LogoutChallenge {
  client_name: string;
  signed_in: boolean;
}

export interface MadeToolKey {
  id: string;
  name: string;
  display: string;
  surfaces: string[];
  scopes: string[] | null;
  created_at: Timestamp | null;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  from_environment: boolean;
  key: string;
}

export interface Member {
  org_id: Id;
  user_id: Id;
  role: MemberRole;
  full_name: string;
  email: string;
  created_at: Timestamp;
  named_since: Timestamp | null;
  checked_at: Timestamp | null;
  appointed_by: string;
  appointed_at: Timestamp | null;
}

export interface MemberList {
  items: Member[];
  total: number;
}

export type MemberRole = 'owner' | 'admin' | 'member';

export interface ModuleState {
  id: string;
  kind: 'business';
  enabled: boolean;
  ui_prefixes: string[];
}

export interface ModuleStateList {
  items: ModuleState[];
  total: number;
}

export interface NewOwnApplicationBody {
  name: string;
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
  app_type: 'web' | 'spa' | 'native';
}

export interface Notification {
  id: Id;
  title: string;
  body: string;
  category: 'info' | 'success' | 'warning';
  link?: string;
  read: boolean;
  created_at: Timestamp;
}

export interface NotificationPage {
  items: Notification[];
  unread: number;
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface NotificationPreferences {
  items: ({
    topic: 'services' | 'payments' | 'documents' | 'organisations' | 'security';
    email: boolean;
    sms: boolean;
  })[];
  email: string;
  phone: string;
}

export interface NotificationPreferencesBody {
  items: ({
    topic: 'services' | 'payments' | 'documents' | 'organisations' | 'security';
    email: boolean;
    sms: boolean;
  })[];
}

export interface NotificationSettings {
  email: boolean;
  address: string | null;
}

export interface OAuthClient {
  id: string;
  client_id: string;
  name: string;
  app_type: string;
  origin: 'registered' | 'document' | 'dynamic';
  document_url?: string;
  tags: string[];
  redirect_uris: string[];
  enabled: boolean;
  weak: boolean;
  stage: 'trial' | 'live';
  approval_asked_at?: string;
  service_ids: string[];
  grant_types: string[];
  auth_method: string;
  scopes: string[];
  options: {
    subject_type: 'public' | 'pairwise';
    token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post';
    require_pkce: boolean;
    id_token_claims: boolean;
    id_token_signed_response_alg: 'RS256' | 'PS256' | 'ES256';
    profile?: 'fapi2' | 'fapi2_message_signing';
    grants: ('device_code' | 'ciba' | 'token_exchange')[];
    exchange_from: string[];
    require_par: boolean;
    dpop: boolean;
    certificate_bound: boolean;
    jwks?: PublicJwks;
    jwks_uri?: string;
    backchannel_logout_uri?: string;
    backchannel_client_notification_endpoint?: string;
    post_logout_redirect_uris: string[];
    national_id: boolean;
    tools?: {
      scopes: string[];
      expires_at: string | null;
    };
    limits: {
      per_minute: number;
      burst: number;
      daily_quota: number | null;
    };
  };
  secret?: string;
  old_secret_ends_at?: string;
  created_at: string;
  updated_at?: string;
}

export interface OAuthClientBody {
  name: string;
  app_type: 'web' | 'spa' | 'native' | 'm2m';
  redirect_uris?: string[];
  tags?: string[];
  service_ids?: Id[];
  scopes?: ('openid' | 'profile' | 'email' | 'tools:host_status' | 'tools:execute_command' | 'tools:search_memory' | 'tools:record_insight' | 'tools:rebrand_system' | 'tools:synthesize_skill' | 'tools:skills')[];
  enabled?: boolean;
  options?: OAuthClientOptionsBody;
}

export interface OAuthClientList {
  items: OAuthClient[];
  total: number;
}

export interface OAuthClientOptionsBody {
  subject_type?: 'public' | 'pairwise';
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | null;
  require_pkce?: boolean;
  id_token_claims?: boolean;
  id_token_signed_response_alg?: 'RS256' | 'PS256' | 'ES256';
  profile?: 'fapi2' | 'fapi2_message_signing' | null;
  grants?: ('device_code' | 'ciba' | 'token_exchange')[];
  exchange_from?: string[];
  require_par?: boolean;
  dpop?: boolean;
  certificate_bound?: boolean;
  jwks?: PublicJwks | null;
  jwks_uri?: string | null;
  backchannel_logout_uri?: string | null;
  backchannel_client_notification_endpoint?: string | null;
  post_logout_redirect_uris?: string[];
  national_id?: boolean;
  tools?: {
    /** The tools that tokens of the application itself may call */
    scopes: ('tools:host_status' | 'tools:execute_command' | 'tools:search_memory' | 'tools:record_insight' | 'tools:rebrand_system' | 'tools:synthesize_skill' | 'tools:skills')[];
    /** The right ends after so many days, 90 when omitted; null: never */
    days?: number | null;
  } | null;
  limits?: {
    per_minute?: number;
    burst?: number;
    daily_quota?: number | null;
  };
}

export interface OAuthClientServicesBody {
  service_ids: Id[];
}

export interface OAuthProblem {
  endpoint: string;
  error: string;
  description: string;
  count: number;
  first_at: Timestamp;
  last_at: Timestamp;
}

export interface OAuthProblemList {
  items: OAuthProblem[];
  total: number;
}

export interface OnboardingBody {
  onboard_token: string;
}

export interface OnboardingCodeBody {
  onboard_token: string;
  code: string;
}

export interface OnboardingDone {
  id: Id;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  first_name_en: string;
  last_name_en: string;
  civil_id?: string;
  ge_id?: string;
  eid?: EidIdentity;
  eid_proxy?: boolean;
  social?: SocialAccount;
  token: string;
  refresh_token: string;
  access_expires_at: Timestamp;
  refresh_expires_at: Timestamp;
  recovery_codes: string[];
  step: 'done';
}

export interface OnboardingEidPoll {
  state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED';
  step: 'eid' | 'email';
  reason?: string;
  scanned?: boolean;
  return_required?: boolean;
}

export interface OnboardingState {
  step: 'eid' | 'email' | 'totp';
  email: string;
  expires_at: Timestamp;
  code_sent: boolean;
}

export interface OnceOnlyReport {
  service_id: Id;
  service_code: string;
  service_name: string;
  citizen_documents: number;
  violations: PassportEvidence[];
  compliant: boolean;
  eligible_proactivity: 'information' | 'online' | 'once_only' | 'proactive';
}

export interface OnceOnlyViolation {
  service_id: Id;
  service_code: string;
  service_name: string;
  authority_id: Id;
  authority: string;
  service_status: 'draft' | 'published' | 'archived';
  evidence_id: Id;
  evidence_code: string;
  evidence_name: string;
  holder_agency: string;
  khur_service_code: string;
  annual_volume: number;
}

export interface OnceOnlyViolationList {
  items: OnceOnlyViolation[];
  total: number;
}

export interface Operator {
  id: Id;
  email: string;
  name: string;
  role: 'superadmin' | 'operator' | 'support' | 'auditor';
}

export interface OperatorAction {
  id: number;
  created_at: Timestamp;
  action: string;
  operator_id?: string;
  operator_name?: string;
  operator_email?: string;
  target_id?: string;
  reason?: string;
  request_id?: string;
  metadata: JsonObject;
}

export interface OperatorActionPage {
  items: OperatorAction[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface OperatorMe {
  operator: Operator;
  expires_at: Timestamp;
  stepped_up: boolean;
  stepped_up_until?: Timestamp;
  capabilities: ('tenant.read' | 'audit.read' | 'operator.read' | 'directory.read' | 'tenant.create')[];
}

export interface OperatorPoll {
  state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED';
  reason?: string;
  scanned?: boolean;
  return_required?: boolean;
}

export interface OperatorSession {
  operator: Operator;
  expires_at: Timestamp;
}

export interface Organisation {
  id: Id;
  reg_no: string;
  slug: string | null;
  name: string;
  name_latin: string;
  verified: boolean;
  my_role: MemberRole;
  named: boolean;
  checked_at: Timestamp | null;
  blocked: 'unproven' | 'nobody_named' | 'unconfirmed' | 'not_appointed' | null;
  created_by: Id | null;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface OrganisationBody {
  reg_no: string;
  name: string;
  name_latin?: string;
}

export interface OrganisationList {
  items: Organisation[];
  total: number;
}

export interface OrganisationNumber {
  reg_no: string;
}

export interface OrganisationRecord {
  reg_no: string;
  name: string;
  name_latin?: string;
  type: string;
  capital?: number;
  ceo?: string;
  ceo_position?: string;
  phone?: string;
  address?: string;
  industry: string[];
  founders: ({
    name: string;
    type: string;
    share_percent: number;
  })[];
  stake_holders: ({
    name: string;
    position: string;
  })[];
  org_id?: Id;
}

export interface Overview {
  open_applications: number;
  unread_notifications: number;
  unpaid_count: number;
  unpaid_amount: number;
  upcoming_count: number;
  issued_references: number;
  recent_applications: Application[];
  upcoming_appointments: Appointment[];
}

export interface OwnApplicationBody {
  name: string;
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
}

export interface OwnRoleInvitation {
  id: Id;
  role_id: number;
  role: string;
  authorities: string[];
  authorities_en: string[];
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface OwnRoleInvitationList {
  items: OwnRoleInvitation[];
  total: number;
}

export interface OwnSession {
  id: Id;
  current: boolean;
  method: 'eid' | 'social' | 'sso' | 'mfa';
  browser: string;
  system: string;
  ip: string;
  created_at: Timestamp;
  used_at: Timestamp;
  expires_at: Timestamp;
}

export interface OwnSessionList {
  items: OwnSession[];
  total: number;
}

export interface OwnedApplication {
  id: string;
  name: string;
  app_type: string;
  enabled: boolean;
  stage: 'trial' | 'live';
  created_at: Timestamp;
}

export interface OwnerOffer {
  id: Id;
  register: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A sentence that somebody wrote about a page, without who wrote it */
export interface PageComment {
  id: number;
  day: string;
  page: string;
  lang: 'mn' | 'en';
  helpful: boolean;
  text: string;
}

export interface PageCommentList {
  items: PageComment[];
  total: number;
}

/** Feedback on one page in a period */
export interface PageFeedback {
  page: string;
  helpful: number;
  unhelpful: number;
  comments: number;
}

export interface PageFeedbackList {
  items: PageFeedback[];
  total: number;
}

export interface PaperFromSpaceBody {
  name: string;
  slot?: string;
}

export interface PartiesOverview {
  items: ({
    party_id: Id;
    kind: 'organisation' | 'person' | 'child';
    name: string;
    asked: ({
      id: Id;
      reference_no: string;
      service_name: string;
      info_due_at: string | null;
    })[];
    unpaid_count: number;
    unpaid_amount: number;
    upcoming_appointments: ({
      id: Id;
      scheduled_at: Timestamp;
      service_name: string;
    })[];
    drafts: ({
      service_id: Id;
      passport_id: Id;
      service_name: string;
    })[];
  })[];
  total: number;
  incomplete: boolean;
}

export interface Passport {
  id: Id;
  code: string;
  authority_id: Id;
  authority: string;
  authority_en: string;
  authority_org_id: Id | null;
  target_group: string;
  target_group_en: string;
  output: string;
  output_en: string;
  keywords: string[];
  channels: string[];
  max_days: number;
  steps_count: number;
  annual_volume: number;
  proactivity: 'information' | 'online' | 'once_only' | 'proactive';
  life_event_id: Id | null;
  form: ServiceForm | null;
  name: string;
  name_en: string;
  category: string;
  category_en: string;
  description: string;
  description_en: string;
  legal_basis: string;
  legal_basis_en: string;
  fee: number;
  payment_required_before: 'review' | 'issue' | 'none';
  processing_time: string;
  cofog_code: string;
  cofog_label: string;
  main_activity: string;
  sdg_code: string;
  output_type: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit';
  output_ref_type: string;
  assurance_level: 'low' | 'substantial' | 'high';
  fulfilment: 'auto' | 'manual';
  has_discretion: boolean;
  has_assessment: boolean;
  sla_hours: number;
  tacit_approval: boolean;
  decision_signature: boolean;
  online: boolean;
  applicants: string[];
  life_event_ids: Id[];
  status: 'draft' | 'published' | 'archived';
  demo: boolean;
  version: number;
  published_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  evidences: PassportEvidence[];
}

export interface PassportBody {
  code: string;
  authority_id?: Id;
  authority?: string;
  authority_en?: string;
  authority_org_id?: Id | null;
  target_group?: string;
  target_group_en?: string;
  output?: string;
  output_en?: string;
  keywords?: string[];
  channels?: string[];
  max_days?: number;
  steps_count?: number;
  annual_volume?: number;
  proactivity?: 'information' | 'online' | 'once_only' | 'proactive';
  life_event_id?: Id | null;
  form?: ServiceForm | null;
  name: string;
  name_en?: string;
  category?: string;
  category_en?: string;
  description?: string;
  description_en?: string;
  legal_basis?: string;
  legal_basis_en?: string;
  fee?: number;
  payment_required_before?: 'review' | 'issue' | 'none';
  processing_time?: string;
  cofog_code?: string;
  cofog_label?: string;
  main_activity?: string;
  sdg_code?: string;
  output_type?: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit';
  output_ref_type?: string;
  assurance_level?: 'low' | 'substantial' | 'high';
  fulfilment?: 'auto' | 'manual';
  has_discretion?: boolean;
  has_assessment?: boolean;
  sla_hours?: number;
  tacit_approval?: boolean;
  decision_signature?: boolean;
  online?: boolean;
  applicants?: ('person' | 'child' | 'organisation')[];
  life_event_ids?: Id[];
}

export interface PassportEvidence {
  evidence_id: Id;
  code: string;
  name: string;
  name_en: string;
  required: boolean;
  from_citizen: boolean;
  in_khur: boolean;
  once_only_violation: boolean;
  note: string;
  note_en: string;
}

export interface PassportEvidenceBody {
  evidence_id: Id;
  required?: boolean;
  from_citizen?: boolean;
  note?: string;
  note_en?: string;
}

export interface PassportEvidencesBody {
  evidences: PassportEvidenceBody[];
  expected_updated_at?: Timestamp | null;
}

export interface PassportList {
  items: Passport[];
  total: number;
}

export interface PassportPublishPreview {
  cases: number;
  drafts: number;
  moves: boolean;
  authority: string;
  authority_en: string;
  officers: number;
}

export interface PassportReplacement {
  code?: string;
  authority_id?: Id;
  authority?: string;
  authority_en?: string;
  authority_org_id?: Id | null;
  target_group?: string;
  target_group_en?: string;
  output?: string;
  output_en?: string;
  keywords?: string[];
  channels?: string[];
  max_days?: number;
  steps_count?: number;
  annual_volume?: number;
  proactivity?: 'information' | 'online' | 'once_only' | 'proactive';
  life_event_id?: Id | null;
  form?: ServiceForm | null;
  name: string;
  name_en?: string;
  category?: string;
  category_en?: string;
  description?: string;
  description_en?: string;
  legal_basis?: string;
  legal_basis_en?: string;
  fee?: number;
  payment_required_before?: 'review' | 'issue' | 'none';
  processing_time?: string;
  cofog_code?: string;
  cofog_label?: string;
  main_activity?: string;
  sdg_code?: string;
  output_type?: 'Declaration' | 'Physical object' | 'Code' | 'Financial obligation' | 'Financial benefit' | 'Recognition' | 'Permit';
  output_ref_type?: string;
  assurance_level?: 'low' | 'substantial' | 'high';
  fulfilment?: 'auto' | 'manual';
  has_discretion?: boolean;
  has_assessment?: boolean;
  sla_hours?: number;
  tacit_approval?: boolean;
  decision_signature?: boolean;
  online?: boolean;
  applicants?: ('person' | 'child' | 'organisation')[];
  life_event_ids?: Id[];
  expected_updated_at?: Timestamp | null;
}

export interface PassportVersion {
  id: Id;
  service_id: Id;
  version: number;
  snapshot: Passport;
  change_note: string;
  is_baseline: boolean;
  steps_count: number;
  documents_count: number;
  max_days: number;
  fee: number;
  delta_steps: number;
  delta_documents: number;
  delta_days: number;
  delta_fee: number;
  published_at: Timestamp;
  published_by: Id | null;
}

export interface PassportVersionList {
  items: PassportVersion[];
  total: number;
}

export interface Payment {
  id: Id;
  title: string;
  category: 'tax' | 'fee' | 'fine';
  amount: number;
  currency: 'MNT';
  status: 'pending' | 'paid';
  due_date: Timestamp | null;
  paid_at: Timestamp | null;
  created_at: Timestamp;
  application_id?: Id;
  reference_no?: string;
  receipt_no?: string;
  checkout_url?: string;
  qr?: string;
}

export interface PaymentList {
  items: Payment[];
  total: number;
}

export type PdfWarning = 'script' | 'xfa_form' | 'broken_signature' | 'false_certification' | 'hidden_annotation' | 'stacked_annotations' | 'layers' | 'screen_and_print_differ' | 'drawn_differently' | 'content_elsewhere' | 'missing_object' | 'unlisted_object' | 'not_checked';

export interface Permission {
  key: string;
  label: string;
  category: string;
}

export interface PermissionList {
  items: Permission[];
  total: number;
}

export interface ProvideInfoBody {
  note?: string;
  evidence?: ({
    name: string;
    reference?: string;
  })[];
  payload?: Record<string, unknown>;
}

export interface PublicAuthority {
  id: Id;
  name: string;
  name_en: string;
  short_name: string;
  phone: string;
  email: string;
  website: string;
  offices: AuthorityOffice[];
}

export interface PublicAuthorityList {
  items: PublicAuthority[];
  total: number;
}

export interface PublicJwks {
  keys: ({
    kty: 'RSA' | 'EC' | 'OKP';
    kid?: string;
    use?: 'sig';
    alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519';
    key_ops?: ('verify')[];
    crv?: 'P-256' | 'Ed25519';
    n?: string;
    e?: string;
    x?: string;
    y?: string;
  })[];
}

/** Published article as Markdown, in both languages */
export interface PublishedKnowledgeArticle {
  slug: string;
  title: string;
  title_en: string;
  tags: string[];
  updated_at: Timestamp;
  content: string;
  content_en: string;
  sections: KnowledgeSection[];
  sections_en: KnowledgeSection[];
}

export interface QueueFilter {
  id: Id;
  name: string;
  view: 'open' | 'mine' | 'unassigned' | 'overdue' | 'due_soon' | 'due_today' | 'waiting' | 'to_deliver' | 'finished';
  service: string;
  only_mine: boolean;
}

export interface QueueFilterBody {
  name: string;
  view: 'open' | 'mine' | 'unassigned' | 'overdue' | 'due_soon' | 'due_today' | 'waiting' | 'to_deliver' | 'finished';
  service: string;
  only_mine: boolean;
}

export interface QueueFilterList {
  items: QueueFilter[];
  total: number;
}

export interface QueueItem {
  id: Id;
  on_behalf_of?: ApplicationOnBehalfOf;
  service_id: string | null;
  service_code: string;
  service_name: string;
  service_version: number | null;
  reference_no: string;
  status: ApplicationStatus;
  result: ApplicationResult;
  note: string;
  payload: JsonObject;
  evidence: ApplicationEvidence[];
  decision_note: string;
  due_at: string | null;
  fee_due_at: string | null;
  sla_breached: boolean;
  suspended: boolean;
  suspended_at: string | null;
  info_due_at: string | null;
  assigned: boolean;
  tacit: boolean;
  signature_required: boolean;
  output_ref_id: string | null;
  decided_at: string | null;
  submitted_at: Timestamp;
  answered_at: string | null;
  updated_at: string | null;
  fee: number;
  payment: 'none' | 'pending' | 'paid' | 'cancelled';
  user_id: Id;
  authority: string;
  authority_id: string | null;
  assigned_to: string | null;
  assigned_at: string | null;
  assigned_by: string | null;
  assigned_until: string | null;
  decided_by: string | null;
  applicant: {
    full_name: string;
    civil_id: string | null;
  };
}

export interface QueueItemPage {
  items: QueueItem[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface QueueStats {
  open: number;
  unassigned: number;
  mine: number;
  overdue: number;
  due_soon: number;
  due_today: number;
  waiting: number;
  awaiting_delivery: number;
}

/** Case in the queue of support */
export interface QueuedCase {
  id: Id;
  number: string;
  topic: 'sign_in' | 'application' | 'payment' | 'data' | 'technical' | 'other';
  status: 'open' | 'answered' | 'closed';
  created_at: Timestamp;
  updated_at: Timestamp;
  sender: string;
  email: string;
  assigned_to: Id | null;
  assignee: string;
  /** The first line of the question */
  beginning: string;
}

/** Case with its messages, for support; `reached_by` says how an answer reaches the sender */
export interface QueuedCaseDetail {
  id: Id;
  number: string;
  topic: 'sign_in' | 'application' | 'payment' | 'data' | 'technical' | 'other';
  status: 'open' | 'answered' | 'closed';
  created_at: Timestamp;
  updated_at: Timestamp;
  sender: string;
  email: string;
  assigned_to: Id | null;
  assignee: string;
  /** The first line of the question */
  beginning: string;
  page: string;
  lang: 'mn' | 'en';
  reached_by: 'portal' | 'mail' | 'nothing';
  messages: ({
    id: number;
    author: 'sender' | 'staff';
    name: string;
    text: string;
    created_at: Timestamp;
  })[];
}

export interface QueuedCasePage {
  items: QueuedCase[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface Readiness {
  status: boolean;
  checks: {
    database: string;
    bus: string;
    migrations: string;
    audit: string;
    files: string;
    seal: string;
  };
}

export interface Receipt {
  payment_id: Id;
  receipt_no: string;
  title: string;
  category: 'tax' | 'fee' | 'fine';
  amount: number;
  currency: 'MNT';
  paid_at: Timestamp;
  payer: string;
  issuer: string;
  application_id?: Id;
  reference_no?: string;
}

export interface ReceivedInvitation {
  id: Id;
  org_id: Id;
  organisation: string;
  organisation_latin: string;
  reg_no: string;
  verified: boolean;
  role: MemberRole;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface ReceivedInvitationList {
  items: ReceivedInvitation[];
  total: number;
}

export interface ReceivedOwnerOffer {
  id: Id;
  application_id: string;
  name: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface ReceivedOwnerOfferList {
  items: ReceivedOwnerOffer[];
  total: number;
}

export interface Reference {
  id: Id;
  type: string;
  title: string;
  reference_no: string;
  status: 'issued' | 'expired';
  issued_at: Timestamp;
  valid_until: Timestamp | null;
  data: {
    holder: {
      full_name: string;
      full_name_en: string;
      civil_id: string | null;
    };
    requested_by?: ReferenceName;
    service_code?: string;
    authority?: ReferenceWords;
    purpose?: ReferenceWords;
    statement?: ReferenceWords;
    facts?: ({
      name: string;
      label: ReferenceWords;
      value: ReferenceWords;
    })[];
    source?: {
      register: string;
      name: ReferenceWords;
      keeper: ReferenceWords;
      read_at: Timestamp;
    };
  };
  seal_level?: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
}

export interface ReferenceList {
  items: Reference[];
  total: number;
}

export interface ReferenceName {
  full_name: string;
  full_name_en: string;
}

export interface ReferenceVerification {
  reference_no: string;
  type: string;
  title: string;
  status: 'issued' | 'expired';
  issued_at: Timestamp;
  valid_until: Timestamp | null;
  issued_on: string;
  valid_until_on: string | null;
  authority: string | null;
  seal: {
    name: string;
    level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
    sealed_at: Timestamp;
  } | null;
  holder: ReferenceName;
  certified: {
    statement: string;
    purpose: string;
    facts: ({
      name: string;
      label: string;
      value: string;
    })[];
    source: {
      register: string;
      keeper: string;
      read_at: Timestamp;
      read_on: string;
    };
  } | null;
}

export interface ReferenceWords {
  mn: string;
  en: string;
}

export interface RegisteredClient {
  client_id: string;
  client_name: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  scopes: string[];
  grant_types: string[];
  response_types: string[];
  subject_type: string;
  public: boolean;
  token_endpoint_auth_method: string;
  backchannel_logout_uri?: string;
  id_token_signed_response_alg: 'RS256' | 'PS256' | 'ES256';
  require_pkce: boolean;
  id_token_claims: boolean;
  created_at: string;
  updated_at: string | null;
  client_secret?: string;
}

export interface RegisteredClientBody {
  client_name: string;
  redirect_uris: string[];
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post';
  backchannel_logout_uri?: string | null;
  id_token_signed_response_alg?: 'RS256' | 'PS256' | 'ES256';
  require_pkce?: boolean;
  id_token_claims?: boolean;
  post_logout_redirect_uris?: string[];
  scopes?: ('openid' | 'profile' | 'email' | 'offline_access' | 'tools:host_status' | 'tools:execute_command' | 'tools:search_memory' | 'tools:record_insight' | 'tools:rebrand_system' | 'tools:synthesize_skill' | 'tools:skills')[];
  grant_types?: ('authorization_code' | 'refresh_token' | 'client_credentials')[];
  subject_type?: 'public';
  public?: boolean;
  client_id?: string;
}

export interface RegisteredClientChange {
  client_name?: string;
  redirect_uris?: string[];
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post';
  backchannel_logout_uri?: string | null;
  id_token_signed_response_alg?: 'RS256' | 'PS256' | 'ES256';
  require_pkce?: boolean;
  id_token_claims?: boolean;
  post_logout_redirect_uris?: string[];
  scopes?: ('openid' | 'profile' | 'email' | 'offline_access' | 'tools:host_status' | 'tools:execute_command' | 'tools:search_memory' | 'tools:record_insight' | 'tools:rebrand_system' | 'tools:synthesize_skill' | 'tools:skills')[];
  grant_types?: ('authorization_code' | 'refresh_token' | 'client_credentials')[];
  subject_type?: 'public';
  public?: boolean;
  client_id?: string;
}

export interface RegisteredClientList {
  items: RegisteredClient[];
  total: number;
}

export interface RegisteredOrganisation {
  reg_no: string;
  name: string;
  name_latin?: string;
  type?: string;
  ceo?: string;
  address?: string;
  industry: string[];
  tenant_id?: Id;
  slug?: string;
}

export interface RegisteredPerson {
  user_id?: Id;
  register: string;
  first_name: string;
  last_name: string;
  full_name_en?: string;
  eid_verified: boolean;
  eid_verified_at?: Timestamp;
  kyc_level?: string;
}

export interface RegistrationCheck {
  items: ({
    check: 'enabled' | 'redirect_uris' | 'post_logout' | 'pkce' | 'back_channel' | 'sign_in' | 'secret' | 'scopes' | 'problems';
    state: 'ok' | 'warning' | 'problem';
    reason: 'fine' | 'off' | 'loopback' | 'none' | 'waived' | 'unreachable' | 'status' | 'never' | 'ending' | 'refused';
    value?: string;
  })[];
  total: number;
  simulator_url?: string;
}

export interface RegistryOverview {
  total_services: number;
  published_services: number;
  draft_services: number;
  archived_services: number;
  life_events: number;
  evidences: number;
  evidences_in_khur: number;
  once_only_violations: number;
  once_only_annual_hits: number;
  by_proactivity: {
    information: number;
    online: number;
    once_only: number;
    proactive: number;
  };
  avg_max_days: number;
  manages_shared: boolean;
}

export interface RelayAssignment {
  id: Id;
  request_id: Id;
  platform_id: Id;
  platform_name: string;
  status: 'pending' | 'acknowledged' | 'in_progress' | 'overdue' | 'done' | 'rejected';
  due_at: Timestamp;
  dispatched_at?: Timestamp;
  responded_at?: Timestamp;
  result?: unknown;
  reminders_sent: number;
  escalated: boolean;
}

export interface RelayAttempt {
  attempt: number;
  at: Timestamp;
  status: number | null;
  duration_ms: number;
  answer: string;
  problem: string;
}

export interface RelayDeadLetter {
  id: Id;
  platform_id: Id;
  platform_name: string;
  request_id: Id;
  assignment_id?: Id;
  event: string;
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  next_at?: Timestamp;
  finished_at?: Timestamp;
  receipt: 'none' | 'valid' | 'unchecked';
  created_at: Timestamp;
  service_code: string;
  title: string;
  last?: RelayAttempt;
}

export interface RelayDeadLetterList {
  items: RelayDeadLetter[];
  total: number;
}

export interface RelayDelivery {
  id: Id;
  platform_id: Id;
  platform_name: string;
  request_id: Id;
  assignment_id?: Id;
  event: string;
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  next_at?: Timestamp;
  finished_at?: Timestamp;
  receipt: 'none' | 'valid' | 'unchecked';
  created_at: Timestamp;
}

export interface RelayDeliveryDetail {
  id: Id;
  platform_id: Id;
  platform_name: string;
  request_id: Id;
  assignment_id?: Id;
  event: string;
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  next_at?: Timestamp;
  finished_at?: Timestamp;
  receipt: 'none' | 'valid' | 'unchecked';
  created_at: Timestamp;
  timeline: RelayAttempt[];
}

export interface RelayDeliveryDetailList {
  items: RelayDeliveryDetail[];
  total: number;
}

export interface RelayDeliveryList {
  items: RelayDelivery[];
  total: number;
}

export interface RelayEvent {
  id: string;
  request_id: Id;
  assignment_id?: Id;
  /** Of the assignment */
  platform_name?: string;
  type: string;
  detail: string;
  created_at: Timestamp;
}

export interface RelayOverview {
  received_today: number;
  in_progress: number;
  overdue: number;
  fulfilled: number;
  total: number;
  sla_compliance_pct: number;
  avg_fulfill_mins: number;
  status_buckets: ({
    status: 'received' | 'dispatched' | 'in_progress' | 'overdue' | 'fulfilled' | 'rejected';
    count: number;
  })[];
  platforms: RelayPlatformFigures[];
  recent_events: RelayEvent[];
  /** The demonstration may be loaded: `POST /relay/demo` */
  may_seed: boolean;
  period?: {
    days: number;
    step: 'hour' | 'day';
    points: ({
      at: Timestamp;
      received: number;
      /** Assignments of then that were answered or came due */
      settled: number;
      on_time: number;
    })[];
    platforms: RelayPlatformFigures[];
  };
}

export interface RelayPlatform {
  id: Id;
  code: string;
  name: string;
  direction: 'upstream' | 'downstream';
  endpoint_url: string;
  supervisor_contact: string;
  enabled: boolean;
  signature: 'relay' | 'standard' | 'standard_ed25519';
  public_key: string;
  /** The keys that receipts of the platform were checked with */
  receipt_key_ids: string[];
  paused: boolean;
  health: 'unknown' | 'well' | 'ill' | 'recovered';
  circuit: 'closed' | 'open' | 'half_open';
  open_until?: Timestamp;
  /** Failed deliveries in a row */
  failures: number;
  ill_since?: Timestamp;
  recovered_at?: Timestamp;
  delivered_at?: Timestamp;
  waiting: number;
  dead: number;
  secrets: RelaySecret[];
  created_at: Timestamp;
}

export interface RelayPlatformFigures {
  platform_id: Id;
  platform_name: string;
  total: number;
  done: number;
  overdue: number;
  pending: number;
  compliance_pct: number;
}

export interface RelayPlatformList {
  items: RelayPlatform[];
  total: number;
}

export interface RelayRequest {
  id: Id;
  source_platform: string;
  external_ref: string;
  service_code: string;
  title: string;
  payload?: unknown;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  received_at: Timestamp;
  due_at: Timestamp;
  status: 'received' | 'dispatched' | 'in_progress' | 'overdue' | 'fulfilled' | 'rejected';
  result?: unknown;
  fulfilled_at?: Timestamp;
  breach_notified: boolean;
  confidential?: true;
}

export interface RelayRequestPage {
  items: RelayRequest[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface RelayRoute {
  id: Id;
  service_code: string;
  platform_id: Id;
  platform_name: string;
  sla_minutes: number;
  fallback_platform_id?: Id;
  fallback_platform_name?: string;
  created_at: Timestamp;
}

export interface RelayRouteList {
  items: RelayRoute[];
  total: number;
}

export interface RelaySecret {
  id: Id;
  created_at: Timestamp;
  expires_at?: Timestamp;
}

export interface RelayTest {
  ok: boolean;
  status: number | null;
  duration_ms: number;
  answer: string;
  problem: string;
  /** The platform publishes keys for receipts */
  receipt_keys: boolean;
}

export interface ReplyTemplate {
  id: Id;
  authority: string;
  authority_id: Id;
  service_id: Id | null;
  kind: 'ask' | 'approve' | 'refuse';
  title: string;
  title_en: string;
  body: string;
  body_en: string;
  updated_at: Timestamp;
}

export interface ReplyTemplateBody {
  authority: string;
  service_id: Id | null;
  kind: 'ask' | 'approve' | 'refuse';
  title: string;
  title_en: string;
  body: string;
  body_en: string;
}

export interface ReplyTemplateList {
  items: ReplyTemplate[];
  total: number;
}

export interface Representation {
  org_etsi: string;
  org_register: string;
  org_name: string;
  org_name_en?: string;
  role?: string;
  right_type?: 'ADMIN' | 'MANAGER';
  valid_from?: Timestamp;
  valid_to?: Timestamp;
}

export interface RepresentationList {
  items: Representation[];
  total: number;
}

export interface Role {
  id: number;
  key: string;
  name: string;
  description: string;
  is_system: boolean;
  permissions: string[];
}

export interface RoleBody {
  name: string;
  key?: string;
  description?: string;
  permissions?: string[];
}

export interface RoleChange {
  name: string;
  description?: string;
  permissions?: string[];
  /** An administrator accepts that only administrators see the cases from then on */
  confirm_unattended?: boolean;
}

export interface RoleInvitation {
  id: Id;
  role_id: number;
  role: string;
  authorities: string[];
  authorities_en: string[];
  created_at: Timestamp;
  expires_at: Timestamp;
  register: string;
  email?: string;
  letters: number;
  letter_at?: Timestamp;
  invited_by: Id;
  inviter: string;
}

export interface RoleInvitationBody {
  register: string;
  role_id: number;
  authorities?: string[];
  email?: string;
  days?: number;
}

export interface RoleInvitationList {
  items: RoleInvitation[];
  total: number;
}

export interface RoleList {
  items: Role[];
  total: number;
}

export interface RotateSecretBody {
  grace_seconds?: number;
}

export interface RotatedSecret {
  client_id: string;
  client_secret: string;
}

export interface SavedSpaceFile {
  name: string;
  size: number;
  used: number;
  limit: number;
}

export interface SecondFactorSession {
  id: Id;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  first_name_en: string;
  last_name_en: string;
  civil_id?: string;
  ge_id?: string;
  eid?: EidIdentity;
  eid_proxy?: boolean;
  social?: SocialAccount;
  token: string;
  refresh_token: string;
  access_expires_at: Timestamp;
  refresh_expires_at: Timestamp;
  used_recovery_code: boolean;
  recovery_codes_left: number;
}

export interface SecurityEvent {
  id: number;
  received_at: Timestamp;
  user_id?: string;
  kind: string;
  severity?: 'low' | 'medium' | 'high' | 'critical';
  source?: string;
  user_agent?: string;
  ip?: string;
  detail?: unknown;
}

export interface SecurityEventPage {
  items: SecurityEvent[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface SecurityHistoryEntry {
  id: number;
  at: Timestamp;
  kind: 'sign_in' | 'sign_in_failed' | 'session_ended' | 'sessions_ended' | 'session_reused' | 'contact_proven' | 'contact_removed' | 'contact_code_wrong' | 'social_linked' | 'social_unlinked' | 'app_allowed' | 'app_withdrawn' | 'data_asked' | 'data_downloaded' | 'erasure_asked' | 'erasure_withdrawn' | 'number_changed' | 'number_passed';
  browser: string;
  system: string;
  ip: string;
  method?: 'eid' | 'social' | 'sso' | 'mfa';
  reason?: string;
  new_device?: true;
  contact?: 'email' | 'phone';
  application?: string;
}

export interface SecurityHistoryEntryPage {
  items: SecurityHistoryEntry[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface SecurityReportBody {
  kind: string;
  severity?: 'low' | 'medium' | 'high' | 'critical';
  source?: string;
  detail?: Record<string, string | number | boolean | null | (string | number | boolean | null)[] | Record<string, string | number | boolean | null>>;
}

export interface SentFile {
  id: string;
  name: string;
}

export interface ServiceForm {
  type: 'object';
  properties: Record<string, FormField>;
  required?: string[];
  additionalProperties: false;
  'x-sections': ({
    'x-title': FormWords;
    'x-help'?: FormWords;
    'x-when'?: FormCondition;
    fields: string[];
  })[];
  'x-papers'?: FormPaper[];
  'x-collect'?: {
    office?: string;
    ready_days?: number;
    bring?: ({
      'x-title': FormWords;
      'x-when'?: FormCondition;
    })[];
  };
}

export interface ServiceLifeEvent {
  code: string;
  name: string;
  kind: 'life' | 'business';
  eu_code: string;
  en_label: string;
}

export interface ServiceLifeEventList {
  items: ServiceLifeEvent[];
  total: number;
}

export interface Session {
  id: Id;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  first_name_en: string;
  last_name_en: string;
  civil_id?: string;
  ge_id?: string;
  eid?: EidIdentity;
  eid_proxy?: boolean;
  social?: SocialAccount;
  token: string;
  refresh_token: string;
  access_expires_at: Timestamp;
  refresh_expires_at: Timestamp;
}

export interface ShownGuideStep {
  id: Id;
  how: 'online' | 'in_person' | 'automatic';
  title: string;
  title_en: string;
  body: string;
  body_en: string;
  service: GuideService | null;
}

export interface SignCheck {
  warnings: PdfWarning[];
}

export interface SignInMethods {
  mode: 'provider' | 'client';
  sso_issuer: string;
  provider: boolean;
  social: boolean;
  superadmin_social: boolean;
}

export interface SignRequest {
  id: Id;
  title: string;
  order: 'sequence' | 'any';
  state: 'open' | 'completed' | 'declined' | 'withdrawn' | 'expired';
  deadline: Timestamp;
  created_at: Timestamp;
  closed_at?: Timestamp;
  sender_name: string;
  is_sender: boolean;
  signed: number;
  parties_total: number;
  message: string;
  filename: string;
  size: number;
  parties: SignRequestParty[];
  sign_as?: Id;
  decline_as?: Id;
  session_id?: string;
  is_busy: boolean;
  level?: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  shortfall?: string;
  has_document: boolean;
  document_id?: Id;
  can_remind_at?: Timestamp;
}

export interface SignRequestItem {
  id: Id;
  title: string;
  order: 'sequence' | 'any';
  state: 'open' | 'completed' | 'declined' | 'withdrawn' | 'expired';
  deadline: Timestamp;
  created_at: Timestamp;
  closed_at?: Timestamp;
  sender_name: string;
  is_sender: boolean;
  signed: number;
  parties_total: number;
  my_turn: boolean;
}

export interface SignRequestParty {
  id: Id;
  place: number;
  kind: 'person' | 'organisation';
  name: string;
  register: string;
  state: 'pending' | 'signed' | 'declined';
  is_me: boolean;
  organisation?: string;
  seen_at?: Timestamp;
  settled_at?: Timestamp;
  reason?: string;
  level?: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  shortfall?: string;
}

export interface SignSession {
  session_id: string;
  state: 'running' | 'completed' | 'failed' | 'expired' | 'rejected';
  filename: string;
  document_hash: string;
  verification_code: string;
  reason?: string;
  signer_name?: string;
  on_behalf_of_name?: string;
  level?: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  target?: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  shortfall?: string;
  request_id?: Id;
  completed_at?: Timestamp;
  confirm_by?: Timestamp;
  expires_at: Timestamp;
}

export interface SignedDocument {
  id: Id;
  name: string;
  size: number;
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  target: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
  shortfall?: string;
  signed_at: Timestamp;
  created_at: Timestamp;
  request_id?: Id;
}

export interface SignedDocumentList {
  items: SignedDocument[];
  total: number;
}

export interface Signer {
  person_etsi: string;
  reg_no?: string;
  name?: string;
  name_en?: string;
  role?: string;
  right_type: 'ADMIN' | 'MANAGER';
  status: 'ACTIVE' | 'PENDING';
  source: string;
  self: boolean;
}

export interface SignerBody {
  signer_reg_no: string;
  role?: string;
}

export interface SignerChange {
  signers: Signer[];
  pending_confirmation?: {
    signer_etsi: string;
    signer_reg_no?: string;
    session_id: string;
  };
}

export interface SignerList {
  items: Signer[];
  total: number;
}

export interface SignerOrganisation {
  org_register: string;
  org_name: string;
  org_name_en: string;
  role: string;
}

export interface SignerOrganisationList {
  items: SignerOrganisation[];
  total: number;
}

export interface SiteLook {
  appearance: Appearance;
  theme: Theme | null;
}

export interface Skill {
  name: string;
  description: string;
  command_template: string;
  argv: string[];
  params: string[];
  created_by: string;
  created_at: Timestamp;
}

export interface SkillList {
  items: Skill[];
  total: number;
}

export interface SocialAccount {
  provider: string;
  email: string;
  email_verified: boolean;
  name: string;
  picture: string;
  linked_at: Timestamp;
}

export interface SocialLink {
  linked: boolean;
  provider: string | null;
  email_masked?: string;
  linked_at?: Timestamp;
}

export interface SocialSignIn {
  mfa_required?: boolean;
  mfa_token?: string;
  linked?: boolean;
  user?: Session;
  link_token?: string;
  email?: string;
}

export interface SocialStart {
  auth_url: string;
  redirect_uri: string;
  state: string;
  nonce: string;
  code_verifier: string;
}

export interface SpaceFile {
  name: string;
  size: number;
  mod_time: Timestamp;
  type: 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp' | 'image/tiff' | 'image/heic' | 'image/avif' | 'text/plain' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.openxmlformats-officedocument.presentationml.presentation' | 'application/vnd.oasis.opendocument.text' | 'application/vnd.oasis.opendocument.spreadsheet' | 'application/vnd.oasis.opendocument.presentation' | 'application/msword' | 'application/vnd.ms-excel' | 'application/vnd.ms-powerpoint' | 'application/zip' | 'application/vnd.etsi.asic-e+zip' | 'application/pkcs7-signature' | 'audio/mpeg' | 'audio/mp4' | 'audio/aac' | 'audio/wav' | 'audio/ogg' | 'audio/flac' | 'audio/amr' | 'video/mp4' | 'video/quicktime' | 'video/webm' | 'video/matroska' | 'video/3gpp';
  state: 'ready' | 'waiting' | 'infected' | 'unscannable';
}

export interface SpaceList {
  files: SpaceFile[];
  used: number;
  limit: number;
}

export interface SpaceRoom {
  used: number;
  limit: number;
}

export interface SsoSession {
  token?: string;
  refresh_token?: string;
  access_expires_at?: Timestamp;
  refresh_expires_at?: Timestamp;
  sso_logout_ref?: string;
  user_id?: Id;
  username?: string;
  user?: User;
  next?: string;
  mfa_required?: boolean;
  mfa_token?: string;
}

export interface SsoStart {
  auth_url: string;
}

export interface StepUp {
  sid: string;
  verification_code: string;
  expires_at: Timestamp;
  state: 'PENDING';
}

export interface StepUpPoll {
  state: 'PENDING' | 'COMPLETE' | 'EXPIRED' | 'REFUSED';
  reason?: string;
}

export interface StoreApp {
  id: string;
  slug: string;
  name: string;
  description: string;
  icon_url: string;
  category: string;
  visibility: 'public' | 'private';
  version: string;
  manifest: AppManifest;
  translations?: {
    mn?: AppWords;
    en?: AppWords;
  };
  installed: boolean;
  enabled: boolean;
  installed_version?: string;
  latest_version: string;
  update_available: boolean;
}

export interface StoreAppList {
  items: StoreApp[];
  total: number;
}

export interface Success {
  status: true;
  message: string;
  data: unknown;
  request_id: string;
}

export interface SuperAdmin {
  id: Id;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface SuperAdminBody {
  register: string;
  first_name?: string;
  last_name?: string;
  first_name_en?: string;
  last_name_en?: string;
  email?: string;
}

export interface SuperAdminInvite {
  email: string;
  invited_by: Id | null;
  created_at: Timestamp;
  accepted_at: Timestamp | null;
  pending: boolean;
}

export interface SuperAdminInviteList {
  items: SuperAdminInvite[];
  total: number;
}

export interface SuperAdminList {
  items: SuperAdmin[];
  total: number;
}

/** Own case of support */
export interface SupportCase {
  id: Id;
  number: string;
  topic: 'sign_in' | 'application' | 'payment' | 'data' | 'technical' | 'other';
  status: 'open' | 'answered' | 'closed';
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Question to support */
export interface SupportCaseBody {
  topic: 'sign_in' | 'application' | 'payment' | 'data' | 'technical' | 'other';
  text: string;
  page?: string;
}

/** Own case with its messages */
export interface SupportCaseDetail {
  id: Id;
  number: string;
  topic: 'sign_in' | 'application' | 'payment' | 'data' | 'technical' | 'other';
  status: 'open' | 'answered' | 'closed';
  created_at: Timestamp;
  updated_at: Timestamp;
  page: string;
  messages: ({
    id: number;
    author: 'sender' | 'staff';
    text: string;
    created_at: Timestamp;
  })[];
}

export interface SupportCasePage {
  items: SupportCase[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

/** Member of support */
export interface SupportStaff {
  id: Id;
  name: string;
}

export interface SupportStaffList {
  items: SupportStaff[];
  total: number;
}

export interface TeamFigures {
  open: number;
  late: number;
  decided: number;
  decided_late: number;
  median_hours: number | null;
  p90_hours: number | null;
  services: ({
    code: string;
    name: string;
    open: number;
    late: number;
    decided: number;
    decided_late: number;
    median_hours: number | null;
    p90_hours: number | null;
  })[];
  weeks: ({
    week: string;
    decided: number;
    decided_late: number;
    median_hours: number | null;
    p90_hours: number | null;
  })[];
}

export interface Tenant {
  id: Id;
  slug: string | null;
  name: string;
  registration_number: string | null;
  created_at: Timestamp;
  user_count: number;
  app_count: number;
  invitation_pending: boolean;
}

export interface TenantBulk {
  items: TenantBulkOutcome[];
}

export interface TenantBulkBody {
  organisations: ({
    name?: string | number | boolean | null;
    slug?: string | number | boolean | null;
    admin_email?: string | number | boolean | null;
    reason?: string | number | boolean | null;
    admin_user_id?: string | number | boolean | null;
  })[];
}

export interface TenantBulkOutcome {
  index: number;
  slug: string;
  name: string;
  result: 'created' | 'exists' | 'error';
  tenant_id?: Id;
  invited?: boolean;
  error?: string;
  message?: string;
}

export interface TenantPage {
  items: Tenant[];
  total: number;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface Theme {
  id: Id;
  name: string;
  config: ThemeConfig;
  is_active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface ThemeBody {
  name: string;
  config?: ThemeConfig;
}

export interface ThemeConfig {
  appearance?: {
    mode?: 'light' | 'dark' | 'system';
    font?: 'inter' | 'serif' | 'system';
    style?: 'comfortable' | 'compact';
    colors?: {
      bg?: string;
      surface?: string;
      surface2?: string;
      fg?: string;
      muted?: string;
      border?: string;
      borderStrong?: string;
      primary?: string;
      gold?: string;
      success?: string;
      danger?: string;
      lpNavy?: string;
      lpHeader?: string;
    };
  };
  landing?: {
    mn?: Record<string, string>;
    en?: Record<string, string>;
  };
}

export interface ThemeList {
  items: Theme[];
  total: number;
}

export type Timestamp = string;

export interface ToolCall {
  id: number;
  occurred_at: Timestamp;
  tool: string;
  caller: string;
  actor_user_id: Id | null;
  outcome: string;
  arguments: string[];
  exit_code: number | null;
  duration_ms: number | null;
  request_id: string | null;
}

export interface ToolCallPage {
  items: ToolCall[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface ToolFailure {
  /** It did not run, or not to its end */
  success: false;
  /** What there is of it, as the output of a command that failed */
  data: Record<string, unknown>;
  /** <code>: <message> */
  error: string;
}

export interface ToolKey {
  id: string;
  name: string;
  display: string;
  surfaces: string[];
  scopes: string[] | null;
  created_at: Timestamp | null;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  from_environment: boolean;
}

export interface ToolKeyBody {
  name: string;
  /** What it opens; the tools alone when omitted */
  surfaces?: ('admin' | 'tools')[];
  /** The tools it may call, one by one; none when omitted */
  scopes?: ('tools:host_status' | 'tools:execute_command' | 'tools:search_memory' | 'tools:record_insight' | 'tools:rebrand_system' | 'tools:synthesize_skill' | 'tools:skills')[];
  /** It ends after so many days, 90 when omitted; null: never */
  days?: number | null;
}

export interface ToolKeyList {
  items: ToolKey[];
  total: number;
}

export interface TotpSecret {
  secret: string;
  otpauth_url: string;
  step: 'totp';
}

export interface UploadedImage {
  type: 'image/png' | 'image/jpeg';
  size_bytes: number;
  sha256: string;
  state: 'ready' | 'waiting' | 'infected' | 'unscannable';
}

export interface Upstream {
  id: string;
  name: string;
  protocol: string;
  host: string;
  port: number;
  path: string;
  retries: number;
  connect_timeout_ms: number;
  max_body_bytes: number;
  tags: string[];
  enabled: boolean;
  scope: string;
  created_at: string;
  updated_at: string | null;
}

export interface UpstreamBody {
  name: string;
  protocol?: 'http' | 'https';
  host: string;
  port?: number;
  path?: string;
  retries?: number;
  connect_timeout_ms?: number;
  /** Largest request body, 100 MiB by default; a larger one gets 413. Counted while streaming, so it also applies without a Content-Length */
  max_body_bytes?: number;
  tags?: string[];
  enabled?: boolean;
}

export interface UpstreamList {
  items: Upstream[];
  total: number;
}

export interface User {
  id: Id;
  username: string;
  first_name: string;
  last_name: string;
  full_name: string;
  full_name_en: string;
  email: string;
  role_id: number;
  role: string;
  active: boolean;
  created_at: Timestamp;
  updated_at: Timestamp | null;
  first_name_en: string;
  last_name_en: string;
  civil_id?: string;
  ge_id?: string;
  eid?: EidIdentity;
  eid_proxy?: boolean;
  social?: SocialAccount;
}

export interface VerificationView {
  indication: 'TOTAL_PASSED' | 'TOTAL_FAILED' | 'INDETERMINATE';
  reason: 'FORMAT_FAILURE' | 'HASH_FAILURE' | 'SIG_CRYPTO_FAILURE' | 'SIG_CONSTRAINTS_FAILURE' | 'NO_SIGNING_CERTIFICATE_FOUND' | 'NO_CERTIFICATE_CHAIN_FOUND' | 'CHAIN_CONSTRAINTS_FAILURE' | 'CRYPTO_CONSTRAINTS_FAILURE' | 'OUT_OF_BOUNDS_NO_POE' | 'NOT_YET_VALID' | 'REVOKED_NO_POE' | 'REVOKED_CA_NO_POE' | 'TRY_LATER' | 'TIMESTAMP_ORDER_FAILURE' | 'PICTURE_NOT_COMPARED' | 'CHANGES_NOT_PROVEN' | 'NO_SIGNATURE' | 'NOT_A_PDF' | 'UNREADABLE' | 'ENCRYPTED' | 'TOO_COMPLEX' | 'TIMED_OUT' | null;
  text: ReferenceWords;
  lasting: boolean | null;
  lasting_reason: LastingReason | null;
  signatures: ({
    field: string;
    indication: 'TOTAL_PASSED' | 'TOTAL_FAILED' | 'INDETERMINATE';
    reason: 'FORMAT_FAILURE' | 'HASH_FAILURE' | 'SIG_CRYPTO_FAILURE' | 'SIG_CONSTRAINTS_FAILURE' | 'NO_SIGNING_CERTIFICATE_FOUND' | 'NO_CERTIFICATE_CHAIN_FOUND' | 'CHAIN_CONSTRAINTS_FAILURE' | 'CRYPTO_CONSTRAINTS_FAILURE' | 'OUT_OF_BOUNDS_NO_POE' | 'NOT_YET_VALID' | 'REVOKED_NO_POE' | 'REVOKED_CA_NO_POE' | 'TRY_LATER' | 'TIMESTAMP_ORDER_FAILURE' | 'PICTURE_NOT_COMPARED' | 'CHANGES_NOT_PROVEN' | 'NO_SIGNATURE' | 'NOT_A_PDF' | 'UNREADABLE' | 'ENCRYPTED' | 'TOO_COMPLEX' | 'TIMED_OUT' | null;
    text: ReferenceWords;
    lasting: boolean | null;
    lasting_reason: LastingReason | null;
    problems: ({
      code: 'BYTE_RANGE_MISSING' | 'BYTE_RANGE_NOT_FROM_START' | 'BYTE_RANGE_OUTSIDE_FILE' | 'BYTE_RANGE_GAP' | 'CONTENTS_NOT_IN_GAP' | 'SIGNATURE_AMBIGUOUS' | 'COVERS_PART_OF_REVISION' | 'REVISION_BYPASSED' | 'SIGNATURE_REMOVED' | 'SIGNATURE_DUPLICATED' | 'TIMESTAMP_UNREADABLE' | 'TIMESTAMP_WEAK' | 'TIMESTAMP_SIGNATURE_WRONG' | 'TIMESTAMP_FOR_OTHER_DATA' | 'TIMESTAMP_AUTHORITY_NOT_PERMITTED' | 'CMS_UNREADABLE' | 'CMS_FOLLOWED_BY_DATA' | 'CMS_ATTRIBUTE_MISSING' | 'CMS_ATTRIBUTES_NOT_SORTED' | 'DIGEST_DIFFERS' | 'SIGNATURE_VALUE_WRONG' | 'SIGNER_CERTIFICATE_MISSING' | 'SIGNER_CERTIFICATE_NOT_NAMED' | 'ALGORITHM_TOO_WEAK' | 'KIND_NOT_SUPPORTED' | 'KEY_NOT_FOR_SIGNING' | 'CLAIMED_TIME_IMPOSSIBLE' | 'TIMESTAMP_AUTHORITY_NOT_TRUSTED' | 'TIMESTAMPS_OUT_OF_ORDER' | 'CHANGED_AFTER_SIGNING' | 'REVOCATION_STALE' | 'REVOCATION_MISSING';
      text: ReferenceWords;
    })[];
    signer: {
      name: string | null;
      register_number: string | null;
      civil_id: string | null;
      organisation: {
        name: string | null;
        register_number: string | null;
      } | null;
      role: string | null;
      certificate_serial: string;
      is_platform: boolean;
    } | null;
    signed_at: Timestamp | null;
    time_source: 'timestamp' | 'document_timestamp' | 'claimed' | null;
    claimed_at: Timestamp | null;
    level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
    certified: number | null;
    certificate: {
      valid_from: Timestamp;
      valid_until: Timestamp;
      checked_at: Timestamp;
      issuer: string | null;
      revocation: {
        status: 'good' | 'revoked' | 'stale' | 'unknown';
        kind: 'ocsp' | 'crl' | null;
        produced_at: Timestamp | null;
        next_at: Timestamp | null;
        revoked_at: Timestamp | null;
        embedded: boolean;
      };
    } | null;
    coverage: {
      whole_file: boolean;
      bytes: number;
      signed_bytes: number;
      file_bytes: number;
      version: number | null;
      versions: number;
    };
    picture: {
      status: 'not_needed' | 'same' | 'covered' | 'filled' | 'marked' | 'differs' | 'partly' | 'not_compared';
      pages: number;
      compared: number;
      changed_pages: number[];
    };
    timestamps: VerifiedTimestamp[];
    changes: ({
      code: 'EVIDENCE_ADDED' | 'DOCUMENT_TIMESTAMP_ADDED' | 'SIGNATURE_ADDED' | 'FORM_FILLED' | 'NOTE_ADDED' | 'MARK_ADDED' | 'MARK_BESIDE_CONTENT' | 'CONTENT_COVERED' | 'INFORMATION_UPDATED' | 'CONTENT_REPLACED' | 'OVERLAY_REMOVED' | 'HIDDEN_CONTENT_ACTIVATED' | 'FONT_REPLACED' | 'RESOURCE_REPLACED' | 'DANGLING_REFERENCE_FILLED' | 'ANNOTATION_ADDED' | 'ANNOTATION_CHANGED' | 'ANNOTATION_REMOVED' | 'FIELD_ADDED' | 'FIELD_VALUE_REPLACED' | 'FIELD_APPEARANCE_REPLACED' | 'FIELD_UNCLEAR' | 'FIELD_MOVED' | 'FIELD_CHANGED' | 'FIELD_OVER_CONTENT' | 'NOTE_OVER_CONTENT' | 'SIGNATURE_MARK_OVER_PAGE' | 'UNTRUSTED_SIGNATURE_MARK' | 'PAGES_CHANGED' | 'PAGE_CHANGED' | 'LAYERS_CHANGED' | 'SCRIPT_ADDED' | 'CATALOG_CHANGED' | 'CATALOG_REPLACED' | 'INFORMATION_CHANGED' | 'PERMISSIONS_CHANGED' | 'OBJECT_STREAM_REPLACED' | 'OBJECT_CHANGED' | 'OBJECT_FREED' | 'UNREFERENCED_OBJECT' | 'DATA_AFTER_END' | 'STRUCTURE_AMBIGUOUS' | 'BROKEN_SIGNATURE_ADDED' | 'PICTURE_DIFFERS';
      allowed: boolean;
      version: number;
      page: number | null;
      where: string;
      value: string | null;
      text: ReferenceWords;
    })[];
  })[];
  document_timestamps: VerifiedTimestamp[];
}

export interface VerifiedPerson {
  user_id: Id;
  full_name: string;
  full_name_en: string;
  email: string;
  eid_verified_at: Timestamp;
}

export interface VerifiedPersonList {
  items: VerifiedPerson[];
  total: number;
}

export interface VerifiedTimestamp {
  kind: 'signature' | 'document';
  time: Timestamp | null;
  authority: string | null;
  trusted: boolean;
  problem: {
    code: string;
    text: ReferenceWords;
  } | null;
}

/** Question to support from a visitor */
export interface VisitorCaseBody {
  topic: 'sign_in' | 'application' | 'payment' | 'data' | 'technical' | 'other';
  text: string;
  page?: string;
  email: string;
}

export interface WebhookAttempt {
  attempt: number;
  at: Timestamp;
  status?: number;
  duration_ms: number;
  request_headers: Record<string, string>;
  answer_headers: Record<string, string>;
  answer: string;
  problem: string;
}

export interface WebhookBody {
  url: string;
  description?: string;
  events: ('application.consent_given' | 'application.consent_withdrawn' | 'application.secret_expiring' | 'person.account_erased')[];
}

export interface WebhookDelivery {
  id: string;
  event: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  status?: number;
  next_at?: Timestamp;
  created_at: Timestamp;
  finished_at?: Timestamp;
}

export interface WebhookDeliveryDetail {
  id: string;
  event: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  status?: number;
  next_at?: Timestamp;
  created_at: Timestamp;
  finished_at?: Timestamp;
  body: string;
  timeline: WebhookAttempt[];
}

export interface WebhookDeliveryPage {
  items: WebhookDelivery[];
  /** How many there are, up to 200; beyond that `total_capped` is true */
  total: number;
  /** There are more than 200 */
  total_capped?: true;
  /** The cursor of the next page, when there is one */
  next?: string;
}

export interface WebhookList {
  application_name: string;
  items: WebhookView[];
  total: number;
}

export interface WebhookReplayBody {
  from: Timestamp;
  to: Timestamp;
}

export interface WebhookReplayView {
  replayed: number;
  /** At most 1000 are queued by one call: repeat it for the rest */
  more: boolean;
}

export interface WebhookView {
  id: string;
  application_id: string;
  url: string;
  description: string;
  events: string[];
  state: 'active' | 'paused' | 'disabled';
  disabled_reason?: 'failing' | 'gone';
  failing_since?: Timestamp;
  delivered_at?: Timestamp;
  waiting: number;
  failed: number;
  created_at: Timestamp;
  old_secret_ends_at?: Timestamp;
  /** Only in the answer that shows it once */
  secret?: string;
}

export type BinaryBody = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export interface Operations {
  /** Keys that id_tokens are signed with */
  'GET /.well-known/jwks.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Keys that id_tokens are signed with */
  'OPTIONS /.well-known/jwks.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Authorization server metadata (RFC 8414) */
  'GET /.well-known/oauth-authorization-server': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Authorization server metadata (RFC 8414) */
  'OPTIONS /.well-known/oauth-authorization-server': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Where a client gets tokens for /mcp, and their scopes (RFC 9728) */
  'GET /.well-known/oauth-protected-resource': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Where a client gets tokens for /mcp, and their scopes (RFC 9728) */
  'GET /.well-known/oauth-protected-resource/mcp': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** OpenID provider metadata */
  'GET /.well-known/openid-configuration': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** OpenID provider metadata */
  'OPTIONS /.well-known/openid-configuration': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The public keys of receipts */
  'GET /.well-known/relay-keys.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: JsonObject;
    media: never;
    errors: never;
  };
  /** All clients */
  'GET /admin/api/v1/clients': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RegisteredClientList;
    media: never;
    errors: 'key_lost_maker';
  };
  /** Register a client; only this answer shows its secret */
  'POST /admin/api/v1/clients': {
    params: undefined;
    query: undefined;
    body: RegisteredClientBody;
    data: RegisteredClient;
    media: never;
    errors: 'invalid_host' | 'invalid_option' | 'invalid_redirect_uri' | 'key_lost_maker' | 'private_address' | 'redirect_uri_required' | 'reserved_name' | 'step_up_required' | 'unsupported_member';
    repeatable: true;
  };
  /** One client */
  'GET /admin/api/v1/clients/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: RegisteredClient;
    media: never;
    errors: 'key_lost_maker';
  };
  /** Change a client; omitted fields stay unchanged */
  'PATCH /admin/api/v1/clients/{id}': {
    params: { id: string };
    query: undefined;
    body: RegisteredClientChange;
    data: RegisteredClient;
    media: never;
    errors: 'auth_method_fixed' | 'invalid_host' | 'invalid_option' | 'invalid_redirect_uri' | 'key_lost_maker' | 'private_address' | 'redirect_uri_required' | 'reserved_name' | 'step_up_required' | 'unsupported_member';
  };
  /** Delete a client; its tokens are rejected at once, and its id is never given again */
  'DELETE /admin/api/v1/clients/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: null;
    media: never;
    errors: 'key_lost_maker' | 'step_up_required';
  };
  /** Rotate the secret; only this answer shows it */
  'POST /admin/api/v1/clients/{id}/rotate-secret': {
    params: { id: string };
    query: undefined;
    body: {
      grace_seconds?: number;
    };
    data: RotatedSecret;
    media: never;
    errors: 'key_lost_maker' | 'public_client_has_no_secret' | 'step_up_required';
  };
  /** Live API keys, keys from the settings first */
  'GET /admin/api/v1/keys': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AdminKeyList;
    media: never;
    errors: 'key_lost_maker';
  };
  /** Create a key, shown only in this answer; it opens no tool that is not named, and ends after 90 days */
  'POST /admin/api/v1/keys': {
    params: undefined;
    query: undefined;
    body: {
      name: string;
      surfaces?: string[];
      scopes?: string[];
      /** It ends after so many days, 90 when omitted; null: never */
      days?: number | null;
    };
    data: AdminKey;
    media: never;
    errors: 'key_lost_maker' | 'step_up_required';
    repeatable: true;
  };
  /** Delete a key; a key from the settings cannot be deleted */
  'DELETE /admin/api/v1/keys/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: null;
    media: never;
    errors: 'environment_key' | 'key_lost_maker';
  };
  /** Name of the calling key, and whether it comes from the settings */
  'GET /admin/api/v1/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AdminApiCaller;
    media: never;
    errors: 'key_lost_maker';
  };
  /** Audit log of operators, newest first */
  'GET /api/platform/v1/audit': {
    params: undefined;
    query: { action?: string | undefined; operator?: Id | undefined; target?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: OperatorActionPage;
    media: never;
    errors: never;
  };
  /** An organisation by register number, as the state registry and the platform know it */
  'GET /api/platform/v1/directory/organisation': {
    params: undefined;
    query: { register: string };
    body: undefined;
    data: RegisteredOrganisation;
    media: never;
    errors: 'upstream_failed' | 'upstream_unavailable';
  };
  /** People verified by eID; `q` holds prefixes of names */
  'GET /api/platform/v1/directory/people': {
    params: undefined;
    query: { q?: string | undefined; limit?: number | undefined; offset?: number | undefined };
    body: undefined;
    data: VerifiedPersonList;
    media: never;
    errors: never;
  };
  /** A person by register number; the person sees that they were looked up */
  'GET /api/platform/v1/directory/person': {
    params: undefined;
    query: { register: string };
    body: undefined;
    data: RegisteredPerson;
    media: never;
    errors: 'upstream_failed' | 'upstream_unavailable';
  };
  /** The operator of this session and their capabilities */
  'GET /api/platform/v1/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: OperatorMe;
    media: never;
    errors: never;
  };
  /** All operators */
  'GET /api/platform/v1/operators': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ListedOperatorList;
    media: never;
    errors: never;
  };
  /** Sign in with a completed eID session and a TOTP code; every failure is the same 401 */
  'POST /api/platform/v1/session': {
    params: undefined;
    query: undefined;
    body: {
      sid: string;
      code: string;
    };
    data: OperatorSession;
    media: never;
    errors: 'csrf_failed';
  };
  /** Sign out of the console */
  'DELETE /api/platform/v1/session': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'csrf_failed';
  };
  /** Wait up to 25 seconds for the end of the eID step; POST /session then opens the session */
  'POST /api/platform/v1/session/eid/poll': {
    params: undefined;
    query: undefined;
    body: {
      sid: string;
      user_challenge_verifier?: string;
    };
    data: OperatorPoll;
    media: never;
    errors: 'already_consumed' | 'csrf_failed' | 'upstream_failed';
  };
  /** The current text of the QR code */
  'GET /api/platform/v1/session/eid/qr/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: EidQr;
    media: never;
    errors: never;
  };
  /** Start an eID sign-in at the console by QR code or link */
  'POST /api/platform/v1/session/eid/start': {
    params: undefined;
    query: undefined;
    body: EidStartBody;
    data: EidStart;
    media: never;
    errors: 'csrf_failed' | 'eid_not_configured' | 'eid_rejected' | 'invalid_callback' | 'sso_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Start an eID sign-in at the console by a push to the person's registered device */
  'POST /api/platform/v1/session/eid/start-id': {
    params: undefined;
    query: undefined;
    body: {
      national_id: string;
    };
    data: EidStart;
    media: never;
    errors: 'csrf_failed' | 'eid_not_configured' | 'eid_rejected' | 'invalid_callback' | 'invalid_national_id' | 'push_unavailable' | 'sso_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Step up with a code; allows dangerous changes for five minutes */
  'POST /api/platform/v1/step-up': {
    params: undefined;
    query: undefined;
    body: {
      code: string;
    };
    data: {
      stepped_up_until: Timestamp;
    };
    media: never;
    errors: 'csrf_failed' | 'invalid_code';
  };
  /** Organisations, newest first unless `sort` says otherwise; `q` is part of a name or slug, or a register number */
  'GET /api/platform/v1/tenants': {
    params: undefined;
    query: { q?: string | undefined; limit?: number | undefined; offset?: number | undefined; sort?: 'name' | '-name' | 'created_at' | '-created_at' | undefined; cursor?: string | undefined };
    body: undefined;
    data: TenantPage;
    media: never;
    errors: never;
  };
  /** Create up to 200 organisations; each row has its own outcome; idempotent */
  'POST /api/platform/v1/tenants/bulk': {
    params: undefined;
    query: undefined;
    body: TenantBulkBody;
    data: TenantBulk;
    media: never;
    errors: 'admin_not_verified' | 'csrf_failed' | 'step_up_required';
  };
  /** Organisations, children and people that the caller may act for now */
  'GET /api/v1/acting/parties': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ActingPartyList;
    media: never;
    errors: never;
  };
  /** What is connected, and for each day questions, answers without a model, tokens, feedback and waiting */
  'GET /api/v1/admin/ai/figures': {
    params: undefined;
    query: { days?: number | undefined };
    body: undefined;
    data: AssistantFigures;
    media: never;
    errors: never;
  };
  /** Articles and drafts without their texts, last changed first */
  'GET /api/v1/admin/ai/knowledge': {
    params: undefined;
    query: { state?: 'draft' | 'published' | undefined; q?: string | undefined };
    body: undefined;
    data: KnowledgeArticleHeadList;
    media: never;
    errors: never;
  };
  /** Write an article; it is a draft until it is published */
  'POST /api/v1/admin/ai/knowledge': {
    params: undefined;
    query: undefined;
    body: KnowledgeArticleBody;
    data: KnowledgeArticle;
    media: never;
    errors: 'slug_taken' | 'too_many_articles';
    repeatable: true;
  };
  /** Compute missing vectors of the knowledge base, at most 500 in one call */
  'POST /api/v1/admin/ai/knowledge/reindex': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      embedded: number;
    };
    media: never;
    errors: 'embedding_failed';
  };
  /** One article with its texts */
  'GET /api/v1/admin/ai/knowledge/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: KnowledgeArticle;
    media: never;
    errors: never;
  };
  /** Change an article; refused when it changed since the version that was edited */
  'PUT /api/v1/admin/ai/knowledge/{id}': {
    params: { id: Id };
    query: undefined;
    body: KnowledgeArticleChange;
    data: KnowledgeArticle;
    media: never;
    errors: 'article_changed' | 'language_missing';
  };
  /** Delete an article and its versions */
  'DELETE /api/v1/admin/ai/knowledge/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Publish an article: everybody reads it, and the assistant answers from it */
  'POST /api/v1/admin/ai/knowledge/{id}/publish': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: KnowledgeArticle;
    media: never;
    errors: 'language_missing';
  };
  /** Withdraw an article; it stays as a draft */
  'POST /api/v1/admin/ai/knowledge/{id}/unpublish': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: KnowledgeArticle;
    media: never;
    errors: never;
  };
  /** Former texts of an article and who changed them, newest first */
  'GET /api/v1/admin/ai/knowledge/{id}/versions': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: KnowledgeArticleVersionList;
    media: never;
    errors: never;
  };
  /** The editable prompts of the assistant */
  'GET /api/v1/admin/ai/prompts': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AssistantPromptList;
    media: never;
    errors: never;
  };
  /** Try drafted prompts on a question, as a visitor would ask it; without a draft the live prompts answer */
  'POST /api/v1/admin/ai/prompts/try': {
    params: undefined;
    query: undefined;
    body: {
      message: string;
      lang?: 'mn' | 'en' | 'zh' | 'ru';
      draft?: {
        scope: string;
        instructions: string;
      };
    };
    data: {
      status: true;
      message: string;
      data: AssistantTryReply;
      request_id: string;
    };
    media: never;
    errors: never;
  };
  /** Change a prompt: an empty text goes back to the default, and a version that is no longer live is refused */
  'PUT /api/v1/admin/ai/prompts/{key}': {
    params: { key: string };
    query: undefined;
    body: {
      content: string;
      version?: number;
    };
    data: AssistantPrompt;
    media: never;
    errors: 'prompt_changed';
  };
  /** Former texts of a prompt and who wrote them, newest first */
  'GET /api/v1/admin/ai/prompts/{key}/versions': {
    params: { key: string };
    query: undefined;
    body: undefined;
    data: AssistantPromptVersionList;
    media: never;
    errors: never;
  };
  /** Questions without a good answer, most frequent first, without the people who asked */
  'GET /api/v1/admin/ai/questions': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      items: AssistantOpenQuestion[];
      total: number;
      kept_days: number;
    };
    media: never;
    errors: never;
  };
  /** Remove a question from the list */
  'DELETE /api/v1/admin/ai/questions/{id}': {
    params: { id: number };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** All announcements, newest first */
  'GET /api/v1/admin/announcements': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AnnouncementList;
    media: never;
    errors: never;
  };
  /** Tell everybody something */
  'POST /api/v1/admin/announcements': {
    params: undefined;
    query: undefined;
    body: AnnouncementBody;
    data: Announcement;
    media: never;
    errors: 'ends_before_start' | 'only_maintenance_is_read_only' | 'read_only_needs_end' | 'step_up_required' | 'too_many_announcements';
    repeatable: true;
  };
  /** Change an announcement */
  'PUT /api/v1/admin/announcements/{id}': {
    params: { id: Id };
    query: undefined;
    body: AnnouncementBody | {
      kind: 'news' | 'disruption' | 'maintenance';
      title: string;
      title_en: string;
      body: string;
      body_en: string;
      starts_at: Timestamp;
      ends_at: Timestamp | null;
      /** Maintenance during which nothing can be changed */
      read_only?: boolean;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        kind?: unknown;
        title?: unknown;
        title_en?: unknown;
        body?: unknown;
        body_en?: unknown;
        starts_at?: unknown;
        ends_at?: unknown;
        read_only?: unknown;
      };
    };
    data: Announcement;
    media: never;
    errors: 'ends_before_start' | 'only_maintenance_is_read_only' | 'read_only_needs_end' | 'step_up_required';
  };
  /** Delete an announcement */
  'DELETE /api/v1/admin/announcements/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** End a running announcement now; the platform is no longer read-only */
  'POST /api/v1/admin/announcements/{id}/end': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Announcement;
    media: never;
    errors: 'not_running';
  };
  /** Every authority, with the numbers of its services, offices, officers, registrars and waiting cases */
  'GET /api/v1/admin/authorities': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AuthorityList;
    media: never;
    errors: never;
  };
  /** Register an authority, with its name in both languages */
  'POST /api/v1/admin/authorities': {
    params: undefined;
    query: undefined;
    body: AuthorityBody;
    data: AuthorityDetail;
    media: never;
    errors: 'authority_exists';
    repeatable: true;
  };
  /** Which texts of before became which authority, and names that look alike */
  'GET /api/v1/admin/authorities/report': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AuthorityReport;
    media: never;
    errors: never;
  };
  /** One authority with its offices, services, officers and registrars */
  'GET /api/v1/admin/authorities/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: AuthorityDetail;
    media: never;
    errors: never;
  };
  /** Change the name or contact of an authority; a new name shows everywhere */
  'PUT /api/v1/admin/authorities/{id}': {
    params: { id: Id };
    query: undefined;
    body: AuthorityBody | {
      name: string;
      name_en: string;
      short_name?: string;
      phone?: string;
      email?: string;
      website?: string;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        name?: unknown;
        name_en?: unknown;
        short_name?: unknown;
        phone?: unknown;
        email?: unknown;
        website?: unknown;
      };
    };
    data: AuthorityDetail;
    media: never;
    errors: 'authority_exists';
  };
  /** Delete an authority that no service, case or person belongs to */
  'DELETE /api/v1/admin/authorities/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'authority_in_use';
  };
  /** Replace the offices of an authority */
  'PUT /api/v1/admin/authorities/{id}/offices': {
    params: { id: Id };
    query: undefined;
    body: AuthorityOfficesBody | {
      offices: AuthorityOfficeBody[];
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        offices?: unknown;
      };
    };
    data: AuthorityDetail;
    media: never;
    errors: never;
  };
  /** Requests to erase, newest first; each read is recorded for everyone shown */
  'GET /api/v1/admin/erasure-requests': {
    params: undefined;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: ListedErasurePage;
    media: never;
    errors: never;
  };
  /** Grant or refuse a request to erase; granting erases at once */
  'POST /api/v1/admin/erasure-requests/{id}/decide': {
    params: { id: Id };
    query: undefined;
    body: ErasureDecisionBody;
    data: Record<string, never>;
    media: never;
    errors: 'erasure_decided' | 'staff_account' | 'step_up_required';
  };
  /** Feedback by page in a period, the least helpful first */
  'GET /api/v1/admin/feedback': {
    params: undefined;
    query: { from: string; to: string };
    body: undefined;
    data: PageFeedbackList;
    media: never;
    errors: never;
  };
  /** Sentences about pages in a period, newest first */
  'GET /api/v1/admin/feedback/comments': {
    params: undefined;
    query: { from: string; to: string; page?: string | undefined };
    body: undefined;
    data: PageCommentList;
    media: never;
    errors: never;
  };
  /** The platform in numbers, over a period and compared with the one before */
  'GET /api/v1/admin/figures': {
    params: undefined;
    query: { period?: 'today' | '7d' | '30d' | '12m' | undefined };
    body: undefined;
    data: DashboardFigures;
    media: never;
    errors: never;
  };
  /** Invitations to roles that wait for their person, newest first */
  'GET /api/v1/admin/role-invitations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RoleInvitationList;
    media: never;
    errors: never;
  };
  /** Invite a person to a role by register number, before they sign in */
  'POST /api/v1/admin/role-invitations': {
    params: undefined;
    query: undefined;
    body: RoleInvitationBody;
    data: RoleInvitation;
    media: never;
    errors: 'already_invited' | 'invalid_national_id' | 'role_protected' | 'step_up_required' | 'too_many_invitations';
    repeatable: true;
  };
  /** Withdraw an invitation to a role */
  'DELETE /api/v1/admin/role-invitations/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'role_protected';
  };
  /** Send the letter of an invitation again */
  'POST /api/v1/admin/role-invitations/{id}/resend': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: RoleInvitation;
    media: never;
    errors: 'letter_not_possible' | 'letter_sent_recently' | 'role_protected';
  };
  /** Calls of assistants with their outcome, newest first; filtered by tool when given */
  'GET /api/v1/admin/tools/calls': {
    params: undefined;
    query: { tool?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: ToolCallPage;
    media: never;
    errors: never;
  };
  /** API keys, including those of the settings and revoked ones */
  'GET /api/v1/admin/tools/keys': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ToolKeyList;
    media: never;
    errors: never;
  };
  /** Make a key for an assistant, shown this once; it opens no tool that is not named, and ends after 90 days */
  'POST /api/v1/admin/tools/keys': {
    params: undefined;
    query: undefined;
    body: ToolKeyBody;
    data: MadeToolKey;
    media: never;
    errors: 'step_up_required';
    repeatable: true;
  };
  /** Revoke a key of an assistant, at once and on every instance */
  'DELETE /api/v1/admin/tools/keys/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: ToolKey;
    media: never;
    errors: 'environment_tool_key';
  };
  /** Skills that assistants registered */
  'GET /api/v1/admin/tools/skills': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SkillList;
    media: never;
    errors: never;
  };
  /** People, newest first unless `sort` says otherwise; q matches prefixes of names or usernames, or a complete register number */
  'GET /api/v1/admin/users': {
    params: undefined;
    query: { sort?: 'name' | '-name' | 'created_at' | '-created_at' | undefined; cursor?: string | undefined; offset: number; limit: number; role?: number | undefined; active?: boolean | undefined; q?: string | undefined };
    body: undefined;
    data: AdminUserPage;
    media: never;
    errors: never;
  };
  /** Register a person by register number, before their first sign-in */
  'POST /api/v1/admin/users': {
    params: undefined;
    query: undefined;
    body: AdminUserBody;
    data: AdminUser;
    media: never;
    errors: 'invalid_national_id' | 'role_protected' | 'step_up_required';
    repeatable: true;
  };
  /** Set or remove a citizen number; the person and a former holder are told */
  'PUT /api/v1/admin/users/{id}': {
    params: { id: Id };
    query: undefined;
    body: AdminUserGeIdBody;
    data: AdminUser;
    media: never;
    errors: 'number_held_before' | 'role_protected' | 'step_up_required';
  };
  /** Delete an account; its row and numbers are kept */
  'DELETE /api/v1/admin/users/{id}': {
    params: { id: Id };
    query: { confirm_unattended?: boolean | undefined };
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'cases_unattended' | 'role_protected' | 'step_up_required';
  };
  /** One person; sessions where the caller could end them; applications, organisations and the history of roles for administrators */
  'GET /api/v1/admin/users/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: AdminUserDetail;
    media: never;
    errors: never;
  };
  /** Enable or disable an account */
  'PUT /api/v1/admin/users/{id}/active': {
    params: { id: Id };
    query: undefined;
    body: AdminUserActiveBody;
    data: AdminUser;
    media: never;
    errors: 'cases_unattended' | 'role_protected' | 'step_up_required';
  };
  /** Set the authorities that a person works for, by id or name; `expected` holds ids */
  'PUT /api/v1/admin/users/{id}/authorities': {
    params: { id: Id };
    query: undefined;
    body: AdminUserAuthoritiesBody | {
      authorities: string[];
      /** An administrator accepts that only administrators see the cases from then on */
      confirm_unattended?: boolean;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        authorities?: unknown;
        confirm_unattended?: unknown;
      };
    };
    data: AdminUser;
    media: never;
    errors: 'cases_unattended' | 'role_protected' | 'step_up_required';
  };
  /** Grant a role; for manager the person is asked for PIN2, and a repeated call reports the state */
  'PUT /api/v1/admin/users/{id}/role': {
    params: { id: Id };
    query: undefined;
    body: AdminUserRoleBody;
    data: AdminUserRoleOutcome;
    media: never;
    errors: 'approval_expired' | 'approval_refused' | 'bad_request' | 'cases_unattended' | 'eid_rejected' | 'rate_limited' | 'role_protected' | 'step_up_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Sign a person out on every device; the person is told */
  'POST /api/v1/admin/users/{id}/sessions/end': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: EndedSessions;
    media: never;
    errors: 'role_protected' | 'step_up_required';
  };
  /** Sign a person out on one device; the person is told */
  'DELETE /api/v1/admin/users/{id}/sessions/{session_id}': {
    params: { id: Id; session_id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'role_protected' | 'step_up_required';
  };
  /** Ask the assistant, also about own matters */
  'POST /api/v1/ai/chat': {
    params: undefined;
    query: undefined;
    body: AssistantQuestion;
    data: AssistantReplyEnvelope;
    media: never;
    errors: never;
  };
  /** Ask the assistant, also about own matters; the answer as server-sent events */
  'POST /api/v1/ai/chat/stream': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: unknown;
    media: 'text/event-stream';
    errors: never;
  };
  /** Own kept conversations, last continued first */
  'GET /api/v1/ai/conversations': {
    params: undefined;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: AssistantConversationPage;
    media: never;
    errors: never;
  };
  /** Delete all kept conversations */
  'DELETE /api/v1/ai/conversations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AssistantDeleted;
    media: never;
    errors: never;
  };
  /** Whether conversations are kept */
  'GET /api/v1/ai/conversations/keeping': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AssistantKeeping;
    media: never;
    errors: never;
  };
  /** Agree that conversations are kept, or withdraw it and delete them all */
  'PUT /api/v1/ai/conversations/keeping': {
    params: undefined;
    query: undefined;
    body: {
      keep: boolean;
    };
    data: AssistantKeeping;
    media: never;
    errors: never;
  };
  /** One kept conversation */
  'GET /api/v1/ai/conversations/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: AssistantConversationDetail;
    media: never;
    errors: never;
  };
  /** Delete a kept conversation */
  'DELETE /api/v1/ai/conversations/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: AssistantDeleted;
    media: never;
    errors: never;
  };
  /** The same of a signed-in person, whose name is removed from the question */
  'POST /api/v1/ai/feedback': {
    params: undefined;
    query: undefined;
    body: AssistantFeedback;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Write down a recording; silence is an empty text */
  'POST /api/v1/ai/stt': {
    params: undefined;
    query: undefined;
    body: {
      audio: AssistantRecording;
    };
    data: {
      status: true;
      message: string;
      data: {
        text: string;
      };
      request_id: string;
    };
    media: never;
    errors: never;
  };
  /** Translate a text or a recording, and read it aloud if asked */
  'POST /api/v1/ai/translate': {
    params: undefined;
    query: undefined;
    body: {
      text?: string;
      audio?: AssistantRecording;
      target_lang: string;
      speak?: boolean;
    };
    data: {
      status: true;
      message: string;
      data: {
        source_text: string;
        translated: string;
        audio?: AssistantAudio;
      };
      request_id: string;
    };
    media: never;
    errors: never;
  };
  /** Read a text aloud */
  'POST /api/v1/ai/tts': {
    params: undefined;
    query: undefined;
    body: {
      text: string;
      voice?: string;
    };
    data: AssistantAudioEnvelope;
    media: never;
    errors: never;
  };
  /** Every registered application, newest first */
  'GET /api/v1/applications': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: OAuthClientList;
    media: never;
    errors: never;
  };
  /** Register an application; its secret is shown only in this answer */
  'POST /api/v1/applications': {
    params: undefined;
    query: undefined;
    body: OAuthClientBody;
    data: OAuthClient;
    media: never;
    errors: 'administrator_required' | 'invalid_host' | 'invalid_option' | 'invalid_redirect_uri' | 'private_address' | 'redirect_uri_required' | 'reserved_name' | 'step_up_required';
    repeatable: true;
  };
  /** Look for the usual mistakes in the registration of an application */
  'POST /api/v1/applications/{client_id}/check': {
    params: { client_id: string };
    query: undefined;
    body: undefined;
    data: RegistrationCheck;
    media: never;
    errors: never;
  };
  /** Requests of an application that the provider refused in the last 30 days, by reason */
  'GET /api/v1/applications/{client_id}/problems': {
    params: { client_id: string };
    query: undefined;
    body: undefined;
    data: OAuthProblemList;
    media: never;
    errors: never;
  };
  /** One application */
  'GET /api/v1/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: OAuthClient;
    media: never;
    errors: never;
  };
  /** Change an application; its secret and omitted fields stay unchanged */
  'PUT /api/v1/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: OAuthClientBody | {
      name: string;
      app_type: 'web' | 'spa' | 'native' | 'm2m';
      redirect_uris?: string[];
      tags?: string[];
      service_ids?: Id[];
      scopes?: ('openid' | 'profile' | 'email' | 'tools:host_status' | 'tools:execute_command' | 'tools:search_memory' | 'tools:record_insight' | 'tools:rebrand_system' | 'tools:synthesize_skill' | 'tools:skills')[];
      enabled?: boolean;
      options?: OAuthClientOptionsBody;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        name?: unknown;
        app_type?: unknown;
        redirect_uris?: unknown;
        tags?: unknown;
        service_ids?: unknown;
        scopes?: unknown;
        enabled?: unknown;
        options?: unknown;
      };
    };
    data: OAuthClient;
    media: never;
    errors: 'administrator_required' | 'app_type_fixed' | 'invalid_host' | 'invalid_option' | 'invalid_redirect_uri' | 'private_address' | 'redirect_uri_required' | 'reserved_name' | 'step_up_required';
  };
  /** Delete an application; idempotent. Its id is never given again */
  'DELETE /api/v1/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'administrator_required' | 'step_up_required';
  };
  /** Approve an application on trial, or refuse with a reason; its owners are told */
  'POST /api/v1/applications/{id}/approval': {
    params: { id: string };
    query: undefined;
    body: ApplicationApprovalBody;
    data: OAuthClient;
    media: never;
    errors: 'administrator_required' | 'application_changed' | 'approval_settled' | 'own_trial' | 'reason_required' | 'step_up_required';
  };
  /** The secrets and keys of an application, and the last use of each */
  'GET /api/v1/applications/{id}/credentials': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: ApplicationCredentials;
    media: never;
    errors: never;
  };
  /** End the old secret of a rotation before its time; refused if it was used within 24 hours */
  'POST /api/v1/applications/{id}/end-old-secret': {
    params: { id: string };
    query: undefined;
    body: ApplicationEndBody;
    data: ApplicationCredentials;
    media: never;
    errors: 'no_old_secret' | 'secret_in_use';
  };
  /** The owners of an application */
  'GET /api/v1/applications/{id}/owners': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: {
      items: ApplicationOwner[];
      total: number;
      offers: OwnerOffer[];
    };
    media: never;
    errors: never;
  };
  /** Invite the holder of a register number to own an application; the answer tells nothing of them */
  'POST /api/v1/applications/{id}/owners': {
    params: { id: string };
    query: undefined;
    body: {
      national_id: string;
    };
    data: OwnerOffer;
    media: never;
    errors: 'administrator_required' | 'step_up_required' | 'too_many_owners';
    repeatable: true;
  };
  /** Remove an owner of an application, or withdraw an invitation by its id */
  'DELETE /api/v1/applications/{id}/owners/{user_id}': {
    params: { id: string; user_id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'administrator_required' | 'step_up_required';
  };
  /** Rotate the secret; the new one is shown only in this answer, the old one ends after grace_seconds */
  'POST /api/v1/applications/{id}/rotate-secret': {
    params: { id: string };
    query: undefined;
    body: RotateSecretBody;
    data: OAuthClient;
    media: never;
    errors: 'administrator_required' | 'public_client_has_no_secret' | 'step_up_required';
  };
  /** Set the secret to a chosen value; all others end at once */
  'PUT /api/v1/applications/{id}/secret': {
    params: { id: string };
    query: undefined;
    body: {
      secret: string;
    };
    data: OAuthClient;
    media: never;
    errors: 'administrator_required' | 'public_client_has_no_secret' | 'step_up_required';
  };
  /** Replace the services granted to an application; effective at once */
  'PUT /api/v1/applications/{id}/services': {
    params: { id: string };
    query: undefined;
    body: OAuthClientServicesBody | {
      service_ids: Id[];
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        service_ids?: unknown;
      };
    };
    data: OAuthClient;
    media: never;
    errors: 'administrator_required' | 'step_up_required';
  };
  /** Webhooks of an application, for its owner */
  'GET /api/v1/applications/{id}/webhooks': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: WebhookList;
    media: never;
    errors: never;
  };
  /** Subscribe an address to events; its secret is shown only in this answer */
  'POST /api/v1/applications/{id}/webhooks': {
    params: { id: string };
    query: undefined;
    body: WebhookBody;
    data: WebhookView;
    media: never;
    errors: 'too_many_webhooks' | 'webhook_address_refused';
    repeatable: true;
  };
  /** Change the address, events and description of a webhook; its secret stays */
  'PUT /api/v1/applications/{id}/webhooks/{webhook_id}': {
    params: { id: string; webhook_id: Id };
    query: undefined;
    body: WebhookBody | {
      url: string;
      description?: string;
      events: ('application.consent_given' | 'application.consent_withdrawn' | 'application.secret_expiring' | 'person.account_erased')[];
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        url?: unknown;
        description?: unknown;
        events?: unknown;
      };
    };
    data: WebhookView;
    media: never;
    errors: 'webhook_address_refused';
  };
  /** Delete a webhook with its log and its waiting messages */
  'DELETE /api/v1/applications/{id}/webhooks/{webhook_id}': {
    params: { id: string; webhook_id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Messages of a webhook in the last 30 days, newest first */
  'GET /api/v1/applications/{id}/webhooks/{webhook_id}/deliveries': {
    params: { id: string; webhook_id: Id };
    query: { limit?: number | undefined; cursor?: string | undefined; state?: 'waiting' | 'delivered' | 'failed' | undefined; event?: 'application.consent_given' | 'application.consent_withdrawn' | 'application.secret_expiring' | 'person.account_erased' | 'webhook.test' | undefined };
    body: undefined;
    data: WebhookDeliveryPage;
    media: never;
    errors: never;
  };
  /** A message with each attempt: headers, status, time and the beginning of the answer */
  'GET /api/v1/applications/{id}/webhooks/{webhook_id}/deliveries/{delivery_id}': {
    params: { id: string; webhook_id: Id; delivery_id: Id };
    query: undefined;
    body: undefined;
    data: WebhookDeliveryDetail;
    media: never;
    errors: never;
  };
  /** Send a message again with the same id */
  'POST /api/v1/applications/{id}/webhooks/{webhook_id}/deliveries/{delivery_id}/replay': {
    params: { id: string; webhook_id: Id; delivery_id: Id };
    query: undefined;
    body: undefined;
    data: WebhookDeliveryDetail;
    media: never;
    errors: never;
  };
  /** Pause a webhook; its messages wait for at most 30 days */
  'POST /api/v1/applications/{id}/webhooks/{webhook_id}/pause': {
    params: { id: string; webhook_id: Id };
    query: undefined;
    body: undefined;
    data: WebhookView;
    media: never;
    errors: never;
  };
  /** Send the failed messages of a period again, at most 1000 at once */
  'POST /api/v1/applications/{id}/webhooks/{webhook_id}/replay': {
    params: { id: string; webhook_id: Id };
    query: undefined;
    body: WebhookReplayBody;
    data: WebhookReplayView;
    media: never;
    errors: 'webhook_replay_period';
  };
  /** Resume a paused or disabled webhook and send what waited */
  'POST /api/v1/applications/{id}/webhooks/{webhook_id}/resume': {
    params: { id: string; webhook_id: Id };
    query: undefined;
    body: undefined;
    data: WebhookView;
    media: never;
    errors: never;
  };
  /** Rotate the secret; it is shown only in this answer, and both sign for a day */
  'POST /api/v1/applications/{id}/webhooks/{webhook_id}/rotate-secret': {
    params: { id: string; webhook_id: Id };
    query: undefined;
    body: undefined;
    data: WebhookView;
    media: never;
    errors: never;
  };
  /** Send a signed test message now and return the answer of the receiver */
  'POST /api/v1/applications/{id}/webhooks/{webhook_id}/test': {
    params: { id: string; webhook_id: Id };
    query: undefined;
    body: undefined;
    data: WebhookDeliveryDetail;
    media: never;
    errors: never;
  };
  /** The audit log, newest first; each read is recorded for everyone shown */
  'GET /api/v1/audit/': {
    params: undefined;
    query: { action?: string | undefined; category?: string | undefined; actor?: Id | undefined; target?: string | undefined; person?: Id | undefined; matter?: string | undefined; from?: Timestamp | undefined; to?: Timestamp | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: AuditEntryPage;
    media: never;
    errors: never;
  };
  /** Download the audit log as CSV or JSON lines, with the filters of the list */
  'GET /api/v1/audit/download': {
    params: undefined;
    query: { action?: string | undefined; category?: string | undefined; actor?: string | undefined; target?: string | undefined; person?: string | undefined; matter?: string | undefined; from?: string | undefined; to?: string | undefined; format: 'csv' | 'jsonl'; language?: 'mn' | 'en' | undefined };
    body: undefined;
    data: unknown;
    media: 'text/csv' | 'application/x-ndjson';
    errors: never;
  };
  /** Recompute the audit chain: rows since the last check, all rows, or rows after one id */
  'GET /api/v1/audit/verify': {
    params: undefined;
    query: { from_id?: number | undefined; whole?: boolean | undefined };
    body: undefined;
    data: AuditVerification;
    media: never;
    errors: never;
  };
  /** Wait up to 25 seconds for the end of a sign-in; COMPLETE returns the token pair once */
  'POST /api/v1/auth/eid/poll': {
    params: undefined;
    query: undefined;
    body: EidPollBody;
    data: EidPoll;
    media: never;
    errors: 'account_locked' | 'already_consumed' | 'mfa_unavailable' | 'private_platform' | 'upstream_failed';
  };
  /** The current QR text */
  'GET /api/v1/auth/eid/qr/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: EidQr;
    media: never;
    errors: never;
  };
  /** Start an eID sign-in by QR code or link */
  'POST /api/v1/auth/eid/start': {
    params: undefined;
    query: undefined;
    body: EidStartBody;
    data: EidStart;
    media: never;
    errors: 'eid_not_configured' | 'eid_rejected' | 'invalid_callback' | 'sso_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Start an eID sign-in by a push to the person's registered device */
  'POST /api/v1/auth/eid/start-id': {
    params: undefined;
    query: undefined;
    body: {
      national_id: string;
      callback_url?: string;
    };
    data: EidStart;
    media: never;
    errors: 'eid_not_configured' | 'eid_rejected' | 'invalid_callback' | 'invalid_national_id' | 'push_unavailable' | 'sso_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Start a sign-in from a mobile app by push; /auth/status reports its end */
  'POST /api/v1/auth/initiate': {
    params: undefined;
    query: undefined;
    body: {
      national_id: string;
    };
    data: EidStart;
    media: never;
    errors: 'eid_not_configured' | 'eid_rejected' | 'invalid_callback' | 'invalid_national_id' | 'push_unavailable' | 'sso_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** End the session with its refresh token and all its access tokens */
  'POST /api/v1/auth/logout': {
    params: undefined;
    query: undefined;
    body: {
      refresh_token?: string;
      access_token?: string;
    };
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Rotate the token pair; reuse of a token ends its session */
  'POST /api/v1/auth/refresh': {
    params: undefined;
    query: undefined;
    body: {
      refresh_token?: string;
    };
    data: Session;
    media: never;
    errors: 'invalid_refresh_token' | 'missing_refresh_token';
  };
  /** Exchange a social provider's code: sign in, or get a token to link the account after eID */
  'POST /api/v1/auth/social': {
    params: undefined;
    query: undefined;
    body: {
      code: string;
      redirect_uri: string;
      code_verifier: string;
      nonce: string;
      provider?: string;
    };
    data: SocialSignIn;
    media: never;
    errors: 'account_locked' | 'domain_not_allowed' | 'exchange_failed' | 'mfa_unavailable' | 'not_configured' | 'sso_required' | 'upstream_failed';
  };
  /** Whether a social account is linked, and which */
  'GET /api/v1/auth/social/link': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SocialLink;
    media: never;
    errors: never;
  };
  /** Unlink the social account; every session of the person ends, this one too */
  'DELETE /api/v1/auth/social/link': {
    params: undefined;
    query: { provider?: string | undefined };
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** The sign-in address for the browser, and the secrets to keep until it comes back with a code */
  'POST /api/v1/auth/social/start': {
    params: undefined;
    query: undefined;
    body: {
      purpose?: 'sign_in' | 'superadmin' | 'onboarding';
    };
    data: SocialStart;
    media: never;
    errors: 'not_configured' | 'sso_required' | 'upstream_failed';
  };
  /** The state of a sign-in, without waiting */
  'GET /api/v1/auth/status/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: EidPoll;
    media: never;
    errors: 'account_locked' | 'already_consumed' | 'mfa_unavailable' | 'private_platform' | 'upstream_failed';
  };
  /** The second factor of every sign-in of a super administrator: TOTP or a recovery code */
  'POST /api/v1/auth/superadmin/mfa': {
    params: undefined;
    query: undefined;
    body: {
      mfa_token: string;
      code: string;
    };
    data: SecondFactorSession;
    media: never;
    errors: 'account_locked' | 'invalid_code' | 'mfa_invalid' | 'mfa_unavailable' | 'too_many_attempts';
  };
  /** Wait up to 25 seconds for the end of the eID step; gives no tokens */
  'POST /api/v1/auth/superadmin/onboard/eid/poll': {
    params: undefined;
    query: undefined;
    body: {
      onboard_token: string;
      sid: string;
      user_challenge_verifier?: string;
    };
    data: OnboardingEidPoll;
    media: never;
    errors: 'already_consumed' | 'already_linked_elsewhere' | 'upstream_failed' | 'wrong_step';
  };
  /** The QR text of this second, for the onboarding that started it */
  'POST /api/v1/auth/superadmin/onboard/eid/qr': {
    params: undefined;
    query: undefined;
    body: {
      onboard_token: string;
      sid: string;
    };
    data: EidQr;
    media: never;
    errors: never;
  };
  /** Start the eID step by QR code or link */
  'POST /api/v1/auth/superadmin/onboard/eid/start': {
    params: undefined;
    query: undefined;
    body: {
      onboard_token: string;
      callback_url?: string;
    };
    data: EidStart;
    media: never;
    errors: 'eid_not_configured' | 'eid_rejected' | 'invalid_callback' | 'sso_required' | 'upstream_failed' | 'upstream_unavailable' | 'wrong_step';
  };
  /** Start the eID step by a push to the person's registered device */
  'POST /api/v1/auth/superadmin/onboard/eid/start-id': {
    params: undefined;
    query: undefined;
    body: {
      onboard_token: string;
      national_id: string;
    };
    data: EidStart;
    media: never;
    errors: 'eid_not_configured' | 'eid_rejected' | 'invalid_national_id' | 'push_unavailable' | 'sso_required' | 'upstream_failed' | 'upstream_unavailable' | 'wrong_step';
  };
  /** Mail a one-time code to the invited address; at most five times */
  'POST /api/v1/auth/superadmin/onboard/email/send': {
    params: undefined;
    query: undefined;
    body: OnboardingBody;
    data: {
      step: 'email';
    };
    media: never;
    errors: 'not_configured' | 'too_many_attempts' | 'upstream_failed' | 'wrong_step';
  };
  /** Enter the code from the mail; five attempts, ten minutes */
  'POST /api/v1/auth/superadmin/onboard/email/verify': {
    params: undefined;
    query: undefined;
    body: OnboardingCodeBody;
    data: {
      step: 'totp';
    };
    media: never;
    errors: 'invalid_code' | 'not_configured' | 'too_many_attempts' | 'upstream_failed' | 'wrong_step';
  };
  /** Start the onboarding of a super administrator: prove the invited social account */
  'POST /api/v1/auth/superadmin/onboard/social': {
    params: undefined;
    query: undefined;
    body: {
      code: string;
      redirect_uri: string;
      code_verifier?: string;
      nonce?: string;
    };
    data: {
      onboard_token: string;
      email: string;
      step: 'eid';
    };
    media: never;
    errors: 'email_unverified' | 'exchange_failed' | 'not_configured' | 'not_invited' | 'other_origin' | 'upstream_failed';
  };
  /** The state of an onboarding, for a reloaded page */
  'POST /api/v1/auth/superadmin/onboard/state': {
    params: undefined;
    query: undefined;
    body: OnboardingBody;
    data: OnboardingState;
    media: never;
    errors: never;
  };
  /** A new secret for the authenticator app */
  'POST /api/v1/auth/superadmin/onboard/totp/init': {
    params: undefined;
    query: undefined;
    body: OnboardingBody;
    data: TotpSecret;
    media: never;
    errors: 'wrong_step';
  };
  /** The last step: creates the account and its session, shows the recovery codes once */
  'POST /api/v1/auth/superadmin/onboard/totp/verify': {
    params: undefined;
    query: undefined;
    body: OnboardingCodeBody;
    data: OnboardingDone;
    media: never;
    errors: 'account_locked' | 'cases_unattended' | 'invalid_code' | 'mfa_unavailable' | 'not_invited' | 'wrong_step';
  };
  /** Authorisations that the person gave, received, or that ended, newest first */
  'GET /api/v1/authorisations': {
    params: undefined;
    query: { box: 'given' | 'received' | 'ended'; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: AuthorisationPage;
    media: never;
    errors: never;
  };
  /** Give the signed authorisation to its receiver, who has to accept it */
  'POST /api/v1/authorisations': {
    params: undefined;
    query: undefined;
    body: AuthorisationBody;
    data: Authorisation;
    media: never;
    errors: 'document_cannot_sign' | 'eid_not_configured' | 'no_register' | 'not_configured' | 'not_finished' | 'not_representative' | 'not_verified' | 'reauth_required' | 'sign_rejected' | 'signature_expired' | 'signature_mismatch' | 'signature_used' | 'to_yourself' | 'too_many' | 'under_age' | 'upstream_failed' | 'upstream_unavailable';
    repeatable: true;
  };
  /** Begin to sign an authorisation with PIN2 */
  'POST /api/v1/authorisations/sign': {
    params: undefined;
    query: undefined;
    body: AuthorisationWishBody;
    data: AuthorisationSigning;
    media: never;
    errors: 'document_cannot_sign' | 'eid_not_configured' | 'eid_rejected' | 'no_register' | 'not_configured' | 'not_representative' | 'not_verified' | 'reauth_required' | 'to_yourself' | 'too_many' | 'under_age' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** One authorisation, for its two sides */
  'GET /api/v1/authorisations/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Authorisation;
    media: never;
    errors: never;
  };
  /** Accept an authorisation; it holds from then on */
  'POST /api/v1/authorisations/{id}/accept': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Authorisation;
    media: never;
    errors: 'already_answered' | 'name_differs' | 'not_configured' | 'reauth_required' | 'representation_ended' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Decline an authorisation */
  'POST /api/v1/authorisations/{id}/decline': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Authorisation;
    media: never;
    errors: 'already_answered';
  };
  /** End an authorisation at once: the grantor revokes it, the receiver gives it up */
  'POST /api/v1/authorisations/{id}/end': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Authorisation;
    media: never;
    errors: 'already_ended';
  };
  /** The signed authorisation as a file that anybody can check without Tamga */
  'GET /api/v1/authorisations/{id}/signature/evidence': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: {
      format: string;
      instructions: EvidenceInstructions;
      time: Timestamp;
      epoch: number;
      sha256: string;
      canonical: string;
      signature: string;
      certificates: string;
      statement: Record<string, unknown>;
    };
    media: never;
    errors: never;
  };
  /** Public authorities with their offices: address, telephone and opening hours */
  'GET /api/v1/authorities': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: PublicAuthorityList;
    media: never;
    errors: never;
  };
  /** Life and business events that have a step or a published service */
  'GET /api/v1/catalog/life-events': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: LifeEventList;
    media: never;
    errors: never;
  };
  /** The guide of an event: its steps in order, what they cost in all, and who brings which paper */
  'GET /api/v1/catalog/life-events/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Guide;
    media: never;
    errors: never;
  };
  /** Published services with the most applications lately, at most eight */
  'GET /api/v1/catalog/popular': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: PassportList;
    media: never;
    errors: never;
  };
  /** Published services, sorted by name or by relevance to `q`; also as CPSV-AP linked data */
  'GET /api/v1/catalog/services': {
    params: undefined;
    query: { status?: string | undefined; authority?: string | undefined; life_event_id?: Id | undefined; proactivity?: 'information' | 'online' | 'once_only' | 'proactive' | undefined; q?: string | undefined };
    body: undefined;
    data: PassportList;
    media: 'application/ld+json';
    errors: never;
  };
  /** One published service, with its evidences and its form */
  'GET /api/v1/catalog/services/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Passport;
    media: 'application/ld+json';
    errors: never;
  };
  /** Find an organisation in the national directory; every search is recorded */
  'GET /api/v1/core/organizations': {
    params: undefined;
    query: { search_text: string };
    body: undefined;
    data: DirectoryOrganisation;
    media: never;
    errors: 'upstream_failed' | 'upstream_unavailable';
  };
  /** Find a person in the national directory; every search is recorded */
  'GET /api/v1/core/users': {
    params: undefined;
    query: { search_text: string };
    body: undefined;
    data: DirectoryPerson;
    media: never;
    errors: 'upstream_failed' | 'upstream_unavailable';
  };
  /** Services of the gateway that are on, by name, and whether they are documented */
  'GET /api/v1/developers/services': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: GatewayServiceFactsList;
    media: never;
    errors: never;
  };
  /** The operations of a service of the gateway, as its document describes them */
  'GET /api/v1/developers/services/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: GatewayServiceDocs;
    media: never;
    errors: never;
  };
  /** Organisations that the client’s user represents */
  'GET /api/v1/eid-org/organizations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RepresentationList;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'service_disabled' | 'service_not_granted' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Signers of an organisation that the client’s user represents */
  'GET /api/v1/eid-org/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: SignerList;
    media: never;
    errors: 'not_configured' | 'not_representative' | 'reauth_required' | 'service_disabled' | 'service_not_granted' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Sign-ins and signatures of the client’s user, newest first */
  'GET /api/v1/eid/activity': {
    params: undefined;
    query: { limit?: number | undefined; offset?: number | undefined };
    body: undefined;
    data: EidActivity;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'service_disabled' | 'service_not_granted' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Certificates of the client’s user */
  'GET /api/v1/eid/certificates': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EidCertificates;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'service_disabled' | 'service_not_granted' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Devices of the client’s user */
  'GET /api/v1/eid/devices': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EidDevices;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'service_disabled' | 'service_not_granted' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Counts of the user’s records at the eID provider */
  'GET /api/v1/eid/summary': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EidSummary;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'service_disabled' | 'service_not_granted' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Calls of applications, newest first */
  'GET /api/v1/gateway/logs': {
    params: undefined;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: GatewayCallPage;
    media: never;
    errors: never;
  };
  /** The traffic of the last 24 hours in numbers */
  'GET /api/v1/gateway/overview': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: GatewayOverview;
    media: never;
    errors: never;
  };
  /** Every service of the gateway, by name */
  'GET /api/v1/gateway/services': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: UpstreamList;
    media: never;
    errors: never;
  };
  /** Register a service; its scope is svc: and its name */
  'POST /api/v1/gateway/services': {
    params: undefined;
    query: undefined;
    body: UpstreamBody;
    data: Upstream;
    media: never;
    errors: 'code_exists' | 'invalid_host' | 'platform_address' | 'private_address';
    repeatable: true;
  };
  /** Replace a service; switching it off is effective at once */
  'PUT /api/v1/gateway/services/{id}': {
    params: { id: Id };
    query: undefined;
    body: UpstreamBody | {
      name: string;
      protocol?: 'http' | 'https';
      host: string;
      port?: number;
      path?: string;
      retries?: number;
      connect_timeout_ms?: number;
      /** Largest request body, 100 MiB by default; a larger one gets 413. Counted while streaming, so it also applies without a Content-Length */
      max_body_bytes?: number;
      tags?: string[];
      enabled?: boolean;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        name?: unknown;
        protocol?: unknown;
        host?: unknown;
        port?: unknown;
        path?: unknown;
        retries?: unknown;
        connect_timeout_ms?: unknown;
        max_body_bytes?: unknown;
        tags?: unknown;
        enabled?: unknown;
      };
    };
    data: Upstream;
    media: never;
    errors: 'administrator_required' | 'code_exists' | 'invalid_host' | 'platform_address' | 'private_address' | 'step_up_required';
  };
  /** Delete a service and every grant of it; one of the platform needs an administrator */
  'DELETE /api/v1/gateway/services/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'administrator_required' | 'step_up_required';
  };
  /** Whether a service is documented, and by which document */
  'GET /api/v1/gateway/services/{id}/openapi': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: GatewayDocumentState;
    media: never;
    errors: never;
  };
  /** Document a service with an OpenAPI document; replaces the former one */
  'PUT /api/v1/gateway/services/{id}/openapi': {
    params: { id: Id };
    query: undefined;
    body: GatewayDocumentBody;
    data: GatewayDocumentState;
    media: never;
    errors: never;
  };
  /** Remove the documentation of a service; idempotent */
  'DELETE /api/v1/gateway/services/{id}/openapi': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Requests, errors and latency of a service over time */
  'GET /api/v1/gateway/services/{id}/traffic': {
    params: { id: Id };
    query: { hours?: number | undefined };
    body: undefined;
    data: GatewayTraffic;
    media: never;
    errors: never;
  };
  /** The usage of the calling application today, and its limits */
  'GET /api/v1/gateway/usage': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: GatewayUsage;
    media: never;
    errors: never;
  };
  /** Own applications, newest first */
  'GET /api/v1/gov/applications': {
    params: undefined;
    query: { status?: ApplicationStatus | undefined; q?: string | undefined; service_id?: Id | undefined; open?: boolean | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: ApplicationPage;
    media: never;
    errors: never;
  };
  /** Apply for a service */
  'POST /api/v1/gov/applications': {
    params: undefined;
    query: undefined;
    body: ApplyBody;
    data: {
      application: Application;
      reference: Reference | null;
      auto_issued: boolean;
    };
    media: never;
    errors: 'assurance_too_low' | 'draft_changed' | 'fact_gone' | 'not_certifiable' | 'not_for_applicant' | 'service_changed' | 'service_inactive';
    repeatable: true;
  };
  /** One of one’s own applications */
  'GET /api/v1/gov/applications/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Application;
    media: never;
    errors: never;
  };
  /** Cancel an application */
  'POST /api/v1/gov/applications/{id}/cancel': {
    params: { id: Id };
    query: undefined;
    body: {
      reason?: string;
    };
    data: Application;
    media: never;
    errors: 'invalid_transition';
  };
  /** What agencies answered for one’s own application */
  'GET /api/v1/gov/applications/{id}/facts': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: FactList;
    media: never;
    errors: never;
  };
  /** Papers of one’s own application */
  'GET /api/v1/gov/applications/{id}/files': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: ApplicationFileList;
    media: never;
    errors: never;
  };
  /** Add a paper: the file as the body, its name as ?name=, the slot of the form as ?slot= */
  'POST /api/v1/gov/applications/{id}/files': {
    params: { id: string };
    query: { name: string; slot?: string | undefined };
    body: BinaryBody;
    data: ApplicationFile;
    media: never;
    errors: never;
    repeatable: true;
  };
  /** Add a copy of a file of the own space as a paper */
  'POST /api/v1/gov/applications/{id}/files/from-space': {
    params: { id: Id };
    query: undefined;
    body: PaperFromSpaceBody;
    data: ApplicationFile;
    media: never;
    errors: 'file_damaged' | 'file_infected' | 'file_missing' | 'file_refused' | 'file_unscannable' | 'invalid_transition' | 'paper_kind_refused' | 'service_inactive' | 'storage_unavailable' | 'too_many_files';
    repeatable: true;
  };
  /** Remove a paper while the application is open */
  'DELETE /api/v1/gov/applications/{id}/files/{file_id}': {
    params: { id: Id; file_id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'invalid_transition' | 'paper_required';
  };
  /** Download a paper */
  'GET /api/v1/gov/applications/{id}/files/{file_id}': {
    params: { id: string; file_id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf' | 'image/png' | 'image/jpeg';
    errors: never;
  };
  /** Answer a request for information */
  'POST /api/v1/gov/applications/{id}/provide-info': {
    params: { id: Id };
    query: undefined;
    body: ProvideInfoBody;
    data: Application;
    media: never;
    errors: 'invalid_transition';
  };
  /** The record of one’s own application as a PDF with the seal of the platform */
  'GET /api/v1/gov/applications/{id}/record/document': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf';
    errors: never;
  };
  /** The officer who signed the decision; 404 where nobody did */
  'GET /api/v1/gov/applications/{id}/signature': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: DecisionSignature;
    media: never;
    errors: never;
  };
  /** The signed decision as a file that anybody can check without Tamga */
  'GET /api/v1/gov/applications/{id}/signature/evidence': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: DecisionEvidence;
    media: never;
    errors: never;
  };
  /** Events of an application, oldest first */
  'GET /api/v1/gov/applications/{id}/timeline': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: ApplicationEventList;
    media: never;
    errors: never;
  };
  /** Own appointments, by time */
  'GET /api/v1/gov/appointments': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AppointmentList;
    media: never;
    errors: never;
  };
  /** Book an appointment */
  'POST /api/v1/gov/appointments': {
    params: undefined;
    query: undefined;
    body: AppointmentBody;
    data: Appointment;
    media: never;
    errors: 'already_booked' | 'bad_request' | 'collection_booked' | 'not_a_slot' | 'not_for_applicant' | 'not_ready' | 'slot_taken' | 'too_many_appointments';
    repeatable: true;
  };
  /** Slots of one day, with the places left in each */
  'GET /api/v1/gov/appointments/slots': {
    params: undefined;
    query: { service_id?: Id | undefined; date: string };
    body: undefined;
    data: AppointmentSlotList;
    media: never;
    errors: 'bad_request' | 'not_a_slot';
  };
  /** Download the appointment as a calendar file */
  'GET /api/v1/gov/appointments/{id}/calendar': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'text/calendar';
    errors: never;
  };
  /** Cancel an appointment and free its place */
  'POST /api/v1/gov/appointments/{id}/cancel': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Appointment;
    media: never;
    errors: never;
  };
  /** Own drafts, latest first */
  'GET /api/v1/gov/drafts': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: DraftSummaryList;
    media: never;
    errors: never;
  };
  /** The draft for a service */
  'GET /api/v1/gov/drafts/{service_id}': {
    params: { service_id: Id };
    query: undefined;
    body: undefined;
    data: Draft;
    media: never;
    errors: never;
  };
  /** Save a draft */
  'PUT /api/v1/gov/drafts/{service_id}': {
    params: { service_id: Id };
    query: undefined;
    body: DraftBody;
    data: Draft;
    media: never;
    errors: 'draft_changed' | 'not_for_applicant' | 'service_inactive';
  };
  /** Delete a draft with its papers */
  'DELETE /api/v1/gov/drafts/{service_id}': {
    params: { service_id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Papers that an agency can be asked for, and what it answered */
  'GET /api/v1/gov/drafts/{service_id}/facts': {
    params: { service_id: Id };
    query: undefined;
    body: undefined;
    data: DraftFacts;
    media: never;
    errors: never;
  };
  /** Agree that an agency is asked for a paper */
  'POST /api/v1/gov/drafts/{service_id}/facts': {
    params: { service_id: Id };
    query: undefined;
    body: FactAskBody;
    data: Fact;
    media: never;
    errors: 'already_asked' | 'assurance_too_low' | 'not_fetchable' | 'not_routed' | 'person_unknown' | 'service_inactive' | 'too_many_questions';
    repeatable: true;
  };
  /** Use an answer that the person has seen */
  'POST /api/v1/gov/drafts/{service_id}/facts/{fact_id}/accept': {
    params: { service_id: Id; fact_id: Id };
    query: undefined;
    body: FactAcceptBody;
    data: Fact;
    media: never;
    errors: 'fact_gone';
  };
  /** Refuse an answer, which erases it, or stop waiting for one */
  'POST /api/v1/gov/drafts/{service_id}/facts/{fact_id}/refuse': {
    params: { service_id: Id; fact_id: Id };
    query: undefined;
    body: undefined;
    data: Fact;
    media: never;
    errors: 'fact_gone';
  };
  /** Add a paper to a draft: the file as the body, its name as ?name=, the slot of the form as ?slot= */
  'POST /api/v1/gov/drafts/{service_id}/files': {
    params: { service_id: string };
    query: { name: string; slot?: string | undefined };
    body: BinaryBody;
    data: ApplicationFile;
    media: never;
    errors: never;
    repeatable: true;
  };
  /** Add a copy of a file of the own space as a paper of a draft */
  'POST /api/v1/gov/drafts/{service_id}/files/from-space': {
    params: { service_id: Id };
    query: undefined;
    body: PaperFromSpaceBody;
    data: ApplicationFile;
    media: never;
    errors: 'file_damaged' | 'file_infected' | 'file_missing' | 'file_refused' | 'file_unscannable' | 'invalid_transition' | 'paper_kind_refused' | 'service_inactive' | 'storage_unavailable' | 'too_many_files';
    repeatable: true;
  };
  /** Remove a paper from a draft */
  'DELETE /api/v1/gov/drafts/{service_id}/files/{file_id}': {
    params: { service_id: Id; file_id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Services that the person was granted, each with its newest application */
  'GET /api/v1/gov/granted-services': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      items: ({
        service_code: string;
        application_id: Id;
      })[];
      total: number;
    };
    media: never;
    errors: never;
  };
  /** Life events in order, to find services by */
  'GET /api/v1/gov/life-events': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ServiceLifeEventList;
    media: never;
    errors: never;
  };
  /** Own notifications, newest first */
  'GET /api/v1/gov/notifications': {
    params: undefined;
    query: { unread?: 'true' | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: NotificationPage;
    media: never;
    errors: never;
  };
  /** Mark all notifications as read */
  'POST /api/v1/gov/notifications/read-all': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      updated: number;
    };
    media: never;
    errors: never;
  };
  /** E-mail notification setting, with the masked address */
  'GET /api/v1/gov/notifications/settings': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: NotificationSettings;
    media: never;
    errors: never;
  };
  /** Turn e-mail notifications on or off */
  'PUT /api/v1/gov/notifications/settings': {
    params: undefined;
    query: undefined;
    body: {
      email: boolean;
    };
    data: NotificationSettings;
    media: never;
    errors: 'no_address';
  };
  /** Own notifications as server-sent events */
  'GET /api/v1/gov/notifications/stream': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'text/event-stream';
    errors: never;
  };
  /** Mark one notification as read */
  'POST /api/v1/gov/notifications/{id}/read': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Officers who decide cases of this authority, or of any that the caller decides */
  'GET /api/v1/gov/officer/colleagues': {
    params: undefined;
    query: { authority?: string | undefined };
    body: undefined;
    data: ColleagueList;
    media: never;
    errors: never;
  };
  /** Open and late cases, and time to decide, by service and by week */
  'GET /api/v1/gov/officer/figures': {
    params: undefined;
    query: { weeks?: '4' | '12' | '26' | '52' | undefined };
    body: undefined;
    data: TeamFigures;
    media: never;
    errors: never;
  };
  /** Filters of the queue that the caller saved */
  'GET /api/v1/gov/officer/filters': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: QueueFilterList;
    media: never;
    errors: never;
  };
  /** Save a filter of the queue under a name */
  'POST /api/v1/gov/officer/filters': {
    params: undefined;
    query: undefined;
    body: QueueFilterBody;
    data: QueueFilter;
    media: never;
    errors: 'filter_name_taken' | 'too_many_filters';
    repeatable: true;
  };
  /** Delete a saved filter */
  'DELETE /api/v1/gov/officer/filters/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Open cases by deadline, or with `state` finished ones, newest first; each applicant on the page sees the access */
  'GET /api/v1/gov/officer/queue': {
    params: undefined;
    query: { status?: ApplicationStatus | undefined; state?: 'open' | 'finished' | 'all' | undefined; assigned_to?: 'me' | undefined; q?: string | undefined; overdue?: 'true' | undefined; due_soon?: 'true' | undefined; due_today?: 'true' | undefined; unassigned?: 'true' | undefined; service?: string | undefined; limit?: string | undefined; sort?: 'due_at' | '-due_at' | 'submitted_at' | '-submitted_at' | undefined; cursor?: string | undefined };
    body: undefined;
    data: QueueItemPage;
    media: never;
    errors: never;
  };
  /** One case with its service, timeline and papers */
  'GET /api/v1/gov/officer/queue/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Case;
    media: never;
    errors: 'own_application';
  };
  /** Assign a case to the caller */
  'POST /api/v1/gov/officer/queue/{id}/assign': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: QueueItem;
    media: never;
    errors: 'already_assigned' | 'conflict_unconfirmed' | 'invalid_transition' | 'own_application' | 'payment_required';
  };
  /** Mark the output of a granted application as delivered */
  'POST /api/v1/gov/officer/queue/{id}/complete': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: QueueItem;
    media: never;
    errors: 'conflict_unconfirmed' | 'invalid_transition' | 'own_application';
  };
  /** Grant or refuse an application */
  'POST /api/v1/gov/officer/queue/{id}/decide': {
    params: { id: Id };
    query: undefined;
    body: CaseDecisionBody;
    data: QueueItem;
    media: never;
    errors: 'conflict_unconfirmed' | 'document_cannot_sign' | 'invalid_transition' | 'not_certifiable' | 'not_finished' | 'own_application' | 'payment_required' | 'reason_required' | 'register_unavailable' | 'sign_rejected' | 'signature_expired' | 'signature_mismatch' | 'signature_not_required' | 'signature_required' | 'signature_used' | 'upstream_failed';
  };
  /** Download a paper of a case */
  'GET /api/v1/gov/officer/queue/{id}/files/{file_id}': {
    params: { id: string; file_id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf' | 'image/png' | 'image/jpeg';
    errors: never;
  };
  /** Give a case to a colleague who may decide it; both officers are notified */
  'POST /api/v1/gov/officer/queue/{id}/reassign': {
    params: { id: Id };
    query: undefined;
    body: {
      to: Id;
      reason?: string;
    };
    data: QueueItem;
    media: never;
    errors: 'already_assigned' | 'conflict_unconfirmed' | 'invalid_transition' | 'not_a_colleague' | 'own_application' | 'payment_required';
  };
  /** Give a case back, so that nobody holds it */
  'POST /api/v1/gov/officer/queue/{id}/release': {
    params: { id: Id };
    query: undefined;
    body: {
      reason?: string;
    };
    data: QueueItem;
    media: never;
    errors: 'already_assigned' | 'conflict_unconfirmed' | 'invalid_transition' | 'own_application';
  };
  /** Reply templates for one case, with its number, service and deadline filled in */
  'GET /api/v1/gov/officer/queue/{id}/replies': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: CaseReplyList;
    media: never;
    errors: 'own_application';
  };
  /** Ask the applicant for information; the deadline is suspended */
  'POST /api/v1/gov/officer/queue/{id}/request-info': {
    params: { id: Id };
    query: undefined;
    body: {
      note: string;
      answer_by?: string;
    };
    data: QueueItem;
    media: never;
    errors: 'conflict_unconfirmed' | 'invalid_transition' | 'own_application' | 'payment_required' | 'reason_required';
  };
  /** Begin to sign a decision with PIN2, where the service requires it */
  'POST /api/v1/gov/officer/queue/{id}/sign': {
    params: { id: Id };
    query: undefined;
    body: CaseSigningBody;
    data: CaseSigning;
    media: never;
    errors: 'conflict_unconfirmed' | 'document_cannot_sign' | 'eid_not_configured' | 'eid_rejected' | 'invalid_transition' | 'no_register' | 'not_certifiable' | 'own_application' | 'payment_required' | 'reason_required' | 'register_unavailable' | 'signature_not_required' | 'upstream_unavailable';
  };
  /** Withdraw the question to the applicant; the deadline continues */
  'POST /api/v1/gov/officer/queue/{id}/withdraw-info': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: QueueItem;
    media: never;
    errors: 'conflict_unconfirmed' | 'invalid_transition' | 'own_application';
  };
  /** Services whose cases the caller decides */
  'GET /api/v1/gov/officer/services': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: DeskServiceList;
    media: never;
    errors: never;
  };
  /** Numbers of open cases, and of the caller’s own */
  'GET /api/v1/gov/officer/stats': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: QueueStats;
    media: never;
    errors: never;
  };
  /** Reply templates of the caller’s authorities */
  'GET /api/v1/gov/officer/templates': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ReplyTemplateList;
    media: never;
    errors: never;
  };
  /** Write a reply template for an authority or one of its services */
  'POST /api/v1/gov/officer/templates': {
    params: undefined;
    query: undefined;
    body: ReplyTemplateBody;
    data: ReplyTemplate;
    media: never;
    errors: 'too_many_templates';
    repeatable: true;
  };
  /** Change a reply template */
  'PUT /api/v1/gov/officer/templates/{id}': {
    params: { id: Id };
    query: undefined;
    body: ReplyTemplateBody | {
      authority: string;
      service_id: Id | null;
      kind: 'ask' | 'approve' | 'refuse';
      title: string;
      title_en: string;
      body: string;
      body_en: string;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        authority?: unknown;
        service_id?: unknown;
        kind?: unknown;
        title?: unknown;
        title_en?: unknown;
        body?: unknown;
        body_en?: unknown;
      };
    };
    data: ReplyTemplate;
    media: never;
    errors: never;
  };
  /** Delete a reply template */
  'DELETE /api/v1/gov/officer/templates/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Counts and recent items of the person */
  'GET /api/v1/gov/overview': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Overview;
    media: never;
    errors: never;
  };
  /** What waits for the organisations, children and people that the caller may act for now */
  'GET /api/v1/gov/overview/parties': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: PartiesOverview;
    media: never;
    errors: never;
  };
  /** Own payments, unpaid first */
  'GET /api/v1/gov/payments': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: PaymentList;
    media: never;
    errors: never;
  };
  /** The payment provider reports the state of an invoice */
  'POST /api/v1/gov/payments/callback': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Start or continue a payment */
  'POST /api/v1/gov/payments/{id}/pay': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Payment;
    media: never;
    errors: 'already_paid' | 'not_configured' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** The receipt of a settled payment */
  'GET /api/v1/gov/payments/{id}/receipt': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Receipt;
    media: never;
    errors: never;
  };
  /** The receipt as a PDF with the seal of the platform */
  'GET /api/v1/gov/payments/{id}/receipt/document': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf';
    errors: never;
  };
  /** Own documents, newest first */
  'GET /api/v1/gov/references': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ReferenceList;
    media: never;
    errors: never;
  };
  /** Get a certificate that a service gives automatically and free of charge */
  'POST /api/v1/gov/references': {
    params: undefined;
    query: undefined;
    body: {
      type: 'residence' | 'birth' | 'marriage' | 'tax' | 'social_ins' | 'health_ins' | 'criminal';
    };
    data: Reference;
    media: never;
    errors: 'apply_instead' | 'assurance_too_low' | 'not_certifiable' | 'not_for_applicant' | 'not_offered' | 'register_unavailable' | 'service_inactive';
    repeatable: true;
  };
  /** The document as a PDF */
  'GET /api/v1/gov/references/{id}/document': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf';
    errors: never;
  };
  /** Active services, by category and name */
  'GET /api/v1/gov/services': {
    params: undefined;
    query: { q?: string | undefined; category?: string | undefined; life_event?: string | undefined };
    body: undefined;
    data: ApplicableServiceList;
    media: never;
    errors: never;
  };
  /** One service with its form, including withdrawn services and earlier versions */
  'GET /api/v1/gov/services/{id}': {
    params: { id: Id };
    query: { version?: number | undefined };
    body: undefined;
    data: ApplicableServiceDetail;
    media: never;
    errors: never;
  };
  /** Files of the own space by name, and the used and the whole room in bytes */
  'GET /api/v1/gspace': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SpaceList;
    media: never;
    errors: never;
  };
  /** Delete a file of the own space */
  'DELETE /api/v1/gspace': {
    params: undefined;
    query: { name?: string | undefined };
    body: undefined;
    data: SpaceRoom;
    media: never;
    errors: 'name_required';
  };
  /** Download a file of the own space */
  'GET /api/v1/gspace/download': {
    params: undefined;
    query: { name?: string | undefined };
    body: undefined;
    data: unknown;
    media: 'application/octet-stream';
    errors: never;
  };
  /** Save the PDF of an own certificate in the own space */
  'POST /api/v1/gspace/from-reference': {
    params: undefined;
    query: undefined;
    body: {
      reference_id: Id;
    };
    data: SavedSpaceFile;
    media: never;
    errors: 'document_withdrawn' | 'file_infected' | 'file_refused' | 'file_unscannable' | 'name_required' | 'quota_exceeded' | 'seal_not_configured' | 'seal_unavailable' | 'storage_unavailable' | 'too_many_files';
    repeatable: true;
  };
  /** Save a file in the own space, or replace the one of that name: multipart/form-data with `file`, or JSON `{ name, data }` with base64 */
  'POST /api/v1/gspace/upload': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: SavedSpaceFile;
    media: never;
    errors: never;
  };
  /** Write to support without signing in; the number is shown once and mailed to nobody */
  'POST /api/v1/help/contact': {
    params: undefined;
    query: undefined;
    body: VisitorCaseBody;
    data: {
      number: string;
    };
    media: never;
    errors: never;
    repeatable: true;
  };
  /** Apps of the organisation in X-Org-Id */
  'GET /api/v1/installed-apps': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: InstalledAppList;
    media: never;
    errors: 'organisation_required';
  };
  /** Outside services that the person connected; never their tokens */
  'GET /api/v1/integrations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: IntegrationList;
    media: never;
    errors: never;
  };
  /** Store the tokens of a connection that the caller made itself; replaces an earlier one */
  'POST /api/v1/integrations': {
    params: undefined;
    query: undefined;
    body: {
      provider: 'google-drive' | 'dropbox' | 'google-meet';
      access_token: string;
      refresh_token?: string;
      expires_at_ms?: number;
    };
    data: Integration;
    media: never;
    errors: never;
  };
  /** Remove a connection and revoke it at the provider; a missing one is no error */
  'DELETE /api/v1/integrations/{provider}': {
    params: { provider: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Where the provider sends the browser back; a state is valid once, for its person and browser */
  'GET /api/v1/integrations/{provider}/callback': {
    params: { provider: string };
    query: { code?: string | undefined; state?: string | undefined; iss?: string | undefined; error?: string | undefined };
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Send the browser to the provider; bound to the person and to the browser */
  'GET /api/v1/integrations/{provider}/connect': {
    params: { provider: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Files at the provider that the platform may see */
  'GET /api/v1/integrations/{provider}/files': {
    params: { provider: string };
    query: { q?: string | undefined; cursor?: string | undefined };
    body: undefined;
    data: {
      items: CloudFile[];
      total: number;
      next?: string;
    };
    media: never;
    errors: 'not_configured' | 'not_connected' | 'provider_grant_invalid' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Copy a file of the person's own space to the provider */
  'POST /api/v1/integrations/{provider}/files/from-space': {
    params: { provider: string };
    query: undefined;
    body: {
      name: string;
    };
    data: {
      status: true;
      message: string;
      data: SentFile;
      request_id: string;
    };
    media: never;
    errors: never;
  };
  /** Copy a file of the provider into the person's own space */
  'POST /api/v1/integrations/{provider}/files/to-space': {
    params: { provider: string };
    query: undefined;
    body: {
      id: string;
    };
    data: {
      status: true;
      message: string;
      data: SavedSpaceFile;
      request_id: string;
    };
    media: never;
    errors: never;
  };
  /** The tokens of a connection, for server-side callers only: 404 for browsers and through the portal */
  'GET /api/v1/integrations/{provider}/token': {
    params: { provider: string };
    query: undefined;
    body: undefined;
    data: {
      access_token: string;
      refresh_token: string;
      expires_at_ms: number;
    };
    media: never;
    errors: 'not_configured' | 'not_connected' | 'provider_grant_invalid' | 'upstream_unavailable';
  };
  /** Applications that the caller owns, by name */
  'GET /api/v1/me/applications': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      items: OwnedApplication[];
      total: number;
      self_service: 'never' | 'trial' | 'approval';
    };
    media: never;
    errors: never;
  };
  /** Register an application on trial, to which only its owners can sign in */
  'POST /api/v1/me/applications': {
    params: undefined;
    query: undefined;
    body: NewOwnApplicationBody;
    data: OAuthClient;
    media: never;
    errors: 'invalid_redirect_uri' | 'redirect_uri_required' | 'reserved_name' | 'self_service_off' | 'too_many_applications';
    repeatable: true;
  };
  /** Requests of an own application that the provider refused in the last 30 days, by reason */
  'GET /api/v1/me/applications/{client_id}/problems': {
    params: { client_id: string };
    query: undefined;
    body: undefined;
    data: OAuthProblemList;
    media: never;
    errors: never;
  };
  /** One application of the caller */
  'GET /api/v1/me/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: OAuthClient;
    media: never;
    errors: never;
  };
  /** Change the name and addresses of an own application on trial; a request for approval ends */
  'PUT /api/v1/me/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: OwnApplicationBody | {
      name: string;
      redirect_uris: string[];
      post_logout_redirect_uris?: string[];
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        name?: unknown;
        redirect_uris?: unknown;
        post_logout_redirect_uris?: unknown;
      };
    };
    data: OAuthClient;
    media: never;
    errors: 'administrator_required' | 'application_live' | 'invalid_redirect_uri' | 'redirect_uri_required' | 'reserved_name';
  };
  /** Delete an own application on trial */
  'DELETE /api/v1/me/applications/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'administrator_required' | 'application_live';
  };
  /** Ask that everybody may sign in to an own application */
  'POST /api/v1/me/applications/{id}/ask-approval': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: OAuthClient;
    media: never;
    errors: 'application_live' | 'approval_settled' | 'self_service_off';
  };
  /** Gateway calls of an own application over time and by service, and its quota */
  'GET /api/v1/me/applications/{id}/calls': {
    params: { id: string };
    query: { days?: number | undefined };
    body: undefined;
    data: ApplicationCalls;
    media: never;
    errors: never;
  };
  /** The secrets and keys of an application, and the last use of each */
  'GET /api/v1/me/applications/{id}/credentials': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: ApplicationCredentials;
    media: never;
    errors: never;
  };
  /** End the old secret of a rotation before its time; refused if it was used within 24 hours */
  'POST /api/v1/me/applications/{id}/end-old-secret': {
    params: { id: string };
    query: undefined;
    body: ApplicationEndBody;
    data: ApplicationCredentials;
    media: never;
    errors: 'no_old_secret' | 'secret_in_use';
  };
  /** Rotate the secret of an own application; the new one is shown only in this answer */
  'POST /api/v1/me/applications/{id}/rotate-secret': {
    params: { id: string };
    query: undefined;
    body: RotateSecretBody;
    data: OAuthClient;
    media: never;
    errors: 'public_client_has_no_secret' | 'step_up_required';
  };
  /** Sign-ins, tokens and refusals of an own application over time */
  'GET /api/v1/me/applications/{id}/sign-ins': {
    params: { id: string };
    query: { days?: number | undefined };
    body: undefined;
    data: ApplicationSignIns;
    media: never;
    errors: never;
  };
  /** Consents that the person gave to applications */
  'GET /api/v1/me/consents': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ConsentList;
    media: never;
    errors: never;
  };
  /** Withdraw a consent; the tokens of the application end at once */
  'DELETE /api/v1/me/consents/{client_id}': {
    params: { client_id: string };
    query: undefined;
    body: undefined;
    data: {
      client_id: string;
    };
    media: never;
    errors: never;
  };
  /** Own e-mail address and mobile number */
  'GET /api/v1/me/contacts': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Contacts;
    media: never;
    errors: never;
  };
  /** Copies of the own data, newest first, with their progress */
  'GET /api/v1/me/data-exports': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: DataExportList;
    media: never;
    errors: never;
  };
  /** Ask for a copy of all own data; a job makes it */
  'POST /api/v1/me/data-exports': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: DataExport;
    media: never;
    errors: 'export_running';
  };
  /** Whether the sign-in is fresh enough for the download; says how to renew it */
  'POST /api/v1/me/data-exports/prove': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'step_up_required';
  };
  /** Download a copy of the own data; needs a fresh sign-in */
  'GET /api/v1/me/data-exports/{id}/download': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/zip';
    errors: never;
  };
  /** Remove the own e-mail address, which is told */
  'DELETE /api/v1/me/email': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Contacts;
    media: never;
    errors: 'step_up_required';
  };
  /** Send a code to a new e-mail address */
  'POST /api/v1/me/email/code': {
    params: undefined;
    query: undefined;
    body: ContactEmailBody;
    data: ContactCode;
    media: never;
    errors: 'contact_not_configured' | 'number_not_served' | 'step_up_required';
  };
  /** Prove the e-mail address with the code; the one before it is told */
  'POST /api/v1/me/email/confirm': {
    params: undefined;
    query: undefined;
    body: ContactCodeBody;
    data: Contacts;
    media: never;
    errors: 'code_over' | 'code_wrong';
  };
  /** What can be erased, what has to stay and why, and the newest request */
  'GET /api/v1/me/erasure': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Erasure;
    media: never;
    errors: never;
  };
  /** Ask to erase the own data */
  'POST /api/v1/me/erasure': {
    params: undefined;
    query: undefined;
    body: ErasureBody;
    data: Erasure;
    media: never;
    errors: 'erasure_open' | 'staff_account' | 'step_up_required';
    repeatable: true;
  };
  /** Take the open request to erase back */
  'DELETE /api/v1/me/erasure': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Erasure;
    media: never;
    errors: never;
  };
  /** Set how the official name is written in Latin letters; another name is refused */
  'PUT /api/v1/me/latin-name': {
    params: undefined;
    query: undefined;
    body: LatinNameBody;
    data: LatinName;
    media: never;
    errors: never;
  };
  /** Which messages go where beside the portal, by topic */
  'GET /api/v1/me/notification-preferences': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: NotificationPreferences;
    media: never;
    errors: never;
  };
  /** Choose which messages go where; security stays on somewhere */
  'PUT /api/v1/me/notification-preferences': {
    params: undefined;
    query: undefined;
    body: NotificationPreferencesBody;
    data: NotificationPreferences;
    media: never;
    errors: 'no_address' | 'security_needs_channel';
  };
  /** Set the Latin name of an organisation */
  'PUT /api/v1/me/org-name-latin/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: {
      name_latin?: string;
    };
    data: {
      name_latin: string;
    };
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** The address of an organisation’s stamp, for its representatives */
  'GET /api/v1/me/orgstamp/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: Image;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Set the stamp of an organisation */
  'PUT /api/v1/me/orgstamp/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: ImageBody;
    data: Image;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Remove the stamp of an organisation */
  'DELETE /api/v1/me/orgstamp/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: Image;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Remove the uploaded stamp of an organisation */
  'DELETE /api/v1/me/orgstamp/{regNo}/file': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: ImageFile;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Upload the image of an organisation’s stamp: a PNG or JPEG of at most 6 MiB as the body */
  'PUT /api/v1/me/orgstamp/{regNo}/file': {
    params: { regNo: string };
    query: undefined;
    body: BinaryBody;
    data: ImageFile;
    media: never;
    errors: never;
  };
  /** The uploaded image of an organisation’s stamp */
  'GET /api/v1/me/orgstamp/{regNo}/file': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'image/png' | 'image/jpeg';
    errors: never;
  };
  /** Applications that the caller is invited to own */
  'GET /api/v1/me/owner-offers': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ReceivedOwnerOfferList;
    media: never;
    errors: never;
  };
  /** Become an owner of an application; its administrators then see the caller’s name */
  'POST /api/v1/me/owner-offers/{id}/accept': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'too_many_owners';
  };
  /** Decline to own an application; nobody is told */
  'POST /api/v1/me/owner-offers/{id}/decline': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Remove the own mobile number, which is told */
  'DELETE /api/v1/me/phone': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Contacts;
    media: never;
    errors: 'step_up_required';
  };
  /** Send a code to a new mobile number */
  'POST /api/v1/me/phone/code': {
    params: undefined;
    query: undefined;
    body: ContactPhoneBody;
    data: ContactCode;
    media: never;
    errors: 'contact_not_configured' | 'number_not_served' | 'step_up_required';
  };
  /** Prove the mobile number with the code; the one before it is told */
  'POST /api/v1/me/phone/confirm': {
    params: undefined;
    query: undefined;
    body: ContactCodeBody;
    data: Contacts;
    media: never;
    errors: 'code_over' | 'code_wrong';
  };
  /** Roles that the person is invited to */
  'GET /api/v1/me/role-invitations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: OwnRoleInvitationList;
    media: never;
    errors: never;
  };
  /** Accept a role; it ends the sessions of the person, and a manager still confirms it with PIN2 */
  'POST /api/v1/me/role-invitations/{id}/accept': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: {
      state: 'given' | 'confirming';
      role_id: number;
    };
    media: never;
    errors: 'cases_unattended' | 'eid_sign_in_required' | 'invitation_void';
  };
  /** Decline a role */
  'POST /api/v1/me/role-invitations/{id}/decline': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Sign-ins, failures, and changes of contacts, sessions and applications, newest first */
  'GET /api/v1/me/security-history': {
    params: undefined;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: SecurityHistoryEntryPage;
    media: never;
    errors: never;
  };
  /** Devices where the person is signed in */
  'GET /api/v1/me/sessions': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: OwnSessionList;
    media: never;
    errors: never;
  };
  /** Sign out every device but this one */
  'POST /api/v1/me/sessions/end-others': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EndedSessions;
    media: never;
    errors: never;
  };
  /** Sign one device out */
  'DELETE /api/v1/me/sessions/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** The address of the person’s signature image */
  'GET /api/v1/me/signature': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Image;
    media: never;
    errors: never;
  };
  /** Set the image of the person’s signature */
  'PUT /api/v1/me/signature': {
    params: undefined;
    query: undefined;
    body: ImageBody;
    data: Image;
    media: never;
    errors: never;
  };
  /** Remove the image of the person’s signature */
  'DELETE /api/v1/me/signature': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Image;
    media: never;
    errors: never;
  };
  /** Remove the uploaded image of the person’s signature */
  'DELETE /api/v1/me/signature/file': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ImageFile;
    media: never;
    errors: never;
  };
  /** Upload the image of the person’s signature: a PNG or JPEG of at most 6 MiB as the body */
  'PUT /api/v1/me/signature/file': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: ImageFile;
    media: never;
    errors: never;
  };
  /** The uploaded image of the person’s signature */
  'GET /api/v1/me/signature/file': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'image/png' | 'image/jpeg';
    errors: never;
  };
  /** Organisations of the caller */
  'GET /api/v1/org/': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: OrganisationList;
    media: never;
    errors: never;
  };
  /** Add an organisation; a person whom the register names takes it over where it exists */
  'POST /api/v1/org/': {
    params: undefined;
    query: undefined;
    body: OrganisationBody;
    data: Organisation;
    media: never;
    errors: 'organisation_exists';
    repeatable: true;
  };
  /** Open invitations to the caller */
  'GET /api/v1/org/invitations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ReceivedInvitationList;
    media: never;
    errors: never;
  };
  /** Accept an invitation by its link */
  'POST /api/v1/org/invitations/accept': {
    params: undefined;
    query: undefined;
    body: InvitationToken;
    data: Organisation;
    media: never;
    errors: 'eid_required' | 'representation_unconfirmed';
  };
  /** The invitation behind a link */
  'POST /api/v1/org/invitations/open': {
    params: undefined;
    query: undefined;
    body: InvitationToken;
    data: ReceivedInvitation;
    media: never;
    errors: never;
  };
  /** Accept an invitation; members can then see the caller’s name and e-mail address */
  'POST /api/v1/org/invitations/{id}/accept': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Organisation;
    media: never;
    errors: 'representation_unconfirmed';
  };
  /** Decline an invitation; the organisation is not notified */
  'POST /api/v1/org/invitations/{id}/decline': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Look an organisation up in the state registry */
  'GET /api/v1/org/lookup/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: OrganisationRecord;
    media: never;
    errors: 'not_configured' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Take over an organisation that the state register says the caller represents */
  'POST /api/v1/org/take-over': {
    params: undefined;
    query: undefined;
    body: OrganisationNumber;
    data: Organisation;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'organisation_unknown' | 'pki_read_not_granted' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** One organisation of the caller */
  'GET /api/v1/org/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Organisation;
    media: never;
    errors: never;
  };
  /** Ask the register again who represents the organisation, for its members */
  'POST /api/v1/org/{id}/check': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Organisation;
    media: never;
    errors: never;
  };
  /** Open invitations of an organisation, for its owners and administrators */
  'GET /api/v1/org/{id}/invitations': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: InvitationList;
    media: never;
    errors: 'representation_unconfirmed';
  };
  /** Create a single-use invitation link, shown only in this answer */
  'POST /api/v1/org/{id}/invitations': {
    params: { id: Id };
    query: undefined;
    body: {
      role?: MemberRole;
    };
    data: InvitationLink;
    media: never;
    errors: 'named_only' | 'representation_unconfirmed' | 'too_many_invitations';
    repeatable: true;
  };
  /** Withdraw an invitation */
  'DELETE /api/v1/org/{id}/invitations/{invitationID}': {
    params: { id: Id; invitationID: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'representation_unconfirmed';
  };
  /** Members of an organisation, for its members */
  'GET /api/v1/org/{id}/members': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: MemberList;
    media: never;
    errors: never;
  };
  /** Invite an account or the holder of a register number; the answer does not reveal whether they exist */
  'POST /api/v1/org/{id}/members': {
    params: { id: Id };
    query: undefined;
    body: InvitationBody;
    data: Invitation;
    media: never;
    errors: 'already_member' | 'named_only' | 'representation_unconfirmed' | 'too_many_invitations';
    repeatable: true;
  };
  /** Change a member’s role; an owner keeps theirs, and ownership needs acceptance */
  'PUT /api/v1/org/{id}/members/{userID}': {
    params: { id: Id; userID: Id };
    query: undefined;
    body: {
      role: MemberRole;
    };
    data: Member;
    media: never;
    errors: 'acceptance_needed' | 'named_only' | 'owner_protected' | 'representation_unconfirmed';
  };
  /** Remove a member, or leave; the last owner cannot leave */
  'DELETE /api/v1/org/{id}/members/{userID}': {
    params: { id: Id; userID: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'last_owner' | 'owner_protected' | 'representation_unconfirmed';
  };
  /** The modules that are on */
  'GET /api/v1/platform/modules': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ModuleStateList;
    media: never;
    errors: never;
  };
  /** The scopes that an application requests */
  'GET /api/v1/provider/consent': {
    params: undefined;
    query: { consent_challenge: string };
    body: undefined;
    data: ConsentChallenge;
    media: never;
    errors: 'already_decided' | 'request_expired';
  };
  /** Give an application all or some of the requested scopes */
  'POST /api/v1/provider/consent/accept': {
    params: undefined;
    query: undefined;
    body: {
      consent_challenge: string;
      grant_scope?: string[];
    };
    data: ConsentRedirect;
    media: never;
    errors: 'already_decided' | 'request_expired' | 'scope_not_requested' | 'tools_for_administrators';
  };
  /** Refuse the request of an application */
  'POST /api/v1/provider/consent/reject': {
    params: undefined;
    query: undefined;
    body: {
      consent_challenge: string;
      reason?: string;
    };
    data: ConsentRedirect;
    media: never;
    errors: 'already_decided' | 'request_expired';
  };
  /** The application and device that show this code */
  'GET /api/v1/provider/device': {
    params: undefined;
    query: { user_code: string };
    body: undefined;
    data: DeviceRequest;
    media: never;
    errors: 'application_on_trial' | 'unknown_user_code';
  };
  /** Let a device act for the signed-in person, with all or some of the requested scopes */
  'POST /api/v1/provider/device/accept': {
    params: undefined;
    query: undefined;
    body: {
      user_code: string;
      grant_scope?: string[];
    };
    data: DeviceDecision;
    media: never;
    errors: 'application_on_trial' | 'fresh_sign_in_required' | 'other_person_expected' | 'scope_not_requested' | 'stronger_sign_in_required' | 'unknown_user_code';
  };
  /** Refuse the request of a device */
  'POST /api/v1/provider/device/reject': {
    params: undefined;
    query: undefined;
    body: {
      user_code: string;
    };
    data: DeviceDecision;
    media: never;
    errors: 'unknown_user_code';
  };
  /** The application that asks a person to sign in */
  'GET /api/v1/provider/login': {
    params: undefined;
    query: { login_challenge: string };
    body: undefined;
    data: ConsentChallenge;
    media: never;
    errors: 'already_decided' | 'request_expired';
  };
  /** Accept a sign-in for an application */
  'POST /api/v1/provider/login/accept': {
    params: undefined;
    query: undefined;
    body: {
      login_challenge: string;
      without_step_up?: boolean;
      locale?: string;
      zoneinfo?: string;
    };
    data: ConsentRedirect;
    media: never;
    errors: 'already_decided' | 'application_on_trial' | 'fresh_sign_in_required' | 'other_person_expected' | 'request_expired' | 'stronger_sign_in_required';
  };
  /** Cancel a sign-in for an application */
  'POST /api/v1/provider/login/reject': {
    params: undefined;
    query: undefined;
    body: {
      login_challenge: string;
      reason?: string;
      unmet?: boolean;
    };
    data: ConsentRedirect;
    media: never;
    errors: 'already_decided' | 'request_expired';
  };
  /** Ask the person to confirm a sign-in with PIN2 on their phone */
  'POST /api/v1/provider/login/step-up': {
    params: undefined;
    query: undefined;
    body: {
      login_challenge: string;
    };
    data: StepUp;
    media: never;
    errors: 'eid_rejected' | 'step_up_impossible' | 'upstream_unavailable';
  };
  /** Whether the person has confirmed with PIN2 */
  'POST /api/v1/provider/login/step-up/poll': {
    params: undefined;
    query: undefined;
    body: {
      login_challenge: string;
      sid: string;
    };
    data: StepUpPoll;
    media: never;
    errors: 'already_consumed' | 'upstream_failed';
  };
  /** The application that asks to sign a person out */
  'GET /api/v1/provider/logout': {
    params: undefined;
    query: { logout_challenge: string };
    body: undefined;
    data: LogoutChallenge;
    media: never;
    errors: 'already_decided' | 'request_expired';
  };
  /** Sign out of the provider, as an application asked */
  'POST /api/v1/provider/logout/accept': {
    params: undefined;
    query: undefined;
    body: {
      logout_challenge: string;
    };
    data: ConsentRedirect;
    media: never;
    errors: 'already_decided' | 'request_expired';
  };
  /** Ask the assistant about public services */
  'POST /api/v1/public/ai/chat': {
    params: undefined;
    query: undefined;
    body: {
      message?: string;
      audio?: {
        mime: 'audio/webm' | 'audio/ogg' | 'audio/wav' | 'audio/mpeg' | 'audio/mp3' | 'audio/mp4' | 'audio/m4a' | 'audio/aac' | 'audio/flac';
        data: string;
      };
      history?: ({
        role: 'user' | 'model';
        text: string;
      })[];
      lang?: 'mn' | 'en' | 'zh' | 'ru';
    };
    data: AssistantReplyEnvelope;
    media: never;
    errors: never;
  };
  /** Ask the assistant about public services; the answer as server-sent events */
  'POST /api/v1/public/ai/chat/stream': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: unknown;
    media: 'text/event-stream';
    errors: never;
  };
  /** Whether an answer was helpful; a question sent along is kept without personal numbers */
  'POST /api/v1/public/ai/feedback': {
    params: undefined;
    query: undefined;
    body: AssistantFeedback;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Read a short text aloud */
  'POST /api/v1/public/ai/tts': {
    params: undefined;
    query: undefined;
    body: {
      text: string;
    };
    data: AssistantAudioEnvelope;
    media: never;
    errors: never;
  };
  /** Published articles without their texts, by slug */
  'GET /api/v1/public/knowledge': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      items: ({
        slug: string;
        title: string;
        title_en: string;
        tags: string[];
        updated_at: Timestamp;
      })[];
      total: number;
    };
    media: never;
    errors: never;
  };
  /** Passages of articles and services that fit a question, best first; none when nothing fits */
  'GET /api/v1/public/knowledge/search': {
    params: undefined;
    query: { q: string; lang?: 'mn' | 'en' | undefined };
    body: undefined;
    data: KnowledgePassageList;
    media: never;
    errors: never;
  };
  /** One published article as Markdown, in both languages */
  'GET /api/v1/public/knowledge/{slug}': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: PublishedKnowledgeArticle;
    media: never;
    errors: never;
  };
  /** Own role and permissions */
  'GET /api/v1/rbac/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: CallerAccess;
    media: never;
    errors: never;
  };
  /** All permissions */
  'GET /api/v1/rbac/permissions': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: PermissionList;
    media: never;
    errors: never;
  };
  /** All roles with their permissions */
  'GET /api/v1/rbac/roles': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RoleList;
    media: never;
    errors: never;
  };
  /** Create a role */
  'POST /api/v1/rbac/roles': {
    params: undefined;
    query: undefined;
    body: RoleBody;
    data: Role;
    media: never;
    errors: 'key_required' | 'role_protected' | 'step_up_required' | 'unknown_permission';
    repeatable: true;
  };
  /** Rename a role, and replace its permissions if given */
  'PUT /api/v1/rbac/roles/{id}': {
    params: { id: number };
    query: undefined;
    body: RoleChange | {
      name: string;
      description?: string;
      permissions?: string[];
      /** An administrator accepts that only administrators see the cases from then on */
      confirm_unattended?: boolean;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        name?: unknown;
        description?: unknown;
        permissions?: unknown;
        confirm_unattended?: unknown;
      };
    };
    data: Role;
    media: never;
    errors: 'cases_unattended' | 'role_protected' | 'step_up_required' | 'system_role' | 'unknown_permission';
  };
  /** Delete a role without holders */
  'DELETE /api/v1/rbac/roles/{id}': {
    params: { id: number };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'role_in_use' | 'role_protected' | 'step_up_required' | 'system_role';
  };
  /** Replace the permissions of a role */
  'PUT /api/v1/rbac/roles/{id}/permissions': {
    params: { id: number };
    query: undefined;
    body: {
      permissions: string[];
      /** An administrator accepts that only administrators see the cases from then on */
      confirm_unattended?: boolean;
    } | {
      permissions: string[];
      /** An administrator accepts that only administrators see the cases from then on */
      confirm_unattended?: boolean;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        permissions?: unknown;
        confirm_unattended?: unknown;
      };
    };
    data: Role;
    media: never;
    errors: 'cases_unattended' | 'role_protected' | 'step_up_required' | 'system_role' | 'unknown_permission';
  };
  /** Authorities whose services the caller may describe */
  'GET /api/v1/registry/authorities': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AuthorityNameList;
    media: never;
    errors: never;
  };
  /** The published catalogue, for registry users */
  'GET /api/v1/registry/catalog': {
    params: undefined;
    query: { status?: string | undefined; authority?: string | undefined; life_event_id?: Id | undefined; proactivity?: 'information' | 'online' | 'once_only' | 'proactive' | undefined; q?: string | undefined };
    body: undefined;
    data: PassportList;
    media: 'application/ld+json';
    errors: never;
  };
  /** Kinds of evidence */
  'GET /api/v1/registry/evidences': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EvidenceList;
    media: never;
    errors: never;
  };
  /** Add a kind of evidence */
  'POST /api/v1/registry/evidences': {
    params: undefined;
    query: undefined;
    body: EvidenceBody;
    data: Evidence;
    media: never;
    errors: 'code_exists' | 'exchange_code_required' | 'shared_vocabulary';
    repeatable: true;
  };
  /** Change a kind of evidence */
  'PUT /api/v1/registry/evidences/{id}': {
    params: { id: Id };
    query: undefined;
    body: EvidenceReplacement | {
      code?: string;
      name: string;
      name_en?: string;
      description?: string;
      description_en?: string;
      holder_agency?: string;
      holder_agency_en?: string;
      source_system?: string;
      in_khur?: boolean;
      khur_service_code?: string;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        code?: unknown;
        name?: unknown;
        name_en?: unknown;
        description?: unknown;
        description_en?: unknown;
        holder_agency?: unknown;
        holder_agency_en?: unknown;
        source_system?: unknown;
        in_khur?: unknown;
        khur_service_code?: unknown;
      };
    };
    data: Evidence;
    media: never;
    errors: 'exchange_code_required' | 'shared_vocabulary';
  };
  /** Delete a kind of evidence that no service asks for */
  'DELETE /api/v1/registry/evidences/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'in_use' | 'shared_vocabulary';
  };
  /** Life and business events */
  'GET /api/v1/registry/life-events': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: LifeEventList;
    media: never;
    errors: never;
  };
  /** Add a life or business event */
  'POST /api/v1/registry/life-events': {
    params: undefined;
    query: undefined;
    body: LifeEventBody;
    data: LifeEvent;
    media: never;
    errors: 'code_exists' | 'shared_vocabulary';
    repeatable: true;
  };
  /** One event with the ordered steps of its guide */
  'GET /api/v1/registry/life-events/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: LifeEventSteps;
    media: never;
    errors: never;
  };
  /** Change an event; citizens see it at once */
  'PUT /api/v1/registry/life-events/{id}': {
    params: { id: Id };
    query: undefined;
    body: LifeEventReplacement;
    data: LifeEvent;
    media: never;
    errors: 'changed_meanwhile' | 'code_exists' | 'shared_vocabulary';
  };
  /** Delete an event; services lose their link to it */
  'DELETE /api/v1/registry/life-events/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'code_exists' | 'shared_vocabulary';
  };
  /** Replace the steps of an event; citizens see them at once */
  'PUT /api/v1/registry/life-events/{id}/steps': {
    params: { id: Id };
    query: undefined;
    body: GuideStepsBody;
    data: LifeEventSteps;
    media: never;
    errors: 'changed_meanwhile' | 'shared_vocabulary';
  };
  /** Evidences asked from citizens although the state has them, the most frequent first */
  'GET /api/v1/registry/once-only': {
    params: undefined;
    query: { authority?: string | undefined };
    body: undefined;
    data: OnceOnlyViolationList;
    media: never;
    errors: never;
  };
  /** The registry in figures */
  'GET /api/v1/registry/overview': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RegistryOverview;
    media: never;
    errors: never;
  };
  /** Service passports in every state; without evidences and form */
  'GET /api/v1/registry/services': {
    params: undefined;
    query: { status?: 'draft' | 'published' | 'archived' | undefined; authority?: string | undefined; life_event_id?: Id | undefined; proactivity?: 'information' | 'online' | 'once_only' | 'proactive' | undefined; q?: string | undefined };
    body: undefined;
    data: PassportList;
    media: never;
    errors: never;
  };
  /** Create a service passport */
  'POST /api/v1/registry/services': {
    params: undefined;
    query: undefined;
    body: PassportBody;
    data: Passport;
    media: never;
    errors: 'code_exists' | 'not_automatable';
    repeatable: true;
  };
  /** The working copy of a service passport */
  'GET /api/v1/registry/services/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Passport;
    media: never;
    errors: never;
  };
  /** Replace a passport; citizens see the change after publishing */
  'PUT /api/v1/registry/services/{id}': {
    params: { id: Id };
    query: undefined;
    body: PassportReplacement;
    data: Passport;
    media: never;
    errors: 'archived' | 'changed_meanwhile' | 'not_automatable';
  };
  /** Delete a passport that is not published */
  'DELETE /api/v1/registry/services/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'published';
  };
  /** Archive a service; it can be restored */
  'POST /api/v1/registry/services/{id}/archive': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Passport;
    media: never;
    errors: never;
  };
  /** Replace the evidences of a service */
  'PUT /api/v1/registry/services/{id}/evidences': {
    params: { id: Id };
    query: undefined;
    body: PassportEvidencesBody;
    data: Passport;
    media: never;
    errors: 'archived' | 'changed_meanwhile';
  };
  /** Evidences that one service asks from citizens although the state has them */
  'GET /api/v1/registry/services/{id}/once-only': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: OnceOnlyReport;
    media: never;
    errors: never;
  };
  /** Publish the passport as its next version */
  'POST /api/v1/registry/services/{id}/publish': {
    params: { id: Id };
    query: undefined;
    body: {
      change_note?: string;
      /** An administrator accepts that only administrators see the cases from then on */
      confirm_unattended?: boolean;
    };
    data: PassportVersion;
    media: never;
    errors: 'archived' | 'authority_unattended' | 'code_exists' | 'conflict' | 'once_only_violation' | 'time_missing' | 'translation_missing';
    repeatable: true;
  };
  /** How many cases publishing would move, and how many officers would decide them */
  'GET /api/v1/registry/services/{id}/publish-preview': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: PassportPublishPreview;
    media: never;
    errors: never;
  };
  /** Restore an archived service to its earlier state; a published version is shown again */
  'POST /api/v1/registry/services/{id}/restore': {
    params: { id: Id };
    query: { confirm_unattended?: boolean | undefined };
    body: undefined;
    data: Passport;
    media: never;
    errors: 'authority_unattended' | 'code_exists';
  };
  /** Published versions of a service, newest first, compared with the first */
  'GET /api/v1/registry/services/{id}/versions': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: PassportVersionList;
    media: never;
    errors: never;
  };
  /** One published version */
  'GET /api/v1/registry/services/{id}/versions/{version}': {
    params: { id: Id; version: number };
    query: undefined;
    body: undefined;
    data: PassportVersion;
    media: never;
    errors: never;
  };
  /** Evidences that one service asks from citizens although the state has them */
  'GET /api/v1/registry/{id}/once-only': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: OnceOnlyReport;
    media: never;
    errors: never;
  };
  /** Published versions of a service, newest first, compared with the first */
  'GET /api/v1/registry/{id}/versions': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: PassportVersionList;
    media: never;
    errors: never;
  };
  /** Answer an assignment */
  'POST /api/v1/relay/assignments/{id}/respond': {
    params: { id: Id };
    query: undefined;
    body: {
      status: 'done' | 'rejected';
      result?: unknown;
    };
    data: {
      request: RelayRequest;
      fulfilled: boolean;
    };
    media: never;
    errors: 'already_answered' | 'confidential';
  };
  /** Messages that were given up, newest first */
  'GET /api/v1/relay/dead-letters': {
    params: undefined;
    query: { platform_id?: Id | undefined; limit?: number | undefined };
    body: undefined;
    data: RelayDeadLetterList;
    media: never;
    errors: never;
  };
  /** Send given-up messages again: these, or those of a platform */
  'POST /api/v1/relay/dead-letters/replay': {
    params: undefined;
    query: undefined;
    body: {
      ids?: Id[];
      platform_id?: Id;
    };
    data: {
      replayed: number;
      items: ({
        id: Id;
        /** False when it was not a dead letter any more */
        replayed: boolean;
      })[];
    };
    media: never;
    errors: never;
  };
  /** Messages by their ids, such as those that were just replayed */
  'GET /api/v1/relay/deliveries': {
    params: undefined;
    query: { ids: string };
    body: undefined;
    data: RelayDeliveryList;
    media: never;
    errors: never;
  };
  /** A message with each attempt to deliver it */
  'GET /api/v1/relay/deliveries/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: RelayDeliveryDetail;
    media: never;
    errors: never;
  };
  /** Load the platforms and routes of the demonstration into an empty relay */
  'POST /api/v1/relay/demo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      platforms: number;
    };
    media: never;
    errors: 'not_seeded';
    repeatable: true;
  };
  /** Figures of the relay, on request also over time */
  'GET /api/v1/relay/overview': {
    params: undefined;
    query: { days?: number | undefined };
    body: undefined;
    data: RelayOverview;
    media: never;
    errors: never;
  };
  /** Platforms by name, with their health and the age of their secrets */
  'GET /api/v1/relay/platforms': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RelayPlatformList;
    media: never;
    errors: never;
  };
  /** Register a platform; its secret is shown in this answer alone */
  'POST /api/v1/relay/platforms': {
    params: undefined;
    query: undefined;
    body: {
      code: string;
      name: string;
      direction?: 'upstream' | 'downstream';
      endpoint_url?: string;
      supervisor_contact?: string;
      webhook_secret?: string;
      enabled?: boolean;
      signature?: 'relay' | 'standard' | 'standard_ed25519';
      public_key?: string;
    };
    data: {
      id: Id;
      code: string;
      name: string;
      direction: 'upstream' | 'downstream';
      endpoint_url: string;
      supervisor_contact: string;
      enabled: boolean;
      signature: 'relay' | 'standard' | 'standard_ed25519';
      public_key: string;
      /** The keys that receipts of the platform were checked with */
      receipt_key_ids: string[];
      paused: boolean;
      health: 'unknown' | 'well' | 'ill' | 'recovered';
      circuit: 'closed' | 'open' | 'half_open';
      open_until?: Timestamp;
      /** Failed deliveries in a row */
      failures: number;
      ill_since?: Timestamp;
      recovered_at?: Timestamp;
      delivered_at?: Timestamp;
      waiting: number;
      dead: number;
      secrets: RelaySecret[];
      created_at: Timestamp;
      webhook_secret: string;
    };
    media: never;
    errors: 'bad_endpoint' | 'bad_public_key' | 'code_exists' | 'step_up_required';
    repeatable: true;
  };
  /** Change a platform */
  'PATCH /api/v1/relay/platforms/{id}': {
    params: { id: Id };
    query: undefined;
    body: {
      name?: string;
      endpoint_url?: string;
      supervisor_contact?: string;
      enabled?: boolean;
      signature?: 'relay' | 'standard' | 'standard_ed25519';
      public_key?: string;
    } | {
      name?: string;
      endpoint_url?: string;
      supervisor_contact?: string;
      enabled?: boolean;
      signature?: 'relay' | 'standard' | 'standard_ed25519';
      public_key?: string;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        name?: unknown;
        endpoint_url?: unknown;
        supervisor_contact?: unknown;
        enabled?: unknown;
        signature?: unknown;
        public_key?: unknown;
      };
    };
    data: RelayPlatform;
    media: never;
    errors: 'bad_endpoint' | 'bad_public_key' | 'step_up_required';
  };
  /** Remove a platform with its routes and assignments */
  'DELETE /api/v1/relay/platforms/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Pause or resume deliveries to a platform */
  'POST /api/v1/relay/platforms/{id}/pause': {
    params: { id: Id };
    query: undefined;
    body: {
      paused: boolean;
    };
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Give a platform a new secret; the old one lives on for a grace */
  'POST /api/v1/relay/platforms/{id}/rotate-secret': {
    params: { id: Id };
    query: undefined;
    body: {
      grace_minutes?: number;
      webhook_secret?: string;
    };
    data: {
      webhook_secret: string;
      secrets: RelaySecret[];
    };
    media: never;
    errors: 'step_up_required';
  };
  /** Send a signed ping and say what came back */
  'POST /api/v1/relay/platforms/{id}/test': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: RelayTest;
    media: never;
    errors: 'bad_endpoint';
  };
  /** Requests, newest first unless `sort` says otherwise */
  'GET /api/v1/relay/requests': {
    params: undefined;
    query: { limit?: string | undefined; sort?: 'received_at' | '-received_at' | 'due_at' | '-due_at' | undefined; cursor?: string | undefined; status?: 'received' | 'dispatched' | 'in_progress' | 'overdue' | 'fulfilled' | 'rejected' | undefined; service_code?: string | undefined; platform_id?: Id | undefined; direction?: 'in' | 'out' | undefined; overdue?: 'true' | undefined; q?: string | undefined };
    body: undefined;
    data: RelayRequestPage;
    media: never;
    errors: never;
  };
  /** Ask the platforms that are routed for a service */
  'POST /api/v1/relay/requests': {
    params: undefined;
    query: undefined;
    body: {
      service_code: string;
      source_platform?: string;
      external_ref?: string;
      title?: string;
      payload?: unknown;
      priority?: 'low' | 'normal' | 'high' | 'urgent';
      due_at?: Timestamp;
    };
    data: RelayRequest;
    media: never;
    errors: 'not_routed' | 'once_only_violation';
    repeatable: true;
  };
  /** A request with its assignments and events */
  'GET /api/v1/relay/requests/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: {
      request: RelayRequest;
      assignments: RelayAssignment[];
      events: RelayEvent[];
    };
    media: never;
    errors: never;
  };
  /** Messages that were sent for a request, with each attempt */
  'GET /api/v1/relay/requests/{id}/deliveries': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: RelayDeliveryDetailList;
    media: never;
    errors: never;
  };
  /** Messages and receipts of a request, to check without a network */
  'GET /api/v1/relay/requests/{id}/evidence': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: JsonObject;
    media: never;
    errors: never;
  };
  /** Tell an upstream platform of a request and its result */
  'POST /api/v1/relay/requests/{id}/forward': {
    params: { id: Id };
    query: undefined;
    body: {
      platform_code: string;
    };
    data: Record<string, never>;
    media: never;
    errors: 'confidential' | 'not_upstream';
  };
  /** Routes of services to platforms */
  'GET /api/v1/relay/routes': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RelayRouteList;
    media: never;
    errors: never;
  };
  /** Route a service to a platform */
  'POST /api/v1/relay/routes': {
    params: undefined;
    query: undefined;
    body: {
      service_code: string;
      platform_id: Id;
      sla_minutes?: number;
      fallback_platform_id?: Id;
    };
    data: RelayRoute;
    media: never;
    errors: 'route_exists' | 'unknown_platform';
    repeatable: true;
  };
  /** Remove a route */
  'DELETE /api/v1/relay/routes/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Takes a signed message of another platform */
  'POST /api/v1/relay/webhook': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: RelayRequest | Record<string, never>;
    media: never;
    errors: never;
  };
  /** Suspicious activity, newest first; each person concerned can see who looked */
  'GET /api/v1/security/events': {
    params: undefined;
    query: { kind?: string | undefined; severity?: 'low' | 'medium' | 'high' | 'critical' | undefined; from?: Timestamp | undefined; to?: Timestamp | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: SecurityEventPage;
    media: never;
    errors: never;
  };
  /** Report suspicious activity in or around your own session */
  'POST /api/v1/security/events': {
    params: undefined;
    query: undefined;
    body: SecurityReportBody;
    data: Record<string, never>;
    media: never;
    errors: 'kind_reserved';
  };
  /** What to know about a PDF before it is signed: the field file. Nothing of it is kept; 400 not_signable for one that nobody can sign */
  'POST /api/v1/sign/check': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: SignCheck;
    media: never;
    errors: never;
  };
  /** Signed documents that the person keeps, newest first */
  'GET /api/v1/sign/documents': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SignedDocumentList;
    media: never;
    errors: never;
  };
  /** Remove a signed document */
  'DELETE /api/v1/sign/documents/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** A signed document that the person keeps */
  'GET /api/v1/sign/documents/{id}/download': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf';
    errors: never;
  };
  /** Begin to sign a PDF: the field file, onBehalfOf for an organisation; mark=none, or page, x, y, width and height in points, place the mark */
  'POST /api/v1/sign/init': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: {
      session_id: string;
      document_hash: string;
      verification_code: string;
      filename: string;
      warnings: PdfWarning[];
    };
    media: never;
    errors: never;
  };
  /** Begin to sign a digest */
  'POST /api/v1/sign/initiate': {
    params: undefined;
    query: undefined;
    body: {
      document_hash_hex: string;
      display_text?: string;
      document_name?: string;
    };
    data: {
      sid: string;
      state: 'RUNNING';
      verification_code: string;
    };
    media: never;
    errors: 'document_cannot_sign' | 'no_register';
  };
  /** Organisations that the person represents and that have the signing app */
  'GET /api/v1/sign/organisations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SignerOrganisationList;
    media: never;
    errors: never;
  };
  /** Requests for signatures that the caller sent or received, newest first */
  'GET /api/v1/sign/requests': {
    params: undefined;
    query: { box: 'sent' | 'received'; state?: 'open' | 'completed' | 'declined' | 'withdrawn' | 'expired' | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: {
      items: SignRequestItem[];
      /** How many there are, up to 200; beyond that `total_capped` is true */
      total: number;
      /** There are more than 200 */
      total_capped?: true;
      /** The cursor of the next page, when there is one */
      next?: string;
      /** The eID provider did not answer; requests to organisations of the caller are missing */
      organisations_unavailable?: true;
    };
    media: never;
    errors: never;
  };
  /** Send a PDF to others to sign: the field file, and the field request, JSON of title, message, order (sequence or any), deadline and parties (kind, register, name) */
  'POST /api/v1/sign/requests': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: SignRequest;
    media: never;
    errors: never;
    repeatable: true;
  };
  /** A request for signatures with its parties */
  'GET /api/v1/sign/requests/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: SignRequest;
    media: never;
    errors: never;
  };
  /** What to know about the current revision before it is signed */
  'GET /api/v1/sign/requests/{id}/check': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: SignCheck;
    media: never;
    errors: 'not_signable';
  };
  /** Decline to sign, with a reason; this ends the request */
  'POST /api/v1/sign/requests/{id}/decline': {
    params: { id: Id };
    query: undefined;
    body: {
      party_id?: Id;
      reason: string;
    };
    data: Record<string, never>;
    media: never;
    errors: 'already_answered' | 'request_closed' | 'signing_busy';
  };
  /** The current revision of the document of a request; a party has then seen it */
  'GET /api/v1/sign/requests/{id}/document': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf';
    errors: never;
  };
  /** Remind everybody who can sign now; once a day */
  'POST /api/v1/sign/requests/{id}/remind': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'reminded_recently' | 'request_closed';
  };
  /** Begin to sign the current revision; `/sign/{session_id}` tells how it goes on */
  'POST /api/v1/sign/requests/{id}/sign': {
    params: { id: Id };
    query: undefined;
    body: {
      party_id?: Id;
      mark?: 'none' | {
        page: number;
        x: number;
        y: number;
        width: number;
        height: number;
      };
    };
    data: {
      session_id: string;
      verification_code: string;
      document_hash: string;
      expires_at: Timestamp;
      warnings: PdfWarning[];
    };
    media: never;
    errors: 'already_answered' | 'document_cannot_sign' | 'document_not_seen' | 'no_register' | 'not_signable' | 'not_your_turn' | 'request_closed' | 'signing_busy' | 'timestamp_missing';
  };
  /** Withdraw a request that the caller sent */
  'POST /api/v1/sign/requests/{id}/withdraw': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'request_closed' | 'signing_busy';
  };
  /** The state of a signing, in the words of the eID provider */
  'GET /api/v1/sign/status/{sid}': {
    params: { sid: string };
    query: undefined;
    body: undefined;
    data: {
      sid: string;
      state: 'RUNNING' | 'CONFIRMED' | 'REFUSED' | 'TIMEOUT';
    };
    media: never;
    errors: never;
  };
  /** Verify the signatures of a PDF: the file as the body, or as the field file of a form */
  'POST /api/v1/sign/verify': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: VerificationView;
    media: never;
    errors: never;
  };
  /** Verify the signatures of a PDF as verify does, and give the validation report of ETSI TS 119 102-2 as XML, sealed by the platform (XAdES B-B). Nothing is kept */
  'POST /api/v1/sign/verify/report': {
    params: undefined;
    query: undefined;
    body: BinaryBody;
    data: unknown;
    media: 'application/xml';
    errors: never;
  };
  /** A signing; asks the phone once */
  'GET /api/v1/sign/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: SignSession;
    media: never;
    errors: never;
  };
  /** Stop a signing that waits for the phone; one that is already approved goes on */
  'DELETE /api/v1/sign/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: SignSession;
    media: never;
    errors: never;
  };
  /** The signed document */
  'GET /api/v1/sign/{id}/download': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'application/pdf';
    errors: never;
  };
  /** Keep the signed document; otherwise it is removed after a day */
  'POST /api/v1/sign/{id}/keep': {
    params: { id: string };
    query: undefined;
    body: undefined;
    data: SignedDocument;
    media: never;
    errors: 'document_limit' | 'not_finished';
    repeatable: true;
  };
  /** News, disruptions and maintenance of now, and maintenance of the next seven days */
  'GET /api/v1/site/announcements': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AnnouncementList;
    media: never;
    errors: never;
  };
  /** How the site looks */
  'GET /api/v1/site/appearance': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Appearance;
    media: never;
    errors: never;
  };
  /** Change how the site looks */
  'PUT /api/v1/site/appearance': {
    params: undefined;
    query: undefined;
    body: AppearanceBody | {
      accent: string;
      font: 'inter' | 'serif' | 'system';
      style: 'comfortable' | 'compact';
      theme: 'light' | 'dark' | 'system';
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        accent?: unknown;
        font?: unknown;
        style?: unknown;
        theme?: unknown;
      };
    };
    data: Appearance;
    media: never;
    errors: never;
  };
  /** How people sign in here */
  'GET /api/v1/site/auth': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SignInMethods;
    media: never;
    errors: never;
  };
  /** The name of the platform; an empty field means the default */
  'GET /api/v1/site/branding': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Branding;
    media: never;
    errors: never;
  };
  /** Say whether a page was helpful; nothing of the person is kept */
  'POST /api/v1/site/feedback': {
    params: undefined;
    query: undefined;
    body: FeedbackVote;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** Add a sentence; personal numbers and addresses are removed before it is kept */
  'POST /api/v1/site/feedback/comments': {
    params: undefined;
    query: undefined;
    body: FeedbackSentence;
    data: Record<string, never>;
    media: never;
    errors: never;
  };
  /** The logo of the platform, as an image; 404 while it has the default one */
  'GET /api/v1/site/logo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'image/*';
    errors: never;
  };
  /** Appearance and active theme in one answer; `theme` is null when none is active */
  'GET /api/v1/site/look': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SiteLook;
    media: never;
    errors: never;
  };
  /** Complete a sign-in with the answer of the upstream provider; a state is valid once */
  'POST /api/v1/sso/callback': {
    params: undefined;
    query: undefined;
    body: {
      state: string;
      code: string;
      iss?: string;
    };
    data: SsoSession;
    media: never;
    errors: 'account_locked' | 'exchange_failed' | 'invalid_state' | 'mfa_unavailable' | 'not_configured' | 'private_platform' | 'upstream_unavailable';
  };
  /** Where to send the browser to end its session at the upstream provider; empty when there is none */
  'POST /api/v1/sso/logout': {
    params: undefined;
    query: undefined;
    body: {
      ref?: string;
    };
    data: {
      sso_logout_url: string;
    };
    media: never;
    errors: never;
  };
  /** Complete a sign-in that a mobile application started at the upstream provider with PKCE */
  'POST /api/v1/sso/native': {
    params: undefined;
    query: undefined;
    body: {
      code: string;
      code_verifier: string;
      redirect_uri: string;
      nonce?: string;
    };
    data: SsoSession;
    media: never;
    errors: 'account_locked' | 'exchange_failed' | 'invalid_redirect_uri' | 'mfa_unavailable' | 'not_configured' | 'private_platform' | 'upstream_unavailable';
  };
  /** The sign-in address of the upstream provider for the browser */
  'POST /api/v1/sso/start': {
    params: undefined;
    query: undefined;
    body: {
      next?: string;
    };
    data: SsoStart;
    media: never;
    errors: 'not_configured' | 'upstream_unavailable';
  };
  /** Apps that the organisation in X-Org-Id can install or has installed */
  'GET /api/v1/store/apps': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: StoreAppList;
    media: never;
    errors: 'catalogue_unavailable' | 'organisation_required';
  };
  /** One app of the catalogue, for the organisation in X-Org-Id */
  'GET /api/v1/store/apps/{slug}': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: StoreApp;
    media: never;
    errors: 'catalogue_unavailable' | 'organisation_required';
  };
  /** Allow or stop automatic updates; an update that adds permissions still waits for approval */
  'POST /api/v1/store/apps/{slug}/auto-update': {
    params: { slug: string };
    query: undefined;
    body: {
      enabled: boolean;
    };
    data: {
      auto_update: boolean;
    };
    media: never;
    errors: 'organisation_required' | 'representation_unconfirmed';
  };
  /** Disable an app; refused while another app needs it */
  'POST /api/v1/store/apps/{slug}/disable': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: AppSwitch;
    media: never;
    errors: 'app_required' | 'organisation_required' | 'representation_unconfirmed';
  };
  /** Enable an app */
  'POST /api/v1/store/apps/{slug}/enable': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: AppSwitch;
    media: never;
    errors: 'dependency_unmet' | 'organisation_required' | 'representation_unconfirmed';
  };
  /** Releases of an app and its history in the organisation in X-Org-Id */
  'GET /api/v1/store/apps/{slug}/history': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: AppHistory;
    media: never;
    errors: 'organisation_required';
  };
  /** Install an app and its dependencies for the organisation in X-Org-Id */
  'POST /api/v1/store/apps/{slug}/install': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: {
      status: 'installed';
      app: InstalledApp;
    };
    media: never;
    errors: 'already_installed' | 'catalogue_unavailable' | 'dependency_cycle' | 'dependency_unmet' | 'organisation_required' | 'platform_too_old' | 'representation_unconfirmed';
  };
  /** Upgrade an app to its newest version; the call accepts the permissions that version adds */
  'POST /api/v1/store/apps/{slug}/upgrade': {
    params: { slug: string };
    query: undefined;
    body: undefined;
    data: {
      status: 'upgraded';
      app: InstalledApp;
      from: string;
      to: string;
    };
    media: never;
    errors: 'already_current' | 'app_required' | 'catalogue_unavailable' | 'dependency_cycle' | 'dependency_unmet' | 'organisation_required' | 'platform_too_old' | 'representation_unconfirmed';
  };
  /** Whether unregistered people may sign in */
  'GET /api/v1/superadmin/access-mode': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: AccessMode;
    media: never;
    errors: never;
  };
  /** Open the platform to everyone, or close it to unregistered people */
  'PUT /api/v1/superadmin/access-mode': {
    params: undefined;
    query: undefined;
    body: AccessMode;
    data: AccessMode;
    media: never;
    errors: 'step_up_required';
  };
  /** All administrators and super administrators */
  'GET /api/v1/superadmin/admins': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SuperAdminList;
    media: never;
    errors: never;
  };
  /** Pre-register a person as an administrator */
  'POST /api/v1/superadmin/admins': {
    params: undefined;
    query: undefined;
    body: SuperAdminBody;
    data: SuperAdmin;
    media: never;
    errors: 'invalid_national_id' | 'step_up_required';
    repeatable: true;
  };
  /** Preview the person who would become an administrator; changes nothing */
  'GET /api/v1/superadmin/admins/by-register': {
    params: undefined;
    query: { register: string };
    body: undefined;
    data: SuperAdmin;
    media: never;
    errors: 'invalid_national_id';
  };
  /** Make a person who has signed in with eID an administrator */
  'POST /api/v1/superadmin/admins/by-register': {
    params: undefined;
    query: undefined;
    body: {
      register: string;
      /** An administrator accepts that only administrators see the cases from then on */
      confirm_unattended?: boolean;
    };
    data: SuperAdmin;
    media: never;
    errors: 'already_admin' | 'cases_unattended' | 'invalid_national_id' | 'step_up_required';
  };
  /** Make an administrator an ordinary person again; ends their sessions */
  'DELETE /api/v1/superadmin/admins/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: SuperAdmin;
    media: never;
    errors: 'not_an_admin' | 'role_protected' | 'step_up_required';
  };
  /** Make a person an administrator; ends their sessions */
  'PUT /api/v1/superadmin/admins/{id}/grant': {
    params: { id: Id };
    query: { confirm_unattended?: boolean | undefined };
    body: undefined;
    data: SuperAdmin;
    media: never;
    errors: 'already_admin' | 'cases_unattended' | 'step_up_required';
  };
  /** Invitations to become a super administrator, newest first */
  'GET /api/v1/superadmin/invites': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SuperAdminInviteList;
    media: never;
    errors: never;
  };
  /** Invite a person to become a super administrator; grants nothing by itself */
  'POST /api/v1/superadmin/invites': {
    params: undefined;
    query: undefined;
    body: {
      email: string;
    };
    data: SuperAdminInvite;
    media: never;
    errors: 'step_up_required';
    repeatable: true;
  };
  /** Withdraw an invitation and end its onboarding */
  'DELETE /api/v1/superadmin/invites/{email}': {
    params: { email: string };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'step_up_required';
  };
  /** Write to support */
  'POST /api/v1/support/cases': {
    params: undefined;
    query: undefined;
    body: SupportCaseBody;
    data: SupportCase;
    media: never;
    errors: never;
    repeatable: true;
  };
  /** Own cases, last changed first */
  'GET /api/v1/support/cases': {
    params: undefined;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: SupportCasePage;
    media: never;
    errors: never;
  };
  /** One own case with its messages */
  'GET /api/v1/support/cases/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: SupportCaseDetail;
    media: never;
    errors: never;
  };
  /** Add a message to an own case */
  'POST /api/v1/support/cases/{id}/messages': {
    params: { id: Id };
    query: undefined;
    body: {
      text: string;
    };
    data: SupportCaseDetail;
    media: never;
    errors: 'case_closed' | 'case_full';
    repeatable: true;
  };
  /** Cases of everybody, last changed first unless `sort` says otherwise; each sender on the page sees the access */
  'GET /api/v1/support/queue': {
    params: undefined;
    query: { limit?: number | undefined; sort?: 'updated_at' | '-updated_at' | undefined; cursor?: string | undefined; status?: 'open' | 'answered' | 'closed' | undefined; topic?: 'sign_in' | 'application' | 'payment' | 'data' | 'technical' | 'other' | undefined; assigned?: 'me' | 'nobody' | undefined; q?: string | undefined };
    body: undefined;
    data: QueuedCasePage;
    media: never;
    errors: never;
  };
  /** One case with its messages; the sender sees the access */
  'GET /api/v1/support/queue/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: QueuedCaseDetail;
    media: never;
    errors: never;
  };
  /** Answer a case, and close it if asked; the sender is notified */
  'POST /api/v1/support/queue/{id}/answer': {
    params: { id: Id };
    query: undefined;
    body: {
      text: string;
      close?: boolean;
    };
    data: QueuedCaseDetail;
    media: never;
    errors: 'case_closed' | 'case_full' | 'own_case';
    repeatable: true;
  };
  /** Give a case to a member of support, or release it */
  'POST /api/v1/support/queue/{id}/assign': {
    params: { id: Id };
    query: undefined;
    body: {
      to: Id | null;
    };
    data: QueuedCaseDetail;
    media: never;
    errors: 'case_closed' | 'case_full' | 'not_support_staff' | 'own_case';
  };
  /** Close a case without an answer */
  'POST /api/v1/support/queue/{id}/close': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: QueuedCaseDetail;
    media: never;
    errors: 'case_closed' | 'case_full' | 'own_case';
  };
  /** Open a closed case again */
  'POST /api/v1/support/queue/{id}/reopen': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: QueuedCaseDetail;
    media: never;
    errors: 'case_closed' | 'case_full' | 'case_not_closed' | 'own_case';
  };
  /** People who may be given a case */
  'GET /api/v1/support/staff': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: SupportStaffList;
    media: never;
    errors: never;
  };
  /** All themes */
  'GET /api/v1/themes/': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: ThemeList;
    media: never;
    errors: never;
  };
  /** Add a theme */
  'POST /api/v1/themes/': {
    params: undefined;
    query: undefined;
    body: ThemeBody;
    data: Theme;
    media: never;
    errors: 'too_many_themes';
    repeatable: true;
  };
  /** The active theme */
  'GET /api/v1/themes/active': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Theme;
    media: never;
    errors: never;
  };
  /** One theme */
  'GET /api/v1/themes/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Theme;
    media: never;
    errors: never;
  };
  /** Change a theme; an absent config stays unchanged */
  'PUT /api/v1/themes/{id}': {
    params: { id: Id };
    query: undefined;
    body: ThemeBody | {
      name: string;
      config?: ThemeConfig;
      /** Fields as last read. If another person has changed one of them since, the answer is 409 changed_meanwhile with the current values, and nothing is saved */
      expected?: {
        name?: unknown;
        config?: unknown;
      };
    };
    data: Theme;
    media: never;
    errors: never;
  };
  /** Delete a theme that is not active */
  'DELETE /api/v1/themes/{id}': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Record<string, never>;
    media: never;
    errors: 'theme_active';
  };
  /** Activate this theme; exactly one is active */
  'PUT /api/v1/themes/{id}/active': {
    params: { id: Id };
    query: undefined;
    body: undefined;
    data: Theme;
    media: never;
    errors: never;
  };
  /** Every tool and skill with its parameters, and the allowed programs and paths */
  'GET /api/v1/tools': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      diagnosis: {
        /** Programs that execute_command and skills may run */
        commands: string[];
        /** Directories commands may work in and look into */
        roots: string[];
        /** Directories whose entries may be listed, without what lies below */
        directories: string[];
        /** Files that may be read besides */
        files: string[];
      };
      tools: ({
        name: string;
        description: string;
        builtin: boolean;
        parameters: JsonObject;
      })[];
    };
    media: never;
    errors: never;
  };
  /** Runs an allowlisted diagnostic command on the host, without a shell. Allowed: uptime, df, free, uname, hostname, date, whoami, id, ps, ls, du, stat, head, tail, wc, cat. Send argv as an array, such as ["df", "-h", "/"]. Paths must lie inside the working directories or be one of: /, /var, /var/log, /var/log/apt, /proc/pressure, /proc/buddyinfo, /proc/cpuinfo, /proc/diskstats, /proc/filesystems, /proc/interrupts, /proc/loadavg, /proc/meminfo, /proc/partitions, /proc/softirqs, /proc/stat, /proc/swaps, /proc/uptime, /proc/version, /proc/vmstat, /proc/zoneinfo, /proc/pressure/cpu, /proc/pressure/io, /proc/pressure/memory, /proc/net/dev, /proc/net/sockstat, /proc/net/snmp, /proc/net/netstat, /proc/sys/fs/file-nr, /proc/sys/kernel/ostype, /proc/sys/kernel/osrelease, /proc/sys/kernel/pid_max, /var/log/syslog, /var/log/syslog.1, /var/log/messages, /var/log/kern.log, /var/log/kern.log.1, /var/log/dmesg, /var/log/boot.log, /var/log/dpkg.log, /var/log/alternatives.log, /var/log/apt/history.log, /var/log/apt/term.log, /var/log/dnf.log, /var/log/yum.log, /var/log/pacman.log. */
  'POST /api/v1/tools/execute_command': {
    params: undefined;
    query: undefined;
    body: {
      /** Plain command line, split on blanks without a shell. Prefer argv. Pipes, redirection, chaining, variables and globs are refused. */
      command?: string;
      /** The program and its arguments */
      argv?: string[];
      /** Directory inside the allowed roots */
      cwd?: string;
    };
    data: {
      argv: string[];
      cwd: string;
      exitCode: number | null;
      signal: string | null;
      stdout: string;
      stderr: string;
      truncated: boolean;
      timedOut: boolean;
      durationMs: number;
    };
    media: never;
    errors: never;
  };
  /** Telemetry, resource usage (CPU, RAM, disk) and OS health of the host. */
  'POST /api/v1/tools/host_status': {
    params: undefined;
    query: undefined;
    body: {
      /** Include detailed process and network metrics */
      detailed?: boolean;
    };
    data: {
      status: 'ok' | 'warn' | 'critical';
      warnings: string[];
      hostname: string;
      platform: string;
      release: string;
      arch: string;
      uptimeSeconds: number;
      timestamp: Timestamp;
      cpu: {
        model: string;
        cores: number;
        usagePercent: number;
        loadAvg: number[];
      };
      memory: {
        totalBytes: number;
        usedBytes: number;
        freeBytes: number;
        usagePercent: number;
      };
      disk: ({
        mount: string;
        totalBytes: number;
        usedBytes: number;
        freeBytes: number;
        usagePercent: number;
      })[];
      service: {
        version: string;
        nodeVersion: string;
        pid: number;
        uptimeSeconds: number;
        rssBytes: number;
        heapUsedBytes: number;
      };
      processes?: ({
        pid: number;
        name: string;
        cpuPercent: number;
        memoryBytes: number;
      })[];
      network?: ({
        name: string;
        family: 'IPv4' | 'IPv6';
        address: string;
        internal: boolean;
        rxBytes?: number;
        txBytes?: number;
      })[];
    };
    media: never;
    errors: never;
  };
  /** The tools and skills of this moment as an OpenAPI document of their own, for assistants to import */
  'GET /api/v1/tools/openapi.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Changes platform name, logo, organisation details, language and system prompts at runtime. Without a field it only reads. */
  'POST /api/v1/tools/rebrand_system': {
    params: undefined;
    query: undefined;
    body: {
      /** Name of the platform; "" goes back to the default, here and in every other field */
      name?: string;
      /** Short name */
      shortName?: string;
      /** Organisation that runs the platform */
      organization?: string;
      /** Address of an image, http or https */
      logo?: string;
      language?: 'mn' | 'en' | '';
      /** System prompt of the assistant in Mongolian */
      systemPromptMN?: string;
      /** System prompt of the assistant in English */
      systemPromptEN?: string;
    };
    data: {
      branding: {
        name: string;
        shortName: string;
        organization: string;
        logo: string;
        language: string;
        systemPromptMN: string;
        systemPromptEN: string;
        updatedAt: Timestamp | null;
      };
      changed: string[];
    };
    media: never;
    errors: never;
  };
  /** Records a learned rule, solution or insight into long-term memory. */
  'POST /api/v1/tools/record_insight': {
    params: undefined;
    query: undefined;
    body: {
      /** Category or topic tag */
      topic: string;
      /** The knowledge statement or rule */
      content: string;
      /** From 0.1 to 1.0; 0.8 by default */
      confidence?: number;
    };
    data: {
      id: Id;
      topic: string;
      content: string;
      confidence: number;
      createdAt: Timestamp;
      updatedAt: Timestamp;
      created: boolean;
    };
    media: never;
    errors: never;
  };
  /** Searches the memory store for past solutions, preferences and knowledge insights. */
  'POST /api/v1/tools/search_memory': {
    params: undefined;
    query: undefined;
    body: {
      /** What to look for, in Mongolian or English */
      query: string;
      /** How many results; 5 by default */
      limit?: number;
    };
    data: {
      query: string;
      limit: number;
      count: number;
      results: FoundInsight[];
    };
    media: never;
    errors: never;
  };
  /** Registers a new runtime tool from a command template. The program must be an allowed command; {{param}} placeholders become parameters of the new tool. */
  'POST /api/v1/tools/synthesize_skill': {
    params: undefined;
    query: undefined;
    body: {
      /** Unique name in snake_case */
      skillName: string;
      /** What the new tool does */
      description: string;
      /** An allowed command with {{param}} placeholders, each of which fills a place in one argument */
      commandTemplate: string;
    };
    data: {
      skillName: string;
      description: string;
      commandTemplate: string;
      argv: string[];
      params: string[];
      endpoint: string;
      createdAt: Timestamp;
      createdBy: string;
    };
    media: never;
    errors: never;
  };
  /** Call a skill that was registered with synthesize_skill */
  'POST /api/v1/tools/{skillName}': {
    params: { skillName: string };
    query: undefined;
    body: Record<string, unknown>;
    data: Record<string, unknown>;
    media: never;
    errors: never;
  };
  /** Remove a skill; for administrators */
  'DELETE /api/v1/tools/{skillName}': {
    params: { skillName: string };
    query: undefined;
    body: undefined;
    data: {
      deleted: boolean;
    };
    media: never;
    errors: never;
  };
  /** The profile of the signed-in person */
  'GET /api/v1/users/me': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      user: User;
    };
    media: never;
    errors: never;
  };
  /** Accesses to own data, or to those of the child or organisation: viewer, time and purpose */
  'GET /api/v1/users/me/access-log': {
    params: undefined;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    data: DataAccessPage;
    media: never;
    errors: never;
  };
  /** Sign-ins and signatures of the person with this platform, newest first */
  'GET /api/v1/users/me/eid/activity': {
    params: undefined;
    query: { limit?: number | undefined; offset?: number | undefined };
    body: undefined;
    data: EidActivity;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** The person’s certificates */
  'GET /api/v1/users/me/eid/certificates': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EidCertificates;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** The person’s devices */
  'GET /api/v1/users/me/eid/devices': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EidDevices;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Organisations that the person represents */
  'GET /api/v1/users/me/eid/organizations': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: RepresentationList;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Link an organisation that lists the person as chief executive or founder in the state registry */
  'POST /api/v1/users/me/eid/organizations': {
    params: undefined;
    query: undefined;
    body: {
      reg_no: string;
    };
    data: RepresentationList;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'organisation_unknown' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Unlink an organisation */
  'DELETE /api/v1/users/me/eid/organizations/{regNo}': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: RepresentationList;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Signers of an organisation that the person represents */
  'GET /api/v1/users/me/eid/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: undefined;
    body: undefined;
    data: SignerList;
    media: never;
    errors: 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Add a signer, who must confirm with PIN2 */
  'POST /api/v1/users/me/eid/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: undefined;
    body: SignerBody;
    data: SignerChange;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'person_not_enrolled' | 'reauth_required' | 'signer_exists' | 'upstream_failed' | 'upstream_unavailable';
    repeatable: true;
  };
  /** Remove a signer */
  'DELETE /api/v1/users/me/eid/organizations/{regNo}/signers': {
    params: { regNo: string };
    query: { signer: string };
    body: undefined;
    data: SignerList;
    media: never;
    errors: 'last_admin' | 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Ask an unconfirmed signer again */
  'POST /api/v1/users/me/eid/organizations/{regNo}/signers/resend': {
    params: { regNo: string };
    query: { signer: string };
    body: undefined;
    data: SignerChange;
    media: never;
    errors: 'managed_upstream' | 'not_configured' | 'not_representative' | 'reauth_required' | 'signer_not_pending' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** Counts of the person’s records at the eID provider */
  'GET /api/v1/users/me/eid/summary': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: EidSummary;
    media: never;
    errors: 'not_configured' | 'pki_read_not_granted' | 'reauth_required' | 'upstream_failed' | 'upstream_unavailable';
  };
  /** A registered service, reached through the gateway */
  'GET /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** A registered service, reached through the gateway */
  'HEAD /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** A registered service, reached through the gateway */
  'POST /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** A registered service, reached through the gateway */
  'PUT /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** A registered service, reached through the gateway */
  'PATCH /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** A registered service, reached through the gateway */
  'DELETE /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** A registered service, reached through the gateway */
  'OPTIONS /gw/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Whether the process is alive; checks nothing else */
  'GET /health': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: {
      status: boolean;
      message: string;
      platform_version: string;
    };
    media: never;
    errors: never;
  };
  /** The tools as an MCP server (streamable HTTP) */
  'GET /mcp': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The tools as an MCP server (streamable HTTP) */
  'POST /mcp': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The tools as an MCP server (streamable HTTP) */
  'DELETE /mcp': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Metrics in the Prometheus text format */
  'GET /metrics': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: 'text/plain';
    errors: never;
  };
  /** Start a sign-in for an application */
  'GET /oauth2/auth': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Start a sign-in from a form */
  'POST /oauth2/auth': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Resume a sign-in after a decision */
  'GET /oauth2/auth/{uid}': {
    params: { uid: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Ask a person on their phone (OpenID Connect CIBA) */
  'POST /oauth2/bc-authorize': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Ask a person on their phone (OpenID Connect CIBA) */
  'OPTIONS /oauth2/bc-authorize': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Start a sign-in of a device without a keyboard (RFC 8628) */
  'POST /oauth2/device_authorization': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Start a sign-in of a device without a keyboard (RFC 8628) */
  'OPTIONS /oauth2/device_authorization': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Introspect the client’s own token */
  'POST /oauth2/introspect': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Introspect the client’s own token */
  'OPTIONS /oauth2/introspect': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Push an authorization request (PAR) */
  'POST /oauth2/par': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Push an authorization request (PAR) */
  'OPTIONS /oauth2/par': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Register an assistant as a public client (RFC 7591); off unless MCP_CLIENTS=dynamic */
  'POST /oauth2/register': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Revoke the client’s own token */
  'POST /oauth2/revoke': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Revoke the client’s own token */
  'OPTIONS /oauth2/revoke': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** An application asks to sign the person out */
  'GET /oauth2/sessions/logout': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** An application asks by a form to sign the person out */
  'POST /oauth2/sessions/logout': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Exchange a code, refresh tokens, or get a token for the application itself */
  'POST /oauth2/token': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Exchange a code, refresh tokens, or get a token for the application itself */
  'OPTIONS /oauth2/token': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Whether requests can be served: database, bus, migrations, sealing of the audit log; also the store of files and the seal */
  'GET /ready': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: Readiness;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'GET /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'HEAD /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'POST /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'PUT /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'PATCH /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'DELETE /rp/sign': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'GET /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'HEAD /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'POST /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'PUT /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'PATCH /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The signature API of the eID provider, called with the platform’s credentials */
  'DELETE /rp/sign/*': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The API documentation page */
  'GET /swagger/': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** The OpenAPI document */
  'GET /swagger/doc.json': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Files of the documentation page */
  'GET /swagger/{file}': {
    params: { file: string };
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Claims about the person of a token */
  'GET /userinfo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Claims about the person of a token */
  'POST /userinfo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Claims about the person of a token */
  'OPTIONS /userinfo': {
    params: undefined;
    query: undefined;
    body: undefined;
    data: unknown;
    media: never;
    errors: never;
  };
  /** Whether a document is genuine; without its code, and for an unknown number, nothing is told */
  'GET /verify/{reference_no}': {
    params: { reference_no: string };
    query: { code?: string | undefined };
    body: undefined;
    data: ReferenceVerification;
    media: never;
    errors: 'code_required';
  };
}
