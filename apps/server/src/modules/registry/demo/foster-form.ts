import { consent, formOf, longText, phone, requiredPaper, say, section, wholeNumber } from './fields.ts';

/** Every paper of it can be fetched from an agency of the sandbox. */
export const fosterForm = formOf(
  [
    section(say('Гэр бүл', 'The family'), {
      family_size: wholeNumber(say('Ам бүлийн тоо', 'People in the household'), 1, 20),
      reason: longText(say('Яагаад хүүхэд асрах хүсэлтэй байгаа', 'Why you want to foster a child')),
    }),
    section(say('Холбоо барих', 'Contact'), { phone }),
    section(say('Баталгаажуулалт', 'Confirmation'), {
      declared: consent(
        say('Мэдээлэл үнэн зөв болохыг баталж байна.', 'I declare that what I have written is true.'),
      ),
    }),
  ],
  {
    papers: [
      requiredPaper('marriage', say('Гэрлэлтийн бүртгэлийн лавлагаа', 'Marriage record extract'), {
        evidence: 'EV_MARRIAGE',
      }),
      requiredPaper('tax', say('Орлого, татварын өрийн лавлагаа', 'Income and tax debt extract'), {
        evidence: 'EV_TAX_CLEAR',
      }),
      requiredPaper('criminal', say('Ял шийтгэлийн лавлагаа', 'Criminal record extract'), {
        evidence: 'EV_CRIMINAL',
      }),
    ],
  },
);
