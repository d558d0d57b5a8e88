import type { Text } from '../../../kernel/http/language.ts';
import { choicesOf } from './reasons.ts';

/** Lower case: they stand in the middle of a sentence. */
export const permissionNames = choicesOf({
  'dashboard.view': { mn: 'хянах самбар харах', en: 'see the dashboard' },
  'settings.manage': { mn: 'сайтын тохиргоо өөрчлөх', en: 'change the settings of the site' },
  'users.manage': { mn: 'хэрэглэгчдийг удирдах', en: 'manage users' },
  'roles.manage': { mn: 'дүр, эрхийг удирдах', en: 'manage roles and permissions' },
  'gateway.manage': { mn: 'гарцыг удирдах', en: 'manage the gateway' },
  'relay.view': { mn: 'дамжуулсан хүсэлтийг харах', en: 'see relayed requests' },
  'relay.manage': { mn: 'дамжуулсан хүсэлтийг удирдах', en: 'manage relayed requests' },
  'audit.view': { mn: 'аудитын бүртгэлийг унших', en: 'read the audit log' },
  'registry.view': { mn: 'үйлчилгээний бүртгэлийг харах', en: 'see the registry of services' },
  'registry.manage': { mn: 'үйлчилгээний бүртгэлийг удирдах', en: 'manage the registry of services' },
  'manager.view': { mn: 'менежерийн хэсгийг харах', en: 'see the manager’s section' },
  'gov.review': { mn: 'хүсэлт хянаж шийдвэрлэх', en: 'review and decide applications' },
  'support.manage': { mn: 'тусламжийн асуудалд хариулах', en: 'answer people who write to support' },
  'personal.view': { mn: 'хувийн хэсгээ харах', en: 'see one’s own section' },
});

const named: Readonly<Record<string, Text>> = {
  name: { mn: 'нэр', en: 'name' },
  enabled: { mn: 'асаах, унтраах', en: 'on or off' },
  tags: { mn: 'шошго', en: 'tags' },
};

export const clientFields = choicesOf({
  ...named,
  type: { mn: 'төрөл', en: 'type' },
  auth_method: { mn: 'баталгаажих арга', en: 'way to authenticate' },
  grant_types: { mn: 'эрх авах арга', en: 'grants' },
  scopes: { mn: 'хүсэх эрх', en: 'scopes' },
  redirect_uris: { mn: 'нэвтрээд буцах хаяг', en: 'redirect addresses' },
  post_logout_redirect_uris: { mn: 'гараад буцах хаяг', en: 'addresses after signing out' },
  options: { mn: 'нэмэлт тохиргоо', en: 'further options' },
  limit_per_minute: { mn: 'минутын хязгаар', en: 'calls a minute' },
  limit_burst: { mn: 'зэрэг дуудах хязгаар', en: 'calls in one burst' },
  daily_quota: { mn: 'өдрийн хязгаар', en: 'calls a day' },
});

export const upstreamFields = choicesOf({
  ...named,
  protocol: { mn: 'протокол', en: 'protocol' },
  host: { mn: 'хаяг', en: 'host' },
  port: { mn: 'порт', en: 'port' },
  path: { mn: 'зам', en: 'path' },
  retries: { mn: 'дахин оролдох тоо', en: 'retries' },
  connect_timeout_ms: { mn: 'холбогдох хугацаа', en: 'time to connect' },
  max_body_bytes: { mn: 'хүсэлтийн дээд хэмжээ', en: 'largest request' },
});

export const passportFields = choicesOf({
  name: { mn: 'нэр', en: 'name' },
  name_en: { mn: 'англи нэр', en: 'name in English' },
  description: { mn: 'тайлбар', en: 'description' },
  description_en: { mn: 'англи тайлбар', en: 'description in English' },
  category: { mn: 'бүлэг', en: 'category' },
  category_en: { mn: 'бүлгийн англи нэр', en: 'category in English' },
  keywords: { mn: 'хайлтын үг', en: 'search words' },
  target_group: { mn: 'хэнд зориулсан', en: 'for whom' },
  target_group_en: { mn: 'хэнд зориулсныг англиар', en: 'for whom, in English' },
  authority: { mn: 'эрх бүхий байгууллага', en: 'authority' },
  authority_en: { mn: 'эрх бүхий байгууллагын англи нэр', en: 'authority in English' },
  authority_id: { mn: 'эрх бүхий байгууллага', en: 'authority' },
  authority_org_id: { mn: 'байгууллагын бүртгэл', en: 'organisation of the authority' },
  legal_basis: { mn: 'хууль зүйн үндэслэл', en: 'legal basis' },
  legal_basis_en: { mn: 'хууль зүйн үндэслэлийг англиар', en: 'legal basis in English' },
  channels: { mn: 'суваг', en: 'channels' },
  online: { mn: 'цахимаар бүрэн авах', en: 'fully online' },
  steps_count: { mn: 'алхмын тоо', en: 'number of steps' },
  max_days: { mn: 'дээд хугацаа', en: 'longest time' },
  processing_time: { mn: 'шийдвэрлэх хугацаа', en: 'processing time' },
  annual_volume: { mn: 'жилийн хүсэлтийн тоо', en: 'applications a year' },
  fee: { mn: 'хураамж', en: 'fee' },
  payment_required_before: { mn: 'хураамж төлөх үе', en: 'when the fee is due' },
  life_event_id: { mn: 'амьдралын гол үйл явдал', en: 'main life event' },
  life_event_ids: { mn: 'амьдралын үйл явдлууд', en: 'life events' },
  cofog_code: { mn: 'COFOG код', en: 'COFOG code' },
  cofog_label: { mn: 'COFOG нэр', en: 'COFOG label' },
  main_activity: { mn: 'үндсэн чиг үүрэг', en: 'main activity' },
  sdg_code: { mn: 'SDG код', en: 'SDG code' },
  fulfilment: { mn: 'шийдвэрлэх хэлбэр', en: 'how it is decided' },
  has_discretion: { mn: 'ажилтан үзэмжээр шийдэх', en: 'discretion of an officer' },
  has_assessment: { mn: 'үнэлгээ', en: 'assessment' },
  sla_hours: { mn: 'шийдвэрлэх цаг', en: 'hours to decide' },
  tacit_approval: { mn: 'хугацаа хэтэрвэл зөвшөөрсөнд тооцох', en: 'granted when the deadline passes' },
  decision_signature: { mn: 'шийдвэрт гарын үсэг зурах', en: 'signature of the decision' },
  assurance_level: { mn: 'нэвтрэлтийн баталгааны түвшин', en: 'assurance level' },
  proactivity: { mn: 'зарласан түвшин', en: 'declared level' },
  output: { mn: 'үр дүн', en: 'outcome' },
  output_en: { mn: 'үр дүнгийн англи нэр', en: 'outcome in English' },
  output_type: { mn: 'үр дүнгийн төрөл', en: 'kind of outcome' },
  output_ref_type: { mn: 'олгох лавлагааны төрөл', en: 'kind of certificate' },
  evidences: { mn: 'баримт', en: 'evidence' },
  form: { mn: 'маягт', en: 'form' },
});

export const platformFields = choicesOf({
  ...named,
  endpoint_url: { mn: 'хаяг', en: 'address' },
  supervisor_contact: { mn: 'хариуцагчийн холбоо', en: 'contact of the supervisor' },
  signature: { mn: 'гарын үсгийн хэлбэр', en: 'form of the signature' },
  public_key: { mn: 'нийтийн түлхүүр', en: 'public key' },
});

export const severities = choicesOf({
  low: { mn: 'бага', en: 'low' },
  medium: { mn: 'дунд', en: 'medium' },
  high: { mn: 'өндөр', en: 'high' },
  critical: { mn: 'ноцтой', en: 'critical' },
});

export const documentKinds = choicesOf({
  reference: { mn: 'лавлагаа', en: 'certificate' },
  receipt: { mn: 'баримт', en: 'receipt' },
  application: { mn: 'хүсэлтийн баримт', en: 'record of an application' },
});

export const refundReasons = choicesOf({
  already_paid: { mn: 'өмнө нь төлсөн', en: 'paid before' },
  withdrawn: { mn: 'төлбөрийг хүчингүй болгосон', en: 'the payment was withdrawn' },
  another_sum: { mn: 'өөр дүн төлсөн', en: 'another sum was paid' },
});

export const linkRefusals = choicesOf({
  already_linked_elsewhere: { mn: 'өөр бүртгэлтэй холбогдсон', en: 'linked to another account' },
  another_linked: { mn: 'өөр хаяг холбогдсон', en: 'another one is linked' },
  expired: { mn: 'хугацаа дууссан', en: 'expired' },
});

export const operatorRoles = choicesOf({
  superadmin: { mn: 'ерөнхий администратор', en: 'super administrator' },
  operator: { mn: 'оператор', en: 'operator' },
  support: { mn: 'тусламж', en: 'support' },
  auditor: { mn: 'аудитор', en: 'auditor' },
});

/** What an application learns of a person; another scope, such as that of a service, is shown as it is. */
export const scopeNames = choicesOf({
  openid: { mn: 'нэвтрэлт', en: 'sign-in' },
  profile: { mn: 'нэр', en: 'name' },
  email: { mn: 'имэйл', en: 'e-mail address' },
  phone: { mn: 'утас', en: 'phone number' },
  address: { mn: 'хаяг', en: 'address' },
  nationalid: { mn: 'регистрийн дугаар', en: 'register number' },
  offline_access: { mn: 'таныг байхгүй үед хандах', en: 'access while the person is away' },
});
