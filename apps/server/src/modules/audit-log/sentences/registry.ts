import { passportFields, platformFields } from './field-names.ts';
import type { Sentences } from './template.ts';

export const registrySentences: Sentences = {
  'authorities.created': {
    mn: '{actor} «{name}» байгууллагыг бүртгэлээ',
    en: '{actor} registered the authority {name}',
  },
  'authorities.changed': {
    mn: '{actor} «{name}» байгууллагын мэдээллийг өөрчиллөө (өмнөх нэр: {before})',
    en: '{actor} changed the record of the authority {name} (name before: {before})',
  },
  'authorities.offices.set': {
    mn: '{actor} «{name}» байгууллагын салбарыг шинэчиллээ: {offices}',
    en: '{actor} replaced the offices of {name}: {offices} in all',
  },
  'authorities.deleted': {
    mn: '{actor} «{name}» байгууллагын бүртгэлийг устгалаа',
    en: '{actor} deleted the authority {name}',
  },
  'registry.service.create': {
    mn: '{actor} нь {passport:target} үйлчилгээний паспорт үүсгэлээ ({code})',
    en: '{actor} created the service passport {passport:target} ({code})',
  },
  'registry.service.update': {
    mn: `{actor} нь {passport:target} үйлчилгээний паспортыг өөрчиллөө ({code})[: {changed|${passportFields.mn}}]`,
    en: `{actor} changed the service passport {passport:target} ({code})[: {changed|${passportFields.en}}]`,
  },
  'registry.service.delete': {
    mn: '{actor} {code} үйлчилгээний паспортыг устгалаа',
    en: '{actor} deleted the service passport {code}',
  },
  'registry.service.publish': {
    mn: '{actor} нь {passport:target} үйлчилгээний {version} дэх хувилбарыг нийтэллээ',
    en: '{actor} published version {version} of {passport:target}',
  },
  'registry.service.archive': {
    mn: '{actor} нь {passport:target} үйлчилгээг архивласан ({code})',
    en: '{actor} archived the service {passport:target} ({code})',
  },
  'registry.service.restore': {
    mn: '{actor} нь {passport:target} үйлчилгээг сэргээлээ ({code})',
    en: '{actor} restored the service {passport:target} ({code})',
  },
  'registry.service.evidences': {
    mn: '{actor} нь {passport:target} үйлчилгээний бүрдүүлэх баримтыг өөрчиллөө ({code})',
    en: '{actor} changed the evidences of {passport:target} ({code})',
  },
  'registry.evidence.create': {
    mn: '{actor} {code} баримтын төрөл нэмлээ',
    en: '{actor} added the kind of evidence {code}',
  },
  'registry.evidence.update': {
    mn: '{actor} {code} баримтын төрлийг өөрчиллөө',
    en: '{actor} changed the kind of evidence {code}',
  },
  'registry.evidence.delete': {
    mn: '{actor} {code} баримтын төрлийг устгалаа',
    en: '{actor} deleted the kind of evidence {code}',
  },
  'registry.life_event.create': {
    mn: '{actor} {code} амьдралын үйл явдал нэмлээ',
    en: '{actor} added the life event {code}',
  },
  'registry.life_event.update': {
    mn: '{actor} {code} үйл явдлыг өөрчиллөө',
    en: '{actor} changed the life event {code}',
  },
  'registry.life_event.delete': {
    mn: '{actor} {code} амьдралын үйл явдлыг устгалаа',
    en: '{actor} deleted the life event {code}',
  },
  'registry.life_event.steps': {
    mn: '{actor} {code} амьдралын үйл явдлын алхмыг өөрчиллөө',
    en: '{actor} changed the steps of the life event {code}',
  },
  'registry.demo.seed': {
    mn: 'Хоосон бүртгэлд жишээ {services} үйлчилгээ орууллаа',
    en: 'The demonstration catalogue was added with {services} services',
  },
  'relay.platform.create': {
    mn: '{actor} {code} системийг бүртгэлээ',
    en: '{actor} registered the platform {code}',
  },
  'relay.platform.update': {
    mn: `{actor} {code} системийн тохиргоог өөрчиллөө[: {changed|${platformFields.mn}}]`,
    en: `{actor} changed the platform {code}[: {changed|${platformFields.en}}]`,
  },
  'relay.platform.delete': {
    mn: '{actor} {code} системийг хаслаа',
    en: '{actor} removed the platform {code}',
  },
  'relay.platform.rotate_secret': {
    mn: '{actor} {code} системд шинэ нууц түлхүүр олголоо',
    en: '{actor} gave the platform {code} a new secret',
  },
  'relay.platform.pause': {
    mn: '{code} систем рүү илгээх ажлыг {paused|true=түр зогсоолоо|false=үргэлжлүүллээ}',
    en: 'Deliveries to the platform {code} were {paused|true=paused|false=resumed}',
  },
  'relay.platform.test': {
    mn: '{actor} {code} системтэй холбогдохыг шалгалаа[: {answer}]',
    en: '{actor} tested the connection to the platform {code}[: {answer}]',
  },
  'relay.route.create': {
    mn: '{actor} {service_code} үйлчилгээг {platform} систем рүү чиглүүллээ',
    en: '{actor} routed the service {service_code} to the platform {platform}',
  },
  'relay.route.delete': {
    mn: '{actor} {service_code} үйлчилгээг {platform} систем рүү чиглүүлэхээ болиулав',
    en: '{actor} removed the route of the service {service_code} to the platform {platform}',
  },
  'relay.request.ingest': {
    mn: '{service_code} үйлчилгээний хүсэлт ирж, хуваарилагдлаа[, эх сурвалж: {source}]',
    en: 'A request for the service {service_code} came in and was assigned[, from {source}]',
  },
  'relay.request.forward': {
    mn: 'Хүсэлтийг {platform} систем рүү дамжууллаа',
    en: 'A request was forwarded to the platform {platform}',
  },
  'relay.assignment.respond': {
    mn: 'Хуваарилсан ажилд хариу өглөө[: {status|done=биелсэн|rejected=татгалзсан}]',
    en: 'An assignment was answered[: {status|done=done|rejected=refused}]',
  },
  'relay.webhook.receive': {
    mn: '{source} системийн гарын үсэгтэй мессежийг хүлээн авлаа[: {event|responded=хариу|fulfilled=биелсэн|rejected=татгалзсан}]',
    en: 'A signed message of {source} was accepted[: {event|responded=an answer|fulfilled=fulfilled|rejected=refused}]',
  },
  'relay.webhook.reject': {
    mn: '{source} системийн давхардсан дугаартай мессежийг хүлээж авсангүй',
    en: 'A message of {source} repeated an id with another content, and was rejected',
  },
  'relay.delivery.replay': {
    mn: '{actor} зогссон {count} илгээлтийг дахин явууллаа',
    en: '{actor} sent {count} given-up deliveries again',
  },
  'relay.assignment.sweep': {
    mn: 'Хугацаа хэтэрсэн ажлуудад сануулга, шилжүүлэг хийлээ[, хэтэрсэн: {overdue}]',
    en: 'Deadlines of assignments passed[, overdue: {overdue}]',
  },
};
