import type { Sentences } from './template.ts';

export const webhookSentences: Sentences = {
  'application.webhook.create': {
    mn: '{actor} {client:application_id} аппликейшнд {host} хаягтай вебхук нэмлээ',
    en: '{actor} added a webhook at {host} to the application {client:application_id}',
  },
  'application.webhook.update': {
    mn: '{actor} {client:application_id} аппликейшний {host} хаягтай вебхукийг өөрчиллөө',
    en: '{actor} changed a webhook at {host} of the application {client:application_id}',
  },
  'application.webhook.delete': {
    mn: '{actor} {client:application_id} аппликейшний {host} хаягтай вебхукийг устгалаа',
    en: '{actor} deleted a webhook at {host} of the application {client:application_id}',
  },
  'application.webhook.secret.rotate': {
    mn: '{actor} {client:application_id} аппликейшний вебхукт шинэ нууц түлхүүр олголоо',
    en: '{actor} gave a webhook of the application {client:application_id} a new secret',
  },
  'application.webhook.pause': {
    mn: '{actor} {client:application_id} аппликейшний вебхукийг түр зогсоолоо',
    en: '{actor} paused a webhook of the application {client:application_id}',
  },
  'application.webhook.resume': {
    mn: '{actor} {client:application_id} аппликейшний вебхукийг үргэлжлүүллээ',
    en: '{actor} resumed a webhook of the application {client:application_id}',
  },
  'application.webhook.disable': {
    mn: '{client:application_id} аппликейшний вебхукийг систем унтраалаа[: {reason|failing=удаан хариу өгөөгүй|gone=хүлээн авагч татгалзсан}]',
    en: 'A webhook of the application {client:application_id} was disabled by the platform[: {reason|failing=it took nothing for long|gone=the receiver refused for good}]',
  },
  'application.webhook.test': {
    mn: '{actor} {client:application_id} аппликейшний вебхук руу туршилтын мэдээ илгээлээ',
    en: '{actor} sent a test message to a webhook of the application {client:application_id}',
  },
  'application.webhook.replay': {
    mn: '{actor} {client:application_id} аппликейшний вебхукийн {count} мэдээг дахин илгээхээр болголоо',
    en: '{actor} had {count} messages of a webhook of the application {client:application_id} sent again',
  },
};
