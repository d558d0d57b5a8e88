import { linkRefusals, operatorRoles, permissionNames, severities } from './field-names.ts';
import { approvalReasons, consoleReasons, directoryOutcomes, eidReasons } from './reasons.ts';
import type { Sentences } from './template.ts';

export const peopleSentences: Sentences = {
  'auth.eid.login': {
    mn: '{actor} цахим үнэмлэхээр нэвтэрлээ[{new_device|true=, шинэ төхөөрөмжөөс|false=}]',
    en: '{actor} signed in with eID[{new_device|true=, from a new device|false=}]',
  },
  'auth.eid.failed': {
    mn: `[{person:target} хэрэглэгчийн ]нэвтрэх оролдлого амжилтгүй боллоо[: {reason|${eidReasons.mn}}]`,
    en: `A sign-in[ of {person:target}] failed[: {reason|${eidReasons.en}}]`,
  },
  'auth.mfa.asked': {
    mn: '{person:target} хэрэглэгчээс хоёр дахь баталгаажуулалт асуулаа',
    en: '{person:target} was asked for a second factor',
  },
  'auth.account.locked': {
    mn: '{person:target} хэрэглэгчийн данс таван буруу PIN-ий дараа 15 минут түгжигдлээ',
    en: 'The account of {person:target} was locked for fifteen minutes after five wrong PINs',
  },
  'auth.session.refreshed': {
    mn: '{person:target} хэрэглэгчийн нэвтрэлт сунгагдлаа',
    en: 'The session of {person:target} was renewed',
  },
  'auth.session.reuse': {
    mn: '{person:target} хэрэглэгчийн хуучин түлхүүрийг дахин ашигласан тул нэвтрэлт хаагдлаа',
    en: 'A replaced token of {person:target} was used again, and the session was ended',
  },
  'auth.session.ended': {
    mn: '{person:target} системээс гарлаа',
    en: '{person:target} signed out',
  },
  'auth.social.login': {
    mn: '{person:target} холбосон сошиал хаягаараа нэвтэрлээ',
    en: '{person:target} signed in with a linked social account',
  },
  'auth.social.link_offered': {
    mn: 'Холбоогүй {provider} хаягаар нэвтрэх оролдлого гарч, eID-ээр үргэлжлүүлэхийг санал болголоо',
    en: 'Somebody proved a {provider} account without a link, and was offered to continue with eID',
  },
  'auth.social.linked': {
    mn: '{person:target} {provider} хаягаа холболоо',
    en: '{person:target} linked their {provider} account',
  },
  'auth.social.link_refused': {
    mn: `{person:target} хэрэглэгчийн сошиал хаягийг холбосонгүй[: {reason|${linkRefusals.mn}}]`,
    en: `A social account was not linked to {person:target}[: {reason|${linkRefusals.en}}]`,
  },
  'auth.social.unlinked': {
    mn: '{person:target} {provider} хаягийн холбоосоо салгалаа',
    en: '{person:target} unlinked their {provider} account',
  },
  'users.latin_name.set': {
    mn: '{actor} латин нэрээ өөрчиллөө',
    en: '{actor} changed their Latin name',
  },
  'users.role.changed': {
    mn: '{giver} нь {person:target} хэрэглэгчид «{role:role_id}» дүр олголоо[; хүчингүй болсон түлхүүр: {ended_keys}][, {released} хүсэлт дараалалд буцлаа]',
    en: '{giver} gave the role {role:role_id} to {person:target}[; keys that ended: {ended_keys}][; {released} cases went back to the queue]',
  },
  'users.authorities.set': {
    mn: '{giver} нь {person:target} хэрэглэгч аль байгууллагад ажиллахыг тогтоолоо[: {authorities|*=бүх байгууллага}][, {released} хүсэлт дараалалд буцлаа]',
    en: '{giver} set the authorities that {person:target} works for[: {authorities|*=every authority}][; {released} cases went back to the queue]',
  },
  'users.active.changed': {
    mn: '{actor} нь {person:target} хэрэглэгчийн нэвтрэх эрхийг {active|true=нээлээ|false=хаалаа}[; хүчингүй болсон түлхүүр: {ended_keys}][, {released} хүсэлт дараалалд буцлаа]',
    en: '{actor} {active|true=opened|false=closed} the access of {person:target}[; keys that ended: {ended_keys}][; {released} cases went back to the queue]',
  },
  'users.registered': {
    mn: '{actor} нь {person:target} хэрэглэгчийг «{role:role_id}» дүртэйгээр урьдчилан бүртгэлээ',
    en: '{actor} pre-registered {person:target} with the role {role:role_id}',
  },
  'users.ge_id.set': {
    mn: '{actor} нь {person:target} хэрэглэгчийн GE дугаарыг {present|true=бүртгэлээ|false=хаслаа}[; өмнө нь {person:former_holder} эзэмшиж байсан]',
    en: '{actor} {present|true=set|false=removed} the GE number of {person:target}[, which {person:former_holder} held before]',
  },
  'users.ge_id.passed': {
    mn: '{actor} нь {person:target} хэрэглэгчийн өмнөх GE дугаарыг {person:user_id} хэрэглэгчид өглөө',
    en: '{actor} gave the former GE number of {person:target} to {person:user_id}',
  },
  'users.deleted': {
    mn: '{actor} нь {person:target} хэрэглэгчийн бүртгэлийг устгалаа[; хүчингүй болсон түлхүүр: {ended_keys}][, {released} хүсэлт дараалалд буцлаа]',
    en: '{actor} deleted the account of {person:target}[; keys that ended: {ended_keys}][; {released} cases went back to the queue]',
  },
  'rbac.role.create': {
    mn: `{actor} «{key}» дүр үүсгэлээ[, эрх: {permissions|${permissionNames.mn}}]`,
    en: `{actor} created the role {key}[ with {permissions|${permissionNames.en}}]`,
  },
  'rbac.role.update': {
    mn: '{actor} «{key}» дүрийн нэр, тайлбарыг өөрчиллөө',
    en: '{actor} changed the name or description of the role {key}',
  },
  'rbac.role.permissions.set': {
    mn: `{actor} «{key}» дүрийн эрхийг өөрчиллөө[, нэмсэн: {added|${permissionNames.mn}}][, хассан: {removed|${permissionNames.mn}}][, {released} хүсэлт дараалалд буцлаа]`,
    en: `{actor} changed the permissions of the role {key}[, added: {added|${permissionNames.en}}][, removed: {removed|${permissionNames.en}}][; {released} cases went back to the queue]`,
  },
  'rbac.role.delete': {
    mn: '{actor} «{key}» дүрийг устгалаа',
    en: '{actor} deleted the role {key}',
  },
  'access.person.read': {
    mn: '{actor} нь {person:target} хэрэглэгчийн мэдээллийг үзлээ[, хүсэлт: {matter}]',
    en: '{actor} looked at the data of {person:target}[, for {matter}]',
  },
  'audit.chain.broken': {
    mn: 'Аудитын бүртгэл {broken_id} дугаартай бичлэг дээр гэмтсэн байна',
    en: 'The audit log was found damaged at entry {broken_id}',
  },
  'audit.exported': {
    mn: '{actor} аудитын бүртгэлийг {format} файлаар татлаа[, шүүлт: {filters}]',
    en: '{actor} exported the audit log as {format}[, filtered by {filters}]',
  },
  'security.event.reported': {
    mn: `{actor} сэжигтэй зүйл мэдээллээ[, зэрэг: {severity|${severities.mn}}]`,
    en: `{actor} reported something suspicious[, severity {severity|${severities.en}}]`,
  },
  'directory.lookup': {
    mn: `{actor} улсын лавлахаас хайлт хийлээ[, үр дүн: {outcome|${directoryOutcomes.mn}}]`,
    en: `{actor} searched the national directory[, outcome: {outcome|${directoryOutcomes.en}}]`,
  },
  'admin.invitation.sent': {
    mn: '{actor} регистрийн дугаараар нэг хүнийг «{role:role_id}» дүрд урилаа',
    en: '{actor} invited a person to the role {role:role_id} by register number',
  },
  'admin.invitation.resent': {
    mn: '{actor} «{role:role_id}» дүрийн урилгын захидлыг дахин илгээлээ',
    en: '{actor} sent the letter of an invitation to the role {role:role_id} again',
  },
  'admin.invitation.withdrawn': {
    mn: '{actor} «{role:role_id}» дүрийн урилгыг буцаалаа',
    en: '{actor} withdrew an invitation to the role {role:role_id}',
  },
  'admin.invitation.accepted': {
    mn: '{person:target} «{role:role_id}» дүрийн урилгыг хүлээн авлаа[, урьсан: {person:invited_by}]',
    en: '{person:target} accepted the invitation to the role {role:role_id}[, sent by {person:invited_by}]',
  },
  'admin.invitation.declined': {
    mn: '{person:target} «{role:role_id}» дүрийн урилгаас татгалзлаа',
    en: '{person:target} declined the invitation to the role {role:role_id}',
  },
  'admin.invitation.void': {
    mn: '{person:target} «{role:role_id}» дүрийн урилгыг хүлээн авсан ч урьсан хүн энэ дүрийг олгох эрхгүй болсон тул олгосонгүй[: {person:invited_by}]',
    en: '{person:target} accepted the role {role:role_id}, which its inviter may no longer give, so nothing was given[: {person:invited_by}]',
  },
  'admin.session.ended': {
    mn: '{actor} нь {person:target} хэрэглэгчийг нэг төхөөрөмжөөс гаргалаа',
    en: '{actor} signed {person:target} out on one device',
  },
  'admin.sessions.ended': {
    mn: '{actor} нь {person:target} хэрэглэгчийг бүх төхөөрөмжөөс гаргалаа[ ({count})]',
    en: '{actor} signed {person:target} out on every device[ ({count})]',
  },
  'admin.approval.wanted': {
    mn: '{actor} нь {person:target} хэрэглэгчид «{role:role_id}» дүр олгохоор төлөвлөлөө',
    en: '{actor} planned the role {role:role_id} for {person:target}',
  },
  'admin.approval.asked': {
    mn: '{person:target} хэрэглэгчээс «{role:role_id}» дүрийг PIN2-оор зөвшөөрөхийг хүслээ[, олгосон: {person:granted_by}]',
    en: '{person:target} was asked to accept the role {role:role_id} with PIN2[, given by {person:granted_by}]',
  },
  'admin.approval.given': {
    mn: '{person:target} «{role:role_id}» дүрийг PIN2-оор зөвшөөрлөө[, олгосон: {person:granted_by}]',
    en: '{person:target} accepted the role {role:role_id} with PIN2[, given by {person:granted_by}]',
  },
  'admin.approval.ended': {
    mn: `{person:target} хэрэглэгчид «{role:role_id}» дүр олгосонгүй[: {reason|${approvalReasons.mn}}]`,
    en: `{person:target} did not get the role {role:role_id}[: {reason|${approvalReasons.en}}]`,
  },
  'account.session.ended': {
    mn: '{actor} нэг төхөөрөмжөөсөө гарлаа',
    en: '{actor} signed one of their devices out',
  },
  'account.sessions.ended': {
    mn: '{actor} бусад {count} төхөөрөмжөөсөө гарлаа',
    en: '{actor} signed out {count} other devices',
  },
  'account.data.asked': {
    mn: '{actor} өөрийн мэдээллийн хуулбар хүслээ',
    en: '{actor} asked for a copy of their data',
  },
  'account.data.ready': {
    mn: '{person:target} хэрэглэгчийн мэдээллийн хуулбар бэлэн боллоо',
    en: 'A copy of the data of {person:target} was made',
  },
  'account.data.downloaded': {
    mn: '{person:target} өөрийн мэдээллийг татлаа',
    en: '{person:target} downloaded their data',
  },
  'account.erasure.asked': {
    mn: '{actor} мэдээллээ устгуулах хүсэлт гаргалаа',
    en: '{actor} asked to erase their data',
  },
  'account.erasure.withdrawn': {
    mn: '{actor} мэдээллээ устгуулах хүсэлтээ буцаалаа',
    en: '{actor} took their request to erase back',
  },
  'account.erasure.refused': {
    mn: '{actor} нь {person:target} хэрэглэгчийн мэдээллээ устгуулах хүсэлтээс татгалзлаа',
    en: '{actor} refused to erase the data of {person:target}',
  },
  'account.erasure.done': {
    mn: '{actor} нь {person:target} хэрэглэгчийн мэдээллийг хүсэлтээр нь устгалаа',
    en: '{actor} erased the data of {person:target} as they asked',
  },
  'contacts.code.asked': {
    mn: '{actor} {kind|email=имэйл хаягаа|phone=утасны дугаараа} батлах код авлаа',
    en: '{actor} asked for a code to prove their {kind|email=e-mail address|phone=mobile number}',
  },
  'contacts.code.refused': {
    mn: '{person:target} {kind|email=имэйл хаягийн|phone=утасны дугаарын} кодыг буруу бичлээ',
    en: '{person:target} entered a wrong code for their {kind|email=e-mail address|phone=mobile number}',
  },
  'contacts.proven': {
    mn: '{person:target} {kind|email=имэйл хаягаа|phone=утасны дугаараа} баталлаа',
    en: '{person:target} proved their {kind|email=e-mail address|phone=mobile number}',
  },
  'contacts.removed': {
    mn: '{actor} {kind|email=имэйл хаягаа|phone=утасны дугаараа} хаслаа',
    en: '{actor} removed their {kind|email=e-mail address|phone=mobile number}',
  },
  'superadmin.onboarding.begun': {
    mn: '{target} хаягаар уригдсан хүн ерөнхий администратор болох алхмыг эхлүүллээ',
    en: 'The person invited as {target} started to become a super administrator',
  },
  'superadmin.onboarding.eid_proven': {
    mn: '{target} хаягаар уригдсан хүн eID-ээр баталгаажлаа',
    en: 'The person invited as {target} proved who they are with eID',
  },
  'superadmin.onboarding.eid_failed': {
    mn: `{target} хаягаар уригдсан хүний eID баталгаажуулалт амжилтгүй боллоо[: {reason|${eidReasons.mn}}]`,
    en: `The eID step of the person invited as {target} failed[: {reason|${eidReasons.en}}]`,
  },
  'superadmin.onboarding.code_sent': {
    mn: '{target} хаяг руу нэг удаагийн код илгээлээ',
    en: 'A one-time code was sent to {target}',
  },
  'superadmin.onboarding.code_refused': {
    mn: '{target} хаягийн кодыг буруу бичлээ',
    en: 'A wrong code was entered for {target}',
  },
  'superadmin.onboarding.email_proven': {
    mn: '{target} хаяг баталгаажлаа',
    en: 'The address {target} was proven',
  },
  'superadmin.onboarded': {
    mn: '{person:target} ерөнхий администратор боллоо',
    en: '{person:target} became a super administrator',
  },
  'superadmin.mfa.passed': {
    mn: '{person:target} хоёр дахь баталгаажуулалтаар нэвтэрлээ',
    en: '{person:target} signed in with the second factor',
  },
  'superadmin.mfa.locked': {
    mn: '{person:target} хэрэглэгчийн хоёр дахь баталгаажуулалт таван буруу кодын дараа 15 минут түгжигдлээ',
    en: 'The second factor of {person:target} was locked for fifteen minutes after five wrong codes',
  },
  'superadmin.mfa.asked_again': {
    mn: '{actor} өөрчлөлт хийхийн өмнө дахин баталгаажих шаардлагатай боллоо',
    en: '{actor} was asked to prove their identity again before a change',
  },
  'superadmin.create_admin': {
    mn: '{actor} нь {person:target} хэрэглэгчийг администратороор урьдчилан бүртгэлээ',
    en: '{actor} pre-registered {person:target} as an administrator',
  },
  'superadmin.grant_admin': {
    mn: '{actor} нь {person:target} хэрэглэгчийг администратор болголоо',
    en: '{actor} made {person:target} an administrator',
  },
  'superadmin.revoke_admin': {
    mn: '{actor} нь {person:target} хэрэглэгчийн администраторын эрхийг хураалаа',
    en: '{actor} took the administrator role from {person:target}',
  },
  'superadmin.create_invite': {
    mn: '{actor} {target} хаягийг ерөнхий администратороор урилаа',
    en: '{actor} invited {target} to become a super administrator',
  },
  'superadmin.delete_invite': {
    mn: '{actor} {target} хаягт илгээсэн урилгыг устгалаа',
    en: '{actor} removed the invitation of {target}',
  },
  'superadmin.set_access_mode': {
    mn: '{actor} нэвтрэх горимыг «{mode|public=нээлттэй|private=хаалттай}» болголоо',
    en: '{actor} set the access mode to {mode}',
  },
  'sso.login': {
    mn: '{person:target} гадны үйлчилгээ үзүүлэгчээр дамжин нэвтэрлээ',
    en: '{person:target} signed in through the upstream provider',
  },
  'sso.identity.bound': {
    mn: '{person:target} хэрэглэгчийг гадны үйлчилгээ үзүүлэгчийн бүртгэлтэй холболоо',
    en: '{person:target} was bound to an account of the upstream provider',
  },
  'sso.number.taken': {
    mn: '{person:target} хэрэглэгчид өөр хүний дугаар ирсэн тул хүлээж авсангүй[: {number}]',
    en: 'The upstream provider gave {person:target} a number of another account, which was not taken over[: {number}]',
  },
  'sso.logout': {
    mn: '{person:target} гадны үйлчилгээ үзүүлэгчээс гарлаа',
    en: '{person:target} was sent to sign out at the upstream provider',
  },
  'operator.eid_proven': {
    mn: 'Операторын самбарт нэг хүн eID-ээр баталгаажлаа',
    en: 'Somebody proved who they are with eID at the console',
  },
  'operator.eid_failed': {
    mn: `Операторын самбарт eID баталгаажуулалт амжилтгүй боллоо[: {reason|${eidReasons.mn}}]`,
    en: `An eID sign-in at the console failed[: {reason|${eidReasons.en}}]`,
  },
  'operator.signed_in': {
    mn: `Оператор нэвтэрлээ ({operator_id})[, дүр: {role|${operatorRoles.mn}}]`,
    en: `An operator signed in ({operator_id})[ as {role|${operatorRoles.en}}]`,
  },
  'operator.sign_in_failed': {
    mn: `Операторын нэвтрэлт амжилтгүй боллоо[ ({operator_id})][: {reason|${consoleReasons.mn}}]`,
    en: `A sign-in at the console was rejected[ ({operator_id})][: {reason|${consoleReasons.en}}]`,
  },
  'operator.locked': {
    mn: 'Таван удаа алдсан тул операторын бүртгэл 15 минут түгжигдлээ ({operator_id})',
    en: 'An operator was locked for fifteen minutes after five failures ({operator_id})',
  },
  'operator.signed_out': {
    mn: 'Оператор гарлаа ({operator_id})',
    en: 'An operator signed out ({operator_id})',
  },
  'operator.stepped_up': {
    mn: 'Оператор кодоо дахин оруулж баталгаажлаа ({operator_id})',
    en: 'An operator entered a code again ({operator_id})',
  },
  'operator.step_up_failed': {
    mn: `Операторын дахин баталгаажуулалт амжилтгүй боллоо ({operator_id})[: {reason|${consoleReasons.mn}}]`,
    en: `A code of an operator was rejected ({operator_id})[: {reason|${consoleReasons.en}}]`,
  },
  'operator.tenant.created': {
    mn: 'Оператор {organisation:target} байгууллагыг үүсгэлээ[, администратор: {person:admin_user_id}]',
    en: 'An operator created the organisation {organisation:target}[ with {person:admin_user_id} as administrator]',
  },
  'operator.tenant.not_created': {
    mn: 'Оператор {slug} байгууллагыг үүсгэж чадсангүй[: {error}]',
    en: 'An operator could not create the organisation {slug}[: {error}]',
  },
  'operator.directory.read': {
    mn: `Оператор лавлахаас хайлт хийлээ ({operator_id})[, үр дүн: {outcome|${directoryOutcomes.mn}}]`,
    en: `An operator searched the directory ({operator_id})[, outcome: {outcome|${directoryOutcomes.en}}]`,
  },
  'operator.added': {
    mn: `Оператор нэмлээ, эсвэл шинэ нууц олголоо[, дүр: {role|${operatorRoles.mn}}]`,
    en: `An operator was added or given a new secret[, role {role|${operatorRoles.en}}]`,
  },
  'operator.disabled': {
    mn: 'Операторын эрхийг хаалаа',
    en: 'An operator was disabled',
  },
};
