import type { PlainField } from '../form-schema.ts';
import { collectIdentityCard, collectLicence, pickUp } from './collecting.ts';
import {
  choiceField,
  consent,
  dateField,
  email,
  formOf,
  listRequired,
  longText,
  neededWhen,
  phone,
  province,
  registerNumber,
  requiredPaper,
  say,
  section,
  textField,
  wholeNumber,
} from './fields.ts';

const contact = say('Холбоо барих', 'Contact');
const confirmation = say('Баталгаажуулалт', 'Confirmation');
const declared = consent(
  say('Мэдээлэл үнэн зөв болохыг баталж байна.', 'I declare that what I have written is true.'),
);
const photo = requiredPaper('photo', say('Цээж зураг', 'Photo'), {
  'x-help': say(
    'Сүүлийн зургаан сард авахуулсан, цайвар дэвсгэртэй 3×4 зураг.',
    'Taken within the last six months, 3×4 cm, on a light background.',
  ),
  accepts: ['image/jpeg', 'image/png'],
});
const signedApplication = requiredPaper('application', say('Өргөдөл', 'Signed application'), {
  'x-help': say(
    'Гарын үсгээ зураад зураг эсвэл PDF болгож хавсаргана.',
    'Sign it, then attach a scan or photo.',
  ),
});
const idCopy = requiredPaper('id_card', say('Иргэний үнэмлэхийн лавлагаа', 'Identity card extract'));
const residence = requiredPaper('residence', say('Оршин суугаа хаягийн лавлагаа', 'Proof of residence'));

export const identityCardForm = formOf(
  [
    section(say('Захиалга', 'Order'), {
      reason: choiceField(say('Захиалах шалтгаан', 'Reason'), {
        first: say('Анх удаа авах', 'My first card'),
        expired: say('Хугацаа дууссан', 'The old one expired'),
        lost: say('Хаясан, үрэгдүүлсэн', 'Lost or stolen'),
        damaged: say('Гэмтсэн', 'Damaged'),
        changed: say('Мэдээлэл өөрчлөгдсөн', 'My details changed'),
      }),
      previous_number: textField(say('Өмнөх үнэмлэхийн дугаар', 'Number of the previous card'), 20, {
        pattern: '^[A-Z0-9]{6,20}$',
        'x-pattern-help': say('6–20 латин том үсэг, тоо', 'Six to twenty capital Latin letters and digits'),
        ...neededWhen('reason', 'expired', 'damaged', 'changed'),
      }),
    }),
    section(
      say('Хаясан, гэмтсэн нөхцөл', 'Loss or damage'),
      {
        circumstances: longText(say('Яаж хаясан, гэмтээсэн', 'How it was lost or damaged'), {
          minLength: 1,
          'x-required': true,
        }),
      },
      { field: 'reason', is: ['lost', 'damaged'] },
    ),
    section(say('Хувийн мэдээлэл', 'Personal details'), {
      last_name: textField(say('Эцэг (эх)-ийн нэр', 'Last name'), 100, { 'x-prefill': 'last_name' }),
      first_name: textField(say('Нэр', 'First name'), 100, { 'x-prefill': 'first_name' }),
      register_number: registerNumber(say('Регистрийн дугаар', 'Register number'), {
        'x-prefill': 'national_id',
      }),
      birth_date: dateField(say('Төрсөн огноо', 'Date of birth'), {
        'x-prefill': 'birth_date',
        'x-birth-of': 'register_number',
        'x-earliest': '1900-01-01',
        'x-latest': 'today',
      }),
      height_cm: wholeNumber(say('Өндөр', 'Height'), 40, 250, { 'x-unit': say('см', 'cm') }),
      blood_type: choiceField(say('Цусны бүлэг', 'Blood type'), {
        O: say('O (I)', 'O (I)'),
        A: say('A (II)', 'A (II)'),
        B: say('B (III)', 'B (III)'),
        AB: say('AB (IV)', 'AB (IV)'),
        unknown: say('Мэдэхгүй', 'I do not know'),
      }),
    }),
    section(say('Оршин суугаа хаяг', 'Home address'), {
      province,
      district: textField(say('Сум, дүүрэг', 'District'), 100),
      address: textField(say('Баг, хороо, гудамж, тоот', 'Subdistrict, street and number'), 300),
    }),
    section(contact, { phone, email, collect_at: pickUp }),
    section(confirmation, {
      biometrics: consent(
        say('Хурууны хээ, зураг өгөхийг зөвшөөрч байна.', 'I agree to give my fingerprints and photo.'),
      ),
      declared,
    }),
  ],
  {
    optional: ['email', 'height_cm', 'blood_type'],
    papers: [
      photo,
      residence,
      requiredPaper('birth_record', say('Төрсний бүртгэлийн лавлагаа', 'Birth record extract'), {
        evidence: 'EV_BIRTH_CERT',
        'x-when': { field: 'reason', is: ['first'] },
      }),
    ],
    collect: collectIdentityCard,
  },
);

const founder = {
  name: textField(say('Нэр', 'Name'), 200),
  citizenship: choiceField(say('Харьяалал', 'Citizenship'), {
    mn: say('Монгол', 'Mongolian'),
    foreign: say('Гадаад', 'Foreign'),
  }),
  register_number: registerNumber(
    say('Регистрийн дугаар', 'Register number'),
    neededWhen('citizenship', 'mn'),
  ),
  passport_number: textField(say('Паспортын дугаар', 'Passport number'), 20, {
    pattern: '^[A-Z0-9]{5,20}$',
    'x-pattern-help': say('5–20 латин том үсэг, тоо', 'Five to twenty capital Latin letters and digits'),
    ...neededWhen('citizenship', 'foreign'),
  }),
  share_percent: {
    type: 'number',
    'x-title': say('Эзлэх хувь', 'Share'),
    minimum: 0.01,
    maximum: 100,
    'x-unit': say('%', '%'),
  },
} satisfies Record<string, PlainField>;

export const companyForm = formOf(
  [
    section(say('Хуулийн этгээд', 'The company'), {
      name: textField(say('Нэр', 'Name in Mongolian'), 200, {
        'x-help': say('Хэлбэрийг нь оролцуулахгүй бичнэ.', 'Without its legal form.'),
      }),
      name_latin: textField(say('Латин нэр', 'Name in Latin letters'), 200, {
        pattern: '^[A-Za-z0-9 .&-]{2,200}$',
        'x-pattern-help': say('Латин үсэг, тоо', 'Latin letters and digits'),
      }),
      legal_form: choiceField(
        say('Хэлбэр', 'Legal form'),
        {
          llc: say('Хязгаарлагдмал хариуцлагатай компани', 'Limited liability company'),
          jsc: say('Хувьцаат компани', 'Joint-stock company'),
          partnership: say('Нөхөрлөл', 'Partnership'),
          cooperative: say('Хоршоо', 'Cooperative'),
        },
        { 'x-widget': 'radio' },
      ),
      activity: choiceField(say('Үндсэн үйл ажиллагаа', 'Main activity'), {
        trade: say('Худалдаа', 'Trade'),
        services: say('Үйлчилгээ', 'Services'),
        technology: say('Мэдээллийн технологи', 'Information technology'),
        construction: say('Барилга', 'Construction'),
        agriculture: say('Хөдөө аж ахуй', 'Agriculture'),
        mining: say('Уул уурхай', 'Mining'),
        transport: say('Тээвэр', 'Transport'),
        other: say('Бусад', 'Other'),
      }),
      activity_details: longText(say('Үйл ажиллагааны тайлбар', 'What it will do'), {
        minLength: 1,
        ...neededWhen('activity', 'other'),
      }),
      capital: wholeNumber(say('Дүрмийн сан', 'Share capital'), 0, 1_000_000_000_000, {
        'x-unit': say('₮', 'MNT'),
      }),
    }),
    section(say('Хаяг', 'Address'), {
      province,
      district: textField(say('Сум, дүүрэг', 'District'), 100),
      address: textField(say('Баг, хороо, гудамж, тоот', 'Subdistrict, street and number'), 300),
    }),
    section(say('Үүсгэн байгуулагчид', 'Founders'), {
      founders: {
        type: 'array',
        'x-title': say('Үүсгэн байгуулагчид', 'Founders'),
        'x-help': say('Эзлэх хувийн нийлбэр 100 байна.', 'Shares add up to 100.'),
        'x-entry-title': say('Үүсгэн байгуулагч', 'Founder'),
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          properties: founder,
          required: listRequired(founder),
          additionalProperties: false,
          'x-order': Object.keys(founder),
        },
      },
    }),
    section(say('Гүйцэтгэх удирдлага', 'Director'), {
      director_name: textField(say('Захирлын нэр', "Director's name"), 200),
      director_register_number: registerNumber(
        say('Захирлын регистрийн дугаар', "Director's register number"),
      ),
      starts_on: dateField(say('Үйл ажиллагаа эхлэх огноо', 'When it begins to work'), {
        'x-earliest': 'today',
        'x-latest': 'today+P1Y',
      }),
    }),
    section(contact, { phone, email }),
    section(confirmation, {
      pulls_tax: consent(
        say(
          'Татварын тодорхойлолтыг төрийн сангаас татахыг зөвшөөрч байна.',
          'I agree that my tax clearance is taken from the state database.',
        ),
      ),
      declared,
    }),
  ],
  { optional: ['email'], papers: [idCopy, residence, signedApplication] },
);

export const drivingForm = formOf(
  [
    section(say('Үнэмлэх', 'Licence'), {
      licence_number: textField(say('Одоогийн үнэмлэхийн дугаар', 'Number of the present licence'), 10, {
        pattern: '^[0-9]{6,10}$',
        'x-pattern-help': say('6–10 орон', 'Six to ten digits'),
      }),
      category: choiceField(say('Ангилал', 'Category'), {
        A: say('A – мотоцикл', 'A – motorcycle'),
        B: say('B – суудлын автомашин', 'B – car'),
        C: say('C – ачааны автомашин', 'C – lorry'),
        D: say('D – автобус', 'D – bus'),
      }),
      expires_on: dateField(say('Дуусах огноо', 'Expires on'), {
        'x-earliest': 'today-P10Y',
        'x-latest': 'today+P1Y',
      }),
    }),
    section(say('Эрүүл мэндийн үзлэг', 'Medical examination'), {
      clinic: textField(say('Эмнэлгийн нэр', 'Clinic'), 200),
      examined_on: dateField(say('Үзлэгт орсон огноо', 'Examined on'), {
        'x-help': say('Сүүлийн 12 сарын дотор.', 'Within the last 12 months.'),
        'x-earliest': 'today-P12M',
        'x-latest': 'today',
      }),
      wears_glasses: { type: 'boolean', 'x-title': say('Нүдний шилтэй жолооддог', 'I drive with glasses') },
    }),
    section(contact, { phone, collect_at: pickUp }),
    section(confirmation, { declared }),
  ],
  {
    optional: ['wears_glasses'],
    papers: [
      requiredPaper('medical_certificate', say('Эрүүл мэндийн үзлэгийн дүгнэлт', 'Medical certificate')),
      photo,
    ],
    collect: collectLicence,
  },
);

export const marriageForm = formOf(
  [
    section(say('Гэрлэгчид', 'The couple'), {
      partner_last_name: textField(say('Гэрлэгчийн эцэг (эх)-ийн нэр', "Partner's last name"), 100),
      partner_first_name: textField(say('Гэрлэгчийн нэр', "Partner's first name"), 100),
      partner_register_number: registerNumber(
        say('Гэрлэгчийн регистрийн дугаар', "Partner's register number"),
      ),
      family_name: textField(say('Гэр бүлийн нэр', 'Family name after the marriage'), 100),
    }),
    section(say('Ёслол', 'Ceremony'), {
      wanted_on: dateField(say('Хүссэн огноо', 'Preferred date'), {
        'x-earliest': 'today+P1D',
        'x-latest': 'today+P1Y',
      }),
      place: choiceField(
        say('Газар', 'Place'),
        {
          palace: say('Гэрлэх ёслолын ордон', 'Wedding palace'),
          office: say('Бүртгэлийн хэлтэс', 'Registry office'),
        },
        { 'x-widget': 'radio' },
      ),
      witnesses: longText(say('Гэрч нарын нэр', 'Names of witnesses'), {
        minLength: 1,
        ...neededWhen('place', 'palace'),
      }),
    }),
    section(contact, { phone }),
    section(confirmation, {
      free_will: consent(say('Сайн дурын үндсэн дээр гэрлэж байна.', 'We marry of our own free will.')),
      declared,
    }),
  ],
  { optional: ['family_name'], papers: [signedApplication, photo] },
);

export const criminalRecordForm = formOf(
  [
    section(say('Хаана хэрэглэх', 'What it is for'), {
      purpose: choiceField(say('Зориулалт', 'Purpose'), {
        work: say('Ажилд орох', 'Employment'),
        study: say('Суралцах', 'Study'),
        visa: say('Виз, оршин суух зөвшөөрөл', 'Visa or residence permit'),
        adoption: say('Хүүхэд үрчлэх', 'Adoption'),
        other: say('Бусад', 'Other'),
      }),
      purpose_details: textField(
        say('Зориулалтаа бичнэ үү', 'What you need it for'),
        200,
        neededWhen('purpose', 'other'),
      ),
      receiver: textField(say('Хүлээн авах байгууллага', 'Who will receive it'), 200),
      language: choiceField(
        say('Хэл', 'Language'),
        { mn: say('Монгол', 'Mongolian'), en: say('Англи', 'English') },
        { 'x-widget': 'radio' },
      ),
    }),
    section(contact, { phone }),
    section(confirmation, { declared }),
  ],
  { optional: ['receiver'], papers: [signedApplication] },
);

export const pensionForm = formOf(
  [
    section(say('Тэтгэвэр', 'Pension'), {
      kind: choiceField(
        say('Төрөл', 'Kind'),
        {
          old_age: say('Өндөр насны', 'Old age'),
          disability: say('Тахир дутуугийн', 'Disability'),
          survivor: say('Тэжээгчээ алдсаны', "Survivor's"),
        },
        { 'x-widget': 'radio' },
      ),
      insured_years: wholeNumber(say('Шимтгэл төлсөн жил', 'Years insured'), 0, 60, {
        'x-unit': say('жил', 'years'),
      }),
      last_employer: textField(say('Сүүлийн ажил олгогч', 'Last employer'), 200),
      left_on: dateField(say('Ажлаас гарсан огноо', 'Left work on'), { 'x-latest': 'today' }),
      deceased_name: textField(
        say('Тэжээгчийн овог, нэр', 'Full name of the deceased provider'),
        200,
        neededWhen('kind', 'survivor'),
      ),
    }),
    section(say('Данс', 'Account'), {
      bank: choiceField(say('Банк', 'Bank'), {
        khan: say('Хаан банк', 'Khan Bank'),
        tdb: say('Худалдаа хөгжлийн банк', 'Trade and Development Bank'),
        golomt: say('Голомт банк', 'Golomt Bank'),
        state: say('Төрийн банк', 'State Bank'),
        xac: say('Хас банк', 'XacBank'),
      }),
      account_number: textField(say('Дансны дугаар', 'Account number'), 20, {
        pattern: '^[0-9]{8,20}$',
        'x-pattern-help': say('8–20 орон', 'Eight to twenty digits'),
      }),
    }),
    section(contact, { phone }),
    section(confirmation, { declared }),
  ],
  {
    optional: ['last_employer', 'left_on'],
    papers: [
      idCopy,
      requiredPaper(
        'social_insurance',
        say('Нийгмийн даатгалын шимтгэл төлөлтийн лавлагаа', 'Social-insurance contributions extract'),
      ),
      signedApplication,
      requiredPaper(
        'disability_assessment',
        say('Хөдөлмөрийн чадвар алдалтын магадлагаа', 'Disability assessment'),
        { 'x-when': { field: 'kind', is: ['disability'] } },
      ),
    ],
  },
);
