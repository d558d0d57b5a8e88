import { refundReasons } from './field-names.ts';
import type { Sentences } from './template.ts';

export const serviceSentences: Sentences = {
  'gov.notification.read': {
    mn: '{actor} {count} мэдэгдлийг уншсан гэж тэмдэглэлээ',
    en: '{actor} marked {count} notifications as read',
  },
  'gov.notification.preferences': {
    mn: '{actor} мэдэгдлээ хаанаас авахаа сонголоо',
    en: '{actor} chose which messages go where',
  },
  'gov.notification.settings': {
    mn: '{actor} имэйл мэдэгдлийг {email|true=нээлээ|false=хаалаа}',
    en: '{actor} turned e-mail notifications {email|true=on|false=off}',
  },
  'support.case.open': {
    mn: '{actor} тусламж хүссэн {number} асуудал нээлээ',
    en: '{actor} wrote to support: {number}',
  },
  'support.case.write': {
    mn: '{actor} {number} асуудалд нэмж бичлээ',
    en: '{actor} added a message to the case {number}',
  },
  'support.case.answer': {
    mn: '{actor} {number} асуудалд хариуллаа',
    en: '{actor} answered the case {number}',
  },
  'support.case.assign': {
    mn: '{actor} {number} асуудлыг хариуцах хүнийг өөрчиллөө[: {person:assigned_to}]',
    en: '{actor} changed who handles the case {number}[: {person:assigned_to}]',
  },
  'support.case.close': {
    mn: '{actor} {number} асуудлыг хаалаа',
    en: '{actor} closed the case {number}',
  },
  'support.case.reopen': {
    mn: '{actor} {number} асуудлыг дахин нээлээ',
    en: '{actor} opened the case {number} again',
  },
  'support.case.delete': {
    mn: 'Хадгалах хугацаа дууссан {count} асуудлыг устгалаа',
    en: '{count} cases past their retention were deleted',
  },
  'gov.payment.requested': {
    mn: '{person:user_id} хэрэглэгчээс {amount} төгрөг нэхэмжиллээ[, хүсэлт: {application:application_id}]',
    en: '{person:user_id} was asked to pay {amount} MNT[ for {application:application_id}]',
  },
  'gov.payment.pay': {
    mn: '{actor} {amount} төгрөг төлж эхэллээ',
    en: '{actor} started to pay {amount} MNT',
  },
  'gov.payment.paid': {
    mn: '{amount} төгрөгийн төлбөр төлөгдлөө',
    en: 'A payment of {amount} MNT was settled',
  },
  'gov.payment.refund_due': {
    mn: `{amount} төгрөг буцаах шаардлагатай боллоо[: {reason|${refundReasons.mn}}]`,
    en: `A refund of {amount} MNT is due[: {reason|${refundReasons.en}}]`,
  },
  'gov.payment.withdrawn': {
    mn: '{amount} төгрөгийн нэхэмжлэлийг цуцаллаа',
    en: 'A payment of {amount} MNT was withdrawn',
  },
  'gov.appointment.book': {
    mn: '{actor} {agency} байгууллагад цаг захиаллаа',
    en: '{actor} booked an appointment at {agency}',
  },
  'gov.appointment.cancel': {
    mn: '{actor} {agency} байгууллагад захиалсан цагаа цуцаллаа',
    en: '{actor} cancelled an appointment at {agency}',
  },
  'gov.appointment.end': {
    mn: 'Хүсэлт дууссан тул {agency} байгууллагад захиалсан цагийг цуцаллаа',
    en: 'An appointment at {agency} was cancelled, because its application ended',
  },
  'gov.appointment.complete': {
    mn: 'Өнгөрсөн {count} цаг захиалгыг дууссанд тооцлоо',
    en: '{count} past appointments were completed',
  },
  'gov.reference.issue': {
    mn: '{person:user_id} хэрэглэгчид {reference_no} лавлагаа олголоо',
    en: 'The reference {reference_no} was issued to {person:user_id}',
  },
  'gov.application.create': {
    mn: '{actor} нь {application:target} хүсэлт илгээлээ[, үйлчилгээ: {service}]',
    en: '{actor} sent the application {application:target}[ for the service {service}]',
  },
  'gov.application.fulfil': {
    mn: '{application:target} хүсэлт автоматаар шийдэгдлээ',
    en: 'The application {application:target} was fulfilled automatically',
  },
  'gov.application.refuse': {
    mn: '{application:target} хүсэлтийг бүртгэлийн мэдээлэл зөрсөн тул татгалзлаа',
    en: 'The application {application:target} was refused, because a state register has other data',
  },
  'gov.application.register': {
    mn: '{actor} нь {application:target} хүсэлтийг бүртгэлээ',
    en: '{actor} registered the application {application:target}',
  },
  'gov.cases.handed_over': {
    mn: '{service:target} үйлчилгээний {count} хүсэлт {from} байгууллагаас {to} байгууллагад шилжлээ[, {released} хүсэлт дараалалд буцлаа]',
    en: '{count} applications for {service:target} moved from {from} to {to}[; {released} cases went back to the queue]',
  },
  'gov.application.assign': {
    mn: '{actor} нь {application:target} хүсэлтийг авлаа[, өмнө нь: {person:taken_over_from}]',
    en: '{actor} took the application {application:target}[ over from {person:taken_over_from}]',
  },
  'gov.application.reassign': {
    mn: '{actor} нь {application:target} хүсэлтийг {person:given_to} ажилтанд шилжүүллээ',
    en: '{actor} gave the application {application:target} to {person:given_to}',
  },
  'gov.application.release': {
    mn: '{actor} нь {application:target} хүсэлтийг суллалаа',
    en: '{actor} released the application {application:target}',
  },
  'gov.application.request_info': {
    mn: '{actor} нь {application:target} хүсэлтэд нэмэлт мэдээлэл асуулаа',
    en: '{actor} asked for more information on the application {application:target}',
  },
  'gov.application.withdraw_info': {
    mn: '{actor} {application:target} хүсэлтээр тавьсан асуултаа буцаалаа',
    en: '{actor} withdrew a question about application {application:target}',
  },
  'gov.application.provide_info': {
    mn: '{actor} нь {application:target} хүсэлтэд нэмэлт мэдээлэл өглөө',
    en: '{actor} provided information on the application {application:target}',
  },
  'gov.application.decide': {
    mn: '{actor} нь {application:target} хүсэлтийг шийдлээ: {to|approved=зөвшөөрсөн|rejected=татгалзсан}',
    en: '{actor} decided the application {application:target}: {to|approved=approved|rejected=rejected}',
  },
  'gov.application.complete': {
    mn: '{application:target} хүсэлтийн үр дүнг олголоо',
    en: 'The result of the application {application:target} was delivered',
  },
  'gov.application.cancel': {
    mn: '{actor} нь {application:target} хүсэлтээ цуцаллаа',
    en: '{actor} cancelled the application {application:target}',
  },
  'gov.application.tacit': {
    mn: '{application:target} хүсэлт хугацаа өнгөрсөн тул зөвшөөрөгдсөнд тооцогдлоо',
    en: 'The application {application:target} was granted, because its deadline passed',
  },
  'gov.application.expire': {
    mn: '{application:target} хүсэлтийн хугацаа дууслаа',
    en: 'The application {application:target} expired',
  },
  'gov.application.breach': {
    mn: '{application:target} хүсэлт хугацаандаа шийдэгдсэнгүй',
    en: 'The deadline of the application {application:target} passed without a decision',
  },
  'gov.file.add': {
    mn: '{actor} нь {application:application_id} хүсэлтэд файл хавсаргалаа',
    en: '{actor} added a paper to the application {application:application_id}',
  },
  'gov.file.remove': {
    mn: '{actor} нь {application:application_id} хүсэлтээс файл хаслаа',
    en: '{actor} removed a paper from the application {application:application_id}',
  },
  'gov.draft.save': {
    mn: '{actor} нь {service:service_id} үйлчилгээний ноорог хадгаллаа',
    en: '{actor} saved a draft for {service:service_id}',
  },
  'gov.draft.drop': {
    mn: '{actor} нь {service:service_id} үйлчилгээний ноорогоо устгалаа',
    en: '{actor} deleted a draft for {service:service_id}',
  },
  'gov.draft.expire': {
    mn: '{service:service_id} үйлчилгээний хуучирсан ноорог устлаа',
    en: 'An old draft for {service:service_id} was deleted',
  },
  'gov.draft.file_add': {
    mn: '{actor} ноорогт файл хавсаргалаа',
    en: '{actor} added a paper to a draft',
  },
  'gov.draft.file_remove': {
    mn: '{actor} ноорогоос файл хаслаа',
    en: '{actor} removed a paper from a draft',
  },
  'gov.fact.ask': {
    mn: '{actor} {agency} байгууллагаас мэдээллээ асуухыг зөвшөөрлөө[: {evidence}]',
    en: '{actor} agreed that {agency} is asked for data about them[: {evidence}]',
  },
  'gov.fact.answer': {
    mn: '{platform} байгууллагаас хариу ирлээ[: {evidence}]',
    en: '{platform} answered about {evidence}',
  },
  'gov.fact.fail': {
    mn: '{platform} байгууллагаас ашиглаж болох хариу ирсэнгүй[: {evidence}]',
    en: '{platform} gave no usable answer[ about {evidence}]',
  },
  'gov.fact.drop': {
    mn: 'Хүн хүлээхээ больсны дараа ирсэн хариуг хадгалсангүй',
    en: 'An answer came after the person stopped waiting, and was not kept',
  },
  'gov.fact.accept': {
    mn: '{actor} ирсэн мэдээллийг ашиглахаар боллоо[: {evidence}]',
    en: '{actor} uses an answer of an agency[: {evidence}]',
  },
  'gov.fact.refuse': {
    mn: '{actor} ирсэн мэдээллийг ашиглахаас татгалзлаа[: {evidence}]',
    en: '{actor} refused an answer of an agency[: {evidence}]',
  },
  'gov.fact.use': {
    mn: '{actor} ирсэн мэдээллийг {application:application_id} хүсэлттэй илгээлээ[: {evidence}]',
    en: '{actor} sent an answer of an agency with the application {application:application_id}[: {evidence}]',
  },
  'gov.fact.expire': {
    mn: 'Ашиглаагүй мэдээллийг устгалаа[: {evidence}]',
    en: 'An unused answer of an agency was erased[: {evidence}]',
  },
  'officer.conflict.release': {
    mn: '{application:target} хүсэлтийг түүнтэй холбоотой ажилтнаас чөлөөллөө',
    en: 'The application {application:target} was taken from an officer who has an interest in it',
  },
  'officer.filter.save': {
    mn: '{actor} хүсэлтийн шүүлтээ хадгаллаа',
    en: '{actor} saved a filter of the queue',
  },
  'officer.filter.delete': {
    mn: '{actor} хадгалсан шүүлтээ устгалаа',
    en: '{actor} deleted a saved filter',
  },
  'officer.template.create': {
    mn: '{actor} «{title}» хариуны загвар бичлээ',
    en: '{actor} wrote the reply template “{title}”',
  },
  'officer.template.change': {
    mn: '{actor} «{title}» хариуны загварыг өөрчиллөө',
    en: '{actor} changed the reply template “{title}”',
  },
  'officer.template.delete': {
    mn: '{actor} «{title}» хариуны загварыг устгалаа',
    en: '{actor} deleted the reply template “{title}”',
  },
};
