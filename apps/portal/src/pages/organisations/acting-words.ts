import { defineWords } from '../../i18n/words.ts';

export const actingWords = defineWords(
  {
    heading: 'Хэн нэрийн өмнөөс нь үйлдэл хийх вэ',
    lead: 'Зөвхөн улсын бүртгэлд төлөөлөгчөөр нэрлэгдсэн хүн, эсвэл түүний томилсон хүн байгууллагын нэрийн өмнөөс хүсэлт гаргаж, төлж, цаг захиалж, гарын үсэг зурна.',
    can: 'Та энэ байгууллагын нэрийн өмнөөс үйлдэл хийж болно.',
    byRegister: 'Улсын бүртгэл таныг төлөөлөгчөөр нэрлэсэн.',
    byAppointment: 'Улсын бүртгэлд нэрлэгдсэн төлөөлөгч таныг томилсон.',
    blocked: {
      unproven:
        'Одоогоор хэн ч үйлдэл хийх эрхгүй: энэ байгууллагыг төлөөлдгөө хэн ч нотлоогүй. Та төлөөлдөг бол eID-аар хүлээн авна уу.',
      nobody_named:
        'Одоогоор хэн ч үйлдэл хийх эрхгүй: улсын бүртгэл гишүүдээс хэнийг ч төлөөлөгчөөр нэрлэхгүй байна. Одоогийн төлөөлөгч нь хүлээн авна.',
      unconfirmed:
        'Одоогоор хэн ч үйлдэл хийх эрхгүй: улсын бүртгэлийг сүүлд шалгаснаас хойш хэт удсан байна. Дахин шалгана уу.',
      not_appointed:
        'Та үйлдэл хийх эрхгүй: улсын бүртгэлд нэрлэгдсэн төлөөлөгч таныг томилоогүй байна. Эзэмшигчээс хүснэ үү.',
    },
    checked: (time: string) => `Улсын бүртгэлийг сүүлд шалгасан: ${time}`,
    neverChecked: 'Улсын бүртгэлийг хараахан шалгаагүй.',
    takeOver: 'Төлөөлөгчөөр хүлээн авах',
    takeOverHint:
      'eID болон улсын бүртгэлээс шалгана. Та нэрлэгдсэн бол шууд эзэмшигч болно; бусдын үүрэг гишүүн болно.',
    check: 'Дахин шалгах',
    taken: 'Та төлөөлөгч нь болох нь баталгаажлаа. Одоо эзэмшигч нь боллоо.',
    again: 'Улсын бүртгэлийг дахин шалгалаа.',
    notNamed: 'Улсын бүртгэл таныг энэ байгууллагын төлөөлөгчөөр нэрлээгүй байна.',
    right: 'Үйлдэл хийх эрх',
    named: (date: string) => `Улсын бүртгэлээр, ${date}-с`,
    appointed: (name: string, date: string) => (name ? `${name} томилсон, ${date}` : `Томилсон: ${date}`),
    none: 'Эрхгүй',
  },
  {
    heading: 'Who can act for it',
    lead: 'Only a person whom the state register names as a representative, or somebody whom such a person appointed, can apply, pay, book and sign in the name of the organisation.',
    can: 'You can act for this organisation.',
    byRegister: 'The state register names you as its representative.',
    byAppointment: 'A representative whom the state register names has appointed you.',
    blocked: {
      unproven:
        'Nobody can act at present because nobody has proven that they represent the organisation. If you do, take it over with eID.',
      nobody_named:
        'Nobody can act at present because the state register names none of the members as a representative. Its present representative can take over.',
      unconfirmed:
        'Nobody can act at present because the last answer of the state register is too old. Check again.',
      not_appointed:
        'You cannot act because no representative whom the state register names has appointed you. Ask the owner.',
    },
    checked: (time) => `State register last checked: ${time}`,
    neverChecked: 'The state register has not been checked yet.',
    takeOver: 'Take over as representative',
    takeOverHint:
      'We ask your eID and the state register. If it names you, you become the owner immediately; the others become members.',
    check: 'Check again',
    taken: 'It is confirmed that you represent the organisation. You are now its owner.',
    again: 'The state register has been checked again.',
    notNamed: 'The state register does not name you as a representative of this organisation.',
    right: 'Right to act',
    named: (date) => `By the state register, since ${date}`,
    appointed: (name, date) => (name ? `Appointed by ${name}, ${date}` : `Appointed on ${date}`),
    none: 'None',
  },
);
