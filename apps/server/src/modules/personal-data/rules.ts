import type { Text } from '../../kernel/http/language.ts';

/** A part of the copy: the person's rows of one table, read under their own identity. */
export interface Part {
  readonly table: string;
  /** Of its files in the copy; the table unless two parts read it. */
  readonly name: string;
  readonly title: Text;
  /** The column that names the person, or a row of `through` that does. */
  readonly key: string;
  readonly through?: string;
  readonly order: string;
  /** Secrets of ours, and columns that only machines use. */
  readonly omit?: readonly string[];
}

const part = (table: string, mn: string, en: string, rest: Partial<Part> = {}): Part => ({
  table,
  name: table,
  title: { mn, en },
  key: 'user_id',
  order: 'created_at',
  ...rest,
});

/** Everything that the platform keeps about a person, part by part. */
export const parts: readonly Part[] = [
  part('users', 'Бүртгэл', 'Account', {
    key: 'id',
    omit: ['role_id', 'failed_logins', 'failed_since', 'tokens_revoked_before'],
  }),
  part('notification_settings', 'И-мэйлийн тохиргоо', 'E-mail setting', { order: 'updated_at' }),
  part('notification_preferences', 'Мэдээ хаашаа очих', 'Where messages go', { order: 'topic' }),
  part('notifications', 'Мэдэгдэл', 'Notifications', { omit: ['seq'] }),
  part('gov_applications', 'Хүсэлт', 'Applications', {
    order: 'submitted_at',
    omit: ['seq', 'desk_words', 'due_order', 'assigned_to', 'decided_by', 'issue_after', 'issue_tries'],
  }),
  part('gov_application_events', 'Хүсэлтийн явц', 'Steps of applications', { omit: ['seq', 'actor_id'] }),
  part('gov_files', 'Хүсэлтэд хавсаргасан баримт', 'Papers of applications'),
  part('gov_drafts', 'Дуусгаагүй хүсэлт', 'Drafts', { order: 'updated_at' }),
  part('gov_facts', 'Байгууллагаас авсан баримт', 'Facts from agencies', {
    order: 'agreed_at',
    omit: ['seq'],
  }),
  part('gov_payments', 'Төлбөр', 'Payments', { omit: ['qr', 'checkout_url'] }),
  part('gov_references', 'Лавлагаа', 'References', { order: 'issued_at' }),
  part('issued_documents', 'Тамгатай баримт', 'Sealed documents', { order: 'sealed_at' }),
  part('appointments', 'Цаг захиалга', 'Appointments'),
  part('gspace_files', 'Миний файл', 'My space', { order: 'mod_time' }),
  part('sign_documents', 'Гарын үсэгтэй баримт', 'Signed documents'),
  part('sign_requests', 'Гарын үсгийн хүсэлт', 'Requests to sign', { key: 'sender_id' }),
  part('authorisations', 'Олгосон итгэмжлэл', 'Authorisations that you gave', {
    key: 'grantor_id',
    omit: ['seq', 'sid', 'receiver_id', 'told_at', 'warned_at'],
  }),
  part('authorisations', 'Хүлээн авсан итгэмжлэл', 'Authorisations that you received', {
    name: 'received_authorisations',
    key: 'receiver_id',
    omit: ['seq', 'sid', 'grantor_id', 'told_at', 'warned_at'],
  }),
  part('organisation_members', 'Байгууллага', 'Organisations', { omit: ['appointed_by'] }),
  part('oidc_consents', 'Зөвшөөрсөн аппликейшн', 'Applications that you allowed', { order: 'granted_at' }),
  part('integrations', 'Холболт', 'Connections', { order: 'connected_at', omit: ['sealed_tokens'] }),
  part('social_links', 'Сошиал бүртгэл', 'Social account', { order: 'linked_at', omit: ['sealed'] }),
  part('ai_conversations', 'Туслахтай ярьсан', 'Talks with the assistant', { omit: ['seq'] }),
  part('ai_turns', 'Туслахаас асуусан зүйл', 'Questions to the assistant', {
    key: 'conversation_id',
    through: 'ai_conversations',
  }),
  part('support_cases', 'Тусламжид бичсэн асуудал', 'Questions to support', { omit: ['seq', 'assigned_to'] }),
  part('support_messages', 'Тусламжийн захидал', 'Messages to and from support', {
    key: 'case_id',
    through: 'support_cases',
    omit: ['author_id'],
  }),
  part('sessions', 'Нэвтрэлт', 'Sessions', { omit: ['current_jti', 'previous_jti'] }),
  part('login_events', 'Нэвтрэх оролдлого', 'Sign-ins'),
  part('erasure_requests', 'Устгуулах хүсэлт', 'Requests to erase', { omit: ['seq', 'decided_by'] }),
  part('audit_log', 'Бүртгэлд хийсэн өөрчлөлт', 'Changes of the account', {
    key: 'actor_user_id',
    order: 'occurred_at',
    omit: ['seq', 'prev_hash', 'chain_hash'],
  }),
];

/** Tables with a person in them that the copy leaves out, and why; a test finds a table that is in neither list. */
export const leftOut: Readonly<Record<string, string>> = {
  acting_parties: 'a number under which others act for the person',
  ai_consents: 'a flag of the assistant, shown on its page',
  application_owners: 'a task at an application, in the files of the platform',
  contact_codes: 'a running proof, minutes old',
  contact_messages: 'a message on its way',
  data_exports: 'this copy itself',
  eid_sessions: 'a running sign-in',
  former_children: 'a copy of the state register, kept 30 days against conflicts of interest',
  former_owners: 'a task at an application that ended, in the files of the platform',
  former_ge_ids: 'numbers that the person had, kept so that nobody gets them silently',
  former_members: 'a mark of 30 days against conflicts of interest',
  gov_decision_signatures: 'the signature of an officer on a case of another person',
  gov_demo_seeds: 'a mark of the demonstration',
  gspace_spaces: 'a lock without content',
  integration_flows: 'a running connection',
  known_browsers: 'marks of browsers, which tell nothing to a reader',
  known_children:
    'a copy of the state register, for messages about a child and against conflicts of interest',
  integration_revocations: 'secrets on their way out',
  officer_filters: 'a tool of the desk of an officer',
  officer_authorities: 'an appointment, in the files of the agency',
  oidc_code_guesses: 'counts against guessing',
  oidc_grants: 'secrets of sign-ins; the consents are in the copy',
  oidc_requests: 'a running sign-in',
  oidc_step_ups: 'a running confirmation',
  oidc_tokens: 'secrets',
  organisation_invitations: 'belongs to the organisation that invites',
  party_news: 'a message on its way, or kept for whoever may act next',
  register_ties: 'a copy of the state register, kept 30 days against conflicts of interest',
  role_approvals: 'an appointment, in the files of the platform',
  security_events: 'evidence against attackers',
  sign_request_parties: 'belongs to the request of another person',
  sign_sessions: 'a running signature',
  signature_images: 'an image, which the copy holds as a file',
  sso_identities: 'a number of another platform',
  sso_logouts: 'a running sign-out',
  stored_files: 'the copy holds the files themselves',
  superadmin_accounts: 'secrets of an administrator',
  superadmin_mfa_proofs: 'a running confirmation',
  superadmin_mfa_tokens: 'a running confirmation',
};

interface Fate {
  readonly what: Text;
  readonly why: Text;
}

/** What an erasure removes, ends or makes anonymous, mostly in `erase_person` (migration 0090). */
export const goes: readonly Text[] = [
  { mn: 'Нэр, и-мэйл хаяг, утасны дугаар', en: 'Your name, e-mail address and mobile number' },
  {
    mn: '«Миний файл» дахь бүх файл, гарын үсгийн зураг',
    en: 'All files in My space, and your signature image',
  },
  { mn: 'Дуусгаагүй хүсэлт, түүний баримт', en: 'Drafts with their papers' },
  { mn: 'Мэдэгдэл, түүний тохиргоо', en: 'Notifications and their settings' },
  { mn: 'Нэвтрэлтийн түүх, төхөөрөмж', en: 'The history of your sign-ins and devices' },
  { mn: 'Туслахтай ярьсан зүйл', en: 'Your talks with the assistant' },
  { mn: 'Тусламжид бичсэн асуудал', en: 'What you wrote to support' },
  {
    mn: 'Хүчинтэй итгэмжлэлийн эрх (бичиг нь үлдэнэ)',
    en: 'The rights under authorisations that hold (their records stay)',
  },
  {
    mn: 'Аппликейшний зөвшөөрөл, сошиал бүртгэл, Google Drive, Dropbox-ийн холболт',
    en: 'What applications were allowed, your social account, and connections to Google Drive and Dropbox',
  },
];

/** What has to stay, and why. */
export const stays: readonly Fate[] = [
  {
    what: { mn: 'Илгээсэн хүсэлт, шийдвэр, лавлагаа', en: 'Applications, decisions and references' },
    why: {
      mn: 'Төрийн байгууллагын шийдвэрийг архивын хуулиар хадгална.',
      en: 'Decisions of the state are kept under the law on archives.',
    },
  },
  {
    what: { mn: 'Төлбөр, баримт', en: 'Payments and receipts' },
    why: {
      mn: 'Нягтлан бодох бүртгэлийн хуулиар хадгална.',
      en: 'They are kept under the law on accounting.',
    },
  },
  {
    what: {
      mn: 'Зурсан гарын үсэг, олгосон ба хүлээн авсан итгэмжлэл',
      en: 'Signatures that you made, authorisations that you gave or accepted',
    },
    why: {
      mn: 'Баримтад хамаарах бусад хүний эрхийг нотолно.',
      en: 'They prove the rights of other people in the document.',
    },
  },
  {
    what: { mn: 'Аудитын бүртгэл, хэн харсны бүртгэл', en: 'The audit log, and who looked at your data' },
    why: {
      mn: 'Мэдээлэлтэй хэн юу хийснийг нотлох үүрэгтэй; хэн ч устгаж чадахгүй.',
      en: 'The platform must prove who did what; nobody can delete it.',
    },
  },
  {
    what: { mn: 'Регистрийн болон иргэний дугаар', en: 'Your register number and civil id' },
    why: {
      mn: 'Хадгалагдах баримтын эзнийг заана. Дахин нэвтрэхэд нэр тань улсын бүртгэлээс ирнэ.',
      en: 'The records that stay need an owner. When you sign in again, your name comes from the state register.',
    },
  },
];
