import { defineErrors } from '../../../kernel/http/errors.ts';

export const errors = defineErrors({
  request_closed: {
    status: 409,
    mn: 'Энэ хүсэлт хаагдсан тул гарын үсэг зурах боломжгүй.',
    en: 'This request is closed; it can no longer be signed or changed.',
  },
  not_your_turn: {
    status: 409,
    mn: 'Таны ээлж хараахан болоогүй байна. Ээлж ирэхэд танд мэдэгдэнэ.',
    en: 'It is not your turn yet. You will be notified when it is.',
  },
  already_answered: {
    status: 409,
    mn: 'Та энэ хүсэлтэд аль хэдийн хариу өгсөн байна.',
    en: 'You have already signed or declined.',
  },
  document_not_seen: {
    status: 409,
    mn: 'Эхлээд баримтыг одоогийн байдлаар нь нээж уншина уу. Таныг уншсаны дараа өөр хүн гарын үсэг зурсан байж болно.',
    en: 'Open and read the document as it is now, then sign it. Somebody may have signed it since you read it.',
  },
  signing_busy: {
    status: 409,
    mn: 'Яг одоо өөр хүн гарын үсэг зурж байна. Түүнийг дуусмагц дахин оролдоно уу.',
    en: 'Somebody else is signing at this moment. Try again as soon as they have finished.',
  },
  timestamp_missing: {
    status: 503,
    mn: 'Өмнөх гарын үсэгт цагийн тэмдэг хараахан аваагүй байна. Хэдэн минутын дараа дахин оролдоно уу.',
    en: 'The signature before yours has no timestamp yet. Try again in a few minutes.',
  },
  too_many_requests: {
    status: 409,
    mn: 'Таны илгээсэн нээлттэй хүсэлт хэт олон эсвэл хэт том байна. Заримыг нь дуусгаад эсвэл буцаагаад дахин оролдоно уу.',
    en: 'You have too many open requests, or too large ones. Wait for some to finish, or withdraw one.',
  },
  reminded_recently: {
    status: 409,
    mn: 'Та саяхан сануулсан байна. Дараагийн сануулгыг өдөрт нэг удаа илгээнэ.',
    en: 'You reminded them recently. You can send one reminder a day.',
  },
});
