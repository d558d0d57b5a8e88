import type { StepBody } from '../schemas.ts';

/** A step with a service names its code. */
export type DemoStep = Omit<StepBody, 'id' | 'service_id'> & { service?: string };

/** Steps by the code of their event. */
export const guides: Readonly<Record<string, readonly DemoStep[]>> = {
  BIRTH: [
    {
      how: 'automatic',
      title: 'Эмнэлэг төрөлтийг мэдэгдэнэ',
      title_en: 'The hospital reports the birth',
      body: 'Төрсөн эмнэлэг хүүхдийн төрөлтийг иргэний бүртгэлд илгээнэ. Та юу ч хийх шаардлагагүй.',
      body_en:
        'The maternity hospital sends the birth to the civil register. You do not need to do anything.',
    },
    {
      how: 'in_person',
      title: 'Хүүхдэдээ нэр өгч, төрсний бүртгэл хийлгэх',
      title_en: 'Name your child and register the birth',
      body: 'Эцэг, эхийн аль нэг нь иргэний үнэмлэхтэйгээ улсын бүртгэлийн хэлтэст очно. Эмнэлгийн мэдээлэл тэнд ирсэн байна.',
      body_en:
        'One parent visits the state registration office with an identity card. The report of the hospital is already there.',
    },
    {
      service: 'MN-0133-004',
      body: 'Цэцэрлэг, ажил олгогч, гадаадын байгууллага шаардвал авна.',
      body_en: 'Get it when a kindergarten, an employer or a foreign authority asks for it.',
    },
    {
      how: 'automatic',
      title: 'Хүүхэд эрүүл мэндийн даатгалд хамрагдана',
      title_en: 'Your child gets health insurance',
      body: 'Хүүхдийн шимтгэлийг төр төлдөг тул бүртгэл хийгдмэгц даатгал үйлчилнэ.',
      body_en: 'The state pays for children, so the insurance begins with the registration.',
    },
    {
      how: 'in_person',
      title: 'Хүүхдийн тэтгэмж хүсэх',
      title_en: 'Ask for the child benefit',
      body: 'Харьяа хороо, сумын халамжийн ажилтанд хандана. Данснаас өөр зүйл хэрэггүй.',
      body_en: 'Visit the welfare officer of your khoroo or sum. You only need a bank account number.',
    },
  ],
  MOVING: [
    {
      how: 'in_person',
      title: 'Шинэ хаягаа бүртгүүлэх',
      title_en: 'Register your new address',
      body: 'Шинэ хаягийнхаа хороо, багт иргэний үнэмлэхтэйгээ очно. Байр түрээсэлсэн бол эзэмшигч нь зөвшөөрнө.',
      body_en:
        'Visit the khoroo or bag of the new address with your identity card. If you rent, the owner gives consent.',
    },
    {
      how: 'automatic',
      title: 'Төрийн байгууллагууд шинэ хаягийг тань мэдэнэ',
      title_en: 'Authorities learn your new address',
      body: 'Татвар, даатгал, сонгуулийн бүртгэл хаягийг мэдээлэл солилцооноос авна.',
      body_en: 'Tax, insurance and the electoral roll take the address from the state data exchange.',
    },
    {
      service: 'MN-0133-002',
      body: 'Банк, сургууль хаягийн баримт шаардвал авна.',
      body_en: 'Get it when a bank or a school asks for proof of your address.',
    },
    {
      service: 'MN-0133-001',
      body: 'Аймаг, нийслэл сольсон эсвэл үнэмлэхийн хугацаа дуусах гэж байвал захиална.',
      body_en: 'Order a new card if you moved to another province or your card expires soon.',
    },
    {
      how: 'in_person',
      title: 'Өрхийн эмнэлэг, сургууль, цэцэрлэгээ солих',
      title_en: 'Change your family clinic, school and kindergarten',
      body: 'Шинэ харьяаллын эмнэлэг, сургуульд ханд. Хаягийн лавлагаа шаардахгүй, бүртгэлээс харна.',
      body_en: 'Visit the clinic and the school near you. They see your address in the register.',
    },
  ],
  BIZ_START: [
    {
      how: 'online',
      title: 'Компанийн нэрээ шалгах',
      title_en: 'Check the name of your company',
      body: 'Нэр давхцаж байгаа эсэхийг хуулийн этгээдийн бүртгэлээс хараарай. Дараагийн алхамд нэрээ бичнэ.',
      body_en: 'See in the register of legal entities whether the name is free. You give it in a later step.',
    },
    {
      service: 'MN-0112-001',
      body: 'Үүсгэн байгуулагч татварын өргүй байх ёстой.',
      body_en: 'Founders must owe no tax.',
    },
    {
      service: 'MN-0411-001',
      body: 'Гэрчилгээ гарахад компани тань үүснэ.',
      body_en: 'The company exists when the certificate is issued.',
    },
    {
      how: 'automatic',
      title: 'Татвар төлөгчөөр бүртгэгдэнэ',
      title_en: 'The tax authority registers the company',
      body: 'Улсын бүртгэл шинэ компанийг татварын албанд мэдэгдэнэ.',
      body_en: 'The state register reports the new company to the tax authority.',
    },
    {
      how: 'in_person',
      title: 'Банкинд данс нээх',
      title_en: 'Open a bank account',
      body: 'Сонгосон банкандаа гэрчилгээтэйгээ очно.',
      body_en: 'Visit the bank of your choice with the certificate.',
    },
  ],
};
