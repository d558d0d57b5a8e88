import { defineWords } from '../../i18n/words.ts';

/** Words about data that an agency gives instead of a paper. */
export const factWords = defineWords(
  {
    offer: (agency: string) => `Энэ мэдээлэл төрд бий: ${agency}. Цаас олж ирэх шаардлагагүй.`,
    ask: 'Байгууллагаас авах',
    withTitle: (action: string, title: string) => `${action}: ${title}`,
    orUpload: 'Эсвэл бичиг баримтаа өөрөө хавсаргана уу:',
    consent: {
      title: 'Байгууллагаас таны мэдээллийг асуух уу?',
      agency: 'Хэнээс',
      what: 'Юуг',
      why: 'Ямар үйлчилгээнд',
      when: 'Хариу өгөх хугацаа',
      minutes: (count: number) => `${count} минут хүртэл`,
      effect:
        'Бид таны иргэний дугаарыг энэ байгууллагад илгээнэ. Хариуг эхлээд та үзээд, ашиглах эсэхээ шийднэ. Таны зөвшөөрөл, асуулт таны хандалтын түүхэнд бичигдэнэ.',
      agree: 'Зөвшөөрч, асуух',
    },
    waiting: (agency: string) => `Хариу хүлээж байна: ${agency}.`,
    left: (clock: string) => `Хариу өгөхөд үлдсэн: ${clock}`,
    leave: 'Та хуудаснаас гарч болно. Хариу ирэхэд мэдэгдэл очно.',
    late: (agency: string) =>
      `${agency} хугацаандаа хариулсангүй. Хүлээж болно, эсвэл бичиг баримтаа хавсаргаж үргэлжлүүлнэ үү.`,
    stop: 'Хүлээхээ болих',
    answered: (agency: string) => `${agency} хариулсан. Үзээд, ашиглах эсэхээ шийднэ үү.`,
    use: 'Үүнийг ашиглах',
    refuse: 'Ашиглахгүй, устгах',
    accepted: 'Энэ хариуг хүсэлттэй хамт илгээнэ.',
    until: (moment: string) => `${moment} хүртэл илгээгээгүй бол хариуг устгана.`,
    failed: {
      agency_refused: (agency: string) => `${agency} энэ мэдээллийг өгөх боломжгүй гэж хариулсан.`,
      other_person: (agency: string) =>
        `${agency} өөр хүний тухай хариулсан тул хариуг нь хүлээж авсангүй. Аюулгүй байдлын баг мэдсэн.`,
      unreadable: (agency: string) => `Байгууллагын хариуг унших боломжгүй байна: ${agency}.`,
    },
    failedNext: 'Бичиг баримтаа хавсаргах, эсвэл дахин асууна уу.',
    expired: 'Өмнөх хариуг хугацаандаа ашиглаагүй тул устгасан.',
    askAgain: 'Дахин асуух',
    source: (agency: string, moment: string) => `Байгууллагаас авсан: ${agency}, ${moment}`,
    uploaded: 'Өргөдөл гаргагч хавсаргасан',
    uploadedBy: (name: string) => `${name} хавсаргасан`,
    uploadedFor: 'Өргөдөл гаргагчийн нэрийн өмнөөс хавсаргасан',
    receipt: 'Баримтын дижест',
    request: 'Релейн хүсэлт',
    said: {
      refused: 'Хариуг устгалаа. Бичиг баримтаа хавсаргана уу.',
      withdrawn: 'Хүлээхээ болилоо. Бичиг баримтаа хавсаргана уу.',
    },
    codes: {
      fact_gone: 'Хариуг ашиглах боломжгүй болсон байна. Дахин асуух, эсвэл бичиг баримтаа хавсаргана уу.',
    } as Record<string, string>,
  },
  {
    offer: (agency) => `${agency} has this on record. You do not need to bring a paper.`,
    ask: 'Get it from the agency',
    withTitle: (action, title) => `${action}: ${title}`,
    orUpload: 'Or attach the paper yourself:',
    consent: {
      title: 'Ask the agency for your data?',
      agency: 'Who is asked',
      what: 'For what',
      why: 'For which service',
      when: 'Time to answer',
      minutes: (count) => `up to ${count} minutes`,
      effect:
        'We send your civil number to this agency. You see the answer first and decide whether it is used. Your agreement and the question stand in your access log.',
      agree: 'Agree and ask',
    },
    waiting: (agency) => `Waiting for the answer of ${agency}.`,
    left: (clock) => `Time left to answer: ${clock}`,
    leave: 'You can leave this page. A notification tells you when the answer is here.',
    late: (agency) =>
      `${agency} did not answer in time. You can keep waiting, or attach the paper and go on.`,
    stop: 'Stop waiting',
    answered: (agency) => `${agency} has answered. Look at it and decide whether to use it.`,
    use: 'Use this',
    refuse: 'Do not use it, erase it',
    accepted: 'This answer is sent with your application.',
    until: (moment) => `It is erased if you have not applied by ${moment}.`,
    failed: {
      agency_refused: (agency) => `${agency} answered that it cannot give this.`,
      other_person: (agency) =>
        `${agency} answered about another person, so the answer was refused. The security team has been told.`,
      unreadable: (agency) => `The answer of ${agency} cannot be read.`,
    },
    failedNext: 'Attach the paper, or ask again.',
    expired: 'The earlier answer was not used in time and has been erased.',
    askAgain: 'Ask again',
    source: (agency, moment) => `Fetched from ${agency} on ${moment}`,
    uploaded: 'Uploaded by the applicant',
    uploadedBy: (name) => `Uploaded by ${name}`,
    uploadedFor: 'Uploaded in the name of the applicant',
    receipt: 'Digest of the receipt',
    request: 'Request of the relay',
    said: {
      refused: 'The answer was erased. Attach the paper.',
      withdrawn: 'You are no longer waiting. Attach the paper.',
    },
    codes: {
      fact_gone: 'An answer of an agency can no longer be used. Ask again, or attach the paper.',
    },
  },
);
