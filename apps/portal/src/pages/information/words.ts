import { defineWords } from '../../i18n/words.ts';

interface Part {
  id: string;
  title: string;
  text: string[];
  link?: { to: string; label: string };
}

interface Texts {
  title: string;
  lead: string;
  parts: Part[];
}

export type InformationKey = 'privacy' | 'accessibility' | 'terms';

export const informationWords = defineWords<Record<InformationKey, Texts>>(
  {
    privacy: {
      title: 'Хувийн мэдээллийн тухай',
      lead: 'Ямар мэдээллийг, юунд, хэр удаан ашигладгийг энд бичлээ.',
      parts: [
        {
          id: 'what',
          title: 'Юуг хадгалдаг вэ',
          text: [
            'Нэвтрэхэд: нэр, регистрийн дугаар, баримтын дугаар, гэрчилгээний мэдээлэл. PIN код, хувийн түлхүүр утсанд чинь үлдэнэ, бид хэзээ ч авдаггүй.',
            'Үйлчилгээнд: таны бөглөсөн хүсэлт, хавсаргасан файл, төлбөр, цаг захиалга. Файл бүрийг тусад нь шифрлэж хадгална.',
          ],
        },
        {
          id: 'who',
          title: 'Хэн хардаг вэ',
          text: [
            'Таны хүсэлтийг шийдэх байгууллагын эрх бүхий ажилтан л харна. Хэн, хэзээ, юуг үзсэн нь бүртгэгдэж танд харагдана.',
            'Өөр аппликейшнд нэвтрэхэд зөвхөн таны зөвшөөрсөн мэдээлэл очно. Зөвшөөрлөө хэзээ ч цуцалж болно.',
          ],
          link: { to: '/profile', label: 'Миний мэдээллийг хэн үзсэн бэ' },
        },
        {
          id: 'cookies',
          title: 'Күүки',
          text: ['Нэвтрэлтийг барихад хэрэгтэй күүкиг л ашиглана. Мөрдөх, сурталчлах күүки байхгүй.'],
        },
      ],
    },
    accessibility: {
      title: 'Хүртээмжийн мэдэгдэл',
      lead: 'Хүн бүр энэ сайтыг ашиглаж чаддаг байх ёстой.',
      parts: [
        {
          id: 'standard',
          title: 'Бид юуг баримталдаг вэ',
          text: [
            'WCAG 2.2-ын AA түвшин. Хуудас бүрийг гэрэлтэй, харанхуй өнгөөр, монгол, англи хэлээр автоматаар шалгадаг.',
            'Зөвхөн гараар, дэлгэц уншигчаар, 400 хувь томруулж, 320 цэгийн өргөн дэлгэцээр ажиллах боломжтой.',
          ],
        },
        {
          id: 'limits',
          title: 'Мэдэгдэж байгаа дутагдал',
          text: [
            'Байгууллагын оруулсан PDF файл дэлгэц уншигчид тохирсон эсэхийг бид баталж чадахгүй. Тохиромжтой хувилбарыг тухайн байгууллагаас нь хүсээрэй.',
          ],
        },
      ],
    },
    terms: {
      title: 'Ашиглах нөхцөл',
      lead: 'Сайтыг ашиглахад мөрдөх цөөн дүрэм.',
      parts: [
        {
          id: 'signature',
          title: 'PIN2 бол гарын үсэг',
          text: [
            'PIN2-оор баталсан баримт таны гараар зурсан гарын үсэгтэй адил хүчинтэй. Утсан дээрх код дэлгэц дээрхтэй таарч байгааг үргэлж шалгаарай.',
          ],
        },
        {
          id: 'true-data',
          title: 'Үнэн мэдээлэл',
          text: [
            'Хүсэлтэд бичсэн мэдээллийнхээ үнэн зөвийг та хариуцна. Илгээхийн өмнө хариултуудаа шалгах хуудас гарна.',
          ],
        },
        {
          id: 'availability',
          title: 'Ажиллагаа',
          text: ['Саатал, төлөвлөсөн засварыг бүх хуудасны дээд хэсэгт болон төлөвийн хуудсанд мэдэгдэнэ.'],
          link: { to: '/status', label: 'Системийн төлөв' },
        },
      ],
    },
  },
  {
    privacy: {
      title: 'Privacy',
      lead: 'Which data we use, for what, and who sees it.',
      parts: [
        {
          id: 'what',
          title: 'What we keep',
          text: [
            'For signing in: your name, register number, document number and certificate details. Your PIN and private key stay on your phone; we never receive them.',
            'For services: your applications, the files you attach, payments and appointments. Each file is encrypted with a key of its own.',
          ],
        },
        {
          id: 'who',
          title: 'Who sees it',
          text: [
            'Only officers of the authority that decides your application. Who looked at what, and when, is recorded and shown to you.',
            'Other applications that you sign in to receive only what you allowed. You can withdraw that at any time.',
          ],
          link: { to: '/profile', label: 'Who looked at my data' },
        },
        {
          id: 'cookies',
          title: 'Cookies',
          text: [
            'We use only the cookies that keep you signed in. There are no cookies for tracking or advertising.',
          ],
        },
      ],
    },
    accessibility: {
      title: 'Accessibility statement',
      lead: 'Everybody must be able to use this site.',
      parts: [
        {
          id: 'standard',
          title: 'What we follow',
          text: [
            'WCAG 2.2 at level AA. Every page is checked automatically in light and dark colours and in both languages.',
            'The site works with the keyboard alone, with a screen reader, at a zoom of 400 %, and on screens 320 points wide.',
          ],
        },
        {
          id: 'limits',
          title: 'What we know is missing',
          text: [
            'We cannot promise that PDF files provided by authorities suit screen readers. Ask the authority for a version that does.',
          ],
        },
      ],
    },
    terms: {
      title: 'Terms of use',
      lead: 'The few rules of this site.',
      parts: [
        {
          id: 'signature',
          title: 'PIN2 is your signature',
          text: [
            'A document confirmed with PIN2 is as valid as one signed by hand. Always compare the code on the phone with the code on the screen.',
          ],
        },
        {
          id: 'true-data',
          title: 'True statements',
          text: [
            'You answer for what you state in an application. A page lets you check your answers before you send them.',
          ],
        },
        {
          id: 'availability',
          title: 'Availability',
          text: [
            'Disruptions and planned maintenance are announced at the top of every page and on the status page.',
          ],
          link: { to: '/status', label: 'Status of the platform' },
        },
      ],
    },
  },
);

export const statusWords = defineWords(
  {
    title: 'Системийн төлөв',
    lead: 'Одоогийн саатал, төлөвлөсөн засвар.',
    fine: 'Мэдэгдсэн саатал, төлөвлөсөн засвар алга.',
    unreachable: 'Сервер хариу өгөхгүй байна. Хэдэн минутын дараа дахин үзнэ үү.',
  },
  {
    title: 'Status of the platform',
    lead: 'Disruptions of now and planned maintenance.',
    fine: 'There is no known disruption and no planned maintenance.',
    unreachable: 'The server does not answer. Look again in a few minutes.',
  },
);
