import { documentKinds } from './field-names.ts';
import { scanOutcomes, signingReasons } from './reasons.ts';
import type { Sentences } from './template.ts';

export const organisationSentences: Sentences = {
  'profile.signature.set': {
    mn: '{actor} гарын үсгийнхээ зургийг орууллаа',
    en: '{actor} set the image of their signature',
  },
  'profile.signature.removed': {
    mn: '{actor} гарын үсгийнхээ зургийг хаслаа',
    en: '{actor} removed the image of their signature',
  },
  'profile.orgstamp.set': {
    mn: '{actor} {reg_no} байгууллагын тамгыг орууллаа',
    en: '{actor} set the stamp of the organisation {reg_no}',
  },
  'profile.orgstamp.removed': {
    mn: '{actor} {reg_no} байгууллагын тамгыг хаслаа',
    en: '{actor} removed the stamp of the organisation {reg_no}',
  },
  'profile.org_name_latin.set': {
    mn: '{actor} {reg_no} байгууллагын латин нэрийг тогтоолоо',
    en: '{actor} set the Latin name of the organisation {reg_no}',
  },
  'organisations.created': {
    mn: '{actor} нь {organisation:target} байгууллагыг бүртгэлээ',
    en: '{actor} created the organisation {organisation:target}',
  },
  'organisations.taken_over': {
    mn: '{person:new_owner} {organisation:target} байгууллагыг төлөөлөгчийн эрхээр авлаа',
    en: '{person:new_owner} took over the organisation {organisation:target} as its confirmed representative',
  },
  'organisations.verified': {
    mn: '{actor} нь {organisation:target} байгууллагыг төлөөлдгөө баталлаа',
    en: '{actor} proved that they represent {organisation:target}',
  },
  'organisations.representation_ended': {
    mn: '{organisation:target} байгууллагыг {person:user_id} төлөөлөхөө больсон',
    en: '{person:user_id} no longer represents {organisation:target}',
  },
  'organisations.invitation.sent': {
    mn: '{actor} нь {organisation:target} байгууллагад хүн урилаа[: {person:user_id}][, дүр: {role|owner=эзэмшигч|admin=админ|member=гишүүн}]',
    en: '{actor} invited a person to {organisation:target}[: {person:user_id}][, role {role|owner=owner|admin=administrator|member=member}]',
  },
  'organisations.invitation.withdrawn': {
    mn: '{actor} нь {organisation:target} байгууллагын урилгыг буцаалаа',
    en: '{actor} withdrew an invitation to {organisation:target}',
  },
  'organisations.invitation.accepted': {
    mn: '{actor} нь {organisation:target} байгууллагад нэгдлээ[, дүр: {role|owner=эзэмшигч|admin=админ|member=гишүүн}]',
    en: '{actor} joined {organisation:target}[, role {role|owner=owner|admin=administrator|member=member}]',
  },
  'organisations.invitation.declined': {
    mn: '{actor} нь {organisation:target} байгууллагын урилгаас татгалзлаа',
    en: '{actor} declined an invitation to {organisation:target}',
  },
  'organisations.member.role_changed': {
    mn: '{actor} нь {organisation:target} байгууллагад {person:user_id} гишүүний дүрийг өөрчиллөө[: {role|owner=эзэмшигч|admin=админ|member=гишүүн}]',
    en: '{actor} changed the role of {person:user_id} in {organisation:target}[ to {role|owner=owner|admin=administrator|member=member}]',
  },
  'organisations.member.removed': {
    mn: '{person:user_id} гишүүн {organisation:target} байгууллагаас {self|true=өөрөө гарлаа|false=хасагдлаа}',
    en: '{person:user_id} {self|true=left|false=was removed from} {organisation:target}',
  },
  'eid.organization.linked': {
    mn: '{actor} {reg_no} байгууллагыг холболоо',
    en: '{actor} linked the organisation {reg_no}',
  },
  'eid.organization.unlinked': {
    mn: '{actor} {reg_no} байгууллагын холбоосыг салгалаа',
    en: '{actor} unlinked the organisation {reg_no}',
  },
  'eid.signer.added': {
    mn: '{actor} {reg_no} байгууллагад гарын үсэг зурах хүн нэмлээ',
    en: '{actor} added a signer to the organisation {reg_no}',
  },
  'eid.signer.removed': {
    mn: '{actor} {reg_no} байгууллагаас гарын үсэг зурах хүнийг хаслаа',
    en: '{actor} removed a signer from the organisation {reg_no}',
  },
  'eid.signer.asked_again': {
    mn: '{actor} {reg_no} байгууллагын гарын үсэг зурах хүнээс дахин асуулаа',
    en: '{actor} asked a signer of the organisation {reg_no} again',
  },
  'eid.change.unconfirmed': {
    mn: 'eID үйлчилгээнд илгээсэн өөрчлөлтийн хариу тодорхойгүй байна[: {change}][, байгууллага: {reg_no}]',
    en: 'A change was sent to the eID provider without a usable answer[: {change}][, organisation {reg_no}]',
  },
  'apps.installed': {
    mn: '{actor} нь {organisation:target} байгууллагад {app} апп суулгалаа',
    en: '{actor} installed the app {app} for {organisation:target}',
  },
  'apps.upgraded': {
    mn: '{organisation:target} байгууллагын {app} апп {version} хувилбар боллоо',
    en: 'The app {app} of {organisation:target} was upgraded to {version}',
  },
  'apps.held': {
    mn: '{organisation:target} байгууллагын {app} аппын шинэчлэл администраторын зөвшөөрлийг хүлээж байна',
    en: 'An update of the app {app} of {organisation:target} waits for an administrator',
  },
  'apps.enabled': {
    mn: '{actor} нь {organisation:target} байгууллагын {app} аппыг асаалаа',
    en: '{actor} switched the app {app} of {organisation:target} on',
  },
  'apps.disabled': {
    mn: '{actor} нь {organisation:target} байгууллагын {app} аппыг унтраалаа',
    en: '{actor} switched the app {app} of {organisation:target} off',
  },
  'apps.auto_update.set': {
    mn: '{actor} нь {organisation:target} байгууллагын {app} аппын автомат шинэчлэлийг {enabled|true=зөвшөөрлөө|false=зогсоолоо}',
    en: '{actor} {enabled|true=allowed|false=stopped} automatic updates of the app {app} of {organisation:target}',
  },
  'sign.init': {
    mn: '{actor} баримтад гарын үсэг зурж эхэллээ',
    en: '{actor} began to sign a document',
  },
  'sign.initiate': {
    mn: '{actor} хэш утгад гарын үсэг зурж эхэллээ',
    en: '{actor} began to sign a digest',
  },
  'sign.complete': {
    mn: '{actor} PIN2-оор гарын үсэг зурлаа',
    en: '{actor} signed with PIN2',
  },
  'sign.finish': {
    mn: 'Гарын үсгийг бүрэн боловсрууллаа[, түвшин: {level}]',
    en: 'A signature was completed[ at level {level}]',
  },
  'sign.reject': {
    mn: `Гарын үсэг зурагдсангүй[: {reason|${signingReasons.mn}}]`,
    en: `A signing ended without a signature[: {reason|${signingReasons.en}}]`,
  },
  'sign.download': {
    mn: '{actor} гарын үсэгтэй баримт татлаа',
    en: '{actor} downloaded a signed document',
  },
  'sign.document.keep': {
    mn: '{actor} гарын үсэгтэй баримтыг хадгаллаа',
    en: '{actor} kept a signed document',
  },
  'sign.document.remove': {
    mn: '{actor} гарын үсэгтэй баримтыг хаслаа',
    en: '{actor} removed a signed document',
  },
  'sign.document.raise': {
    mn: 'Хадгалсан баримтын гарын үсгийн түвшин өөрчлөгдлөө[: {level}]',
    en: 'The signature of a kept document was raised[ to {level}]',
  },
  'sign.request.create': {
    mn: '{actor} баримтыг бусдад гарын үсэг зуруулахаар илгээлээ[, талууд: {parties}]',
    en: '{actor} sent a document to others to sign[, parties: {parties}]',
  },
  'sign.request.read': {
    mn: '{actor} гарын үсэг зурах баримтыг нээлээ',
    en: '{actor} opened the document of a signing request',
  },
  'sign.request.begin': {
    mn: '{actor} ирсэн баримтад гарын үсэг зурж эхэллээ',
    en: '{actor} began to sign the document of a request',
  },
  'sign.request.sign': {
    mn: 'Ирсэн баримтад нэг талын гарын үсэг нэмэгдлээ[, түвшин: {level}]',
    en: 'The signature of a party was added to a request[ at level {level}]',
  },
  'sign.request.decline': {
    mn: '{actor} ирсэн баримтад гарын үсэг зурахаас татгалзлаа',
    en: '{actor} declined to sign a request',
  },
  'sign.request.withdraw': {
    mn: '{actor} гарын үсэг зуруулах хүсэлтээ буцаалаа',
    en: '{actor} withdrew a signing request',
  },
  'sign.request.remind': {
    mn: 'Гарын үсэг зурах талуудад сануулга илгээлээ',
    en: 'The parties of a signing request were reminded',
  },
  'sign.request.complete': {
    mn: 'Бүх тал гарын үсэг зурлаа',
    en: 'Every party of a signing request has signed',
  },
  'sign.request.expire': {
    mn: 'Гарын үсэг зуруулах хүсэлтийн хугацаа дууслаа',
    en: 'The deadline of a signing request passed',
  },
  'sign.request.raise': {
    mn: 'Нээлттэй хүсэлтийн гарын үсгийн түвшин өөрчлөгдлөө[: {level}]',
    en: 'The newest signature of an open request was raised[ to {level}]',
  },
  'document.seal': {
    mn: `Платформ олгосон баримтаа битүүмжиллээ[: {kind|${documentKinds.mn}}]`,
    en: `The platform sealed a document that it issued[: {kind|${documentKinds.en}}]`,
  },
  'document.raise': {
    mn: 'Олгосон баримтын битүүмжийн түвшин өөрчлөгдлөө[: {level}]',
    en: 'The seal of an issued document was raised[ to {level}]',
  },
  'gspace.upload': {
    mn: '{actor} өөрийн санд файл орууллаа',
    en: '{actor} put a file into their space',
  },
  'gspace.delete': {
    mn: '{actor} өөрийн сангаас файл устгалаа',
    en: '{actor} deleted a file from their space',
  },
  'integration.connect': {
    mn: '{actor} {provider} үйлчилгээг холболоо',
    en: '{actor} connected {provider}',
  },
  'integration.disconnect': {
    mn: '{actor} {provider} үйлчилгээний холболтыг салгалаа',
    en: '{actor} removed the connection to {provider}',
  },
  'integration.token_read': {
    mn: 'Сервер {provider} холболтын түлхүүрийг уншлаа',
    en: 'A server read the tokens of a connection to {provider}',
  },
  'integration.file_sent': {
    mn: '{actor} файлаа {provider} үйлчилгээ рүү хууллаа',
    en: '{actor} copied a file to {provider}',
  },
  'integration.grant_ended': {
    mn: '{provider} үйлчилгээ холболтыг хүлээж авахаа больсон',
    en: '{provider} no longer accepts a connection',
  },
  'files.withheld': {
    mn: `Шалгалтаар аюултай байж болзошгүй файлыг татахыг хаалаа[: {outcome|${scanOutcomes.mn}}]`,
    en: `Downloads of a file were stopped after a scan[: {outcome|${scanOutcomes.en}}]`,
  },
  'files.store.change': {
    mn: 'Шинэ файлыг {to} санд хадгалж эхэллээ',
    en: 'New files are kept in the store {to}',
  },
  'files.move': {
    mn: '{moved} файлыг {to} сан руу зөөлөө',
    en: '{moved} files were moved to the store {to}',
  },
  'files.export': {
    mn: 'Оператор файлыг түлхүүртэй нь гаргаж авлаа',
    en: 'An operator exported a file with its key',
  },
};
