import { defineWords } from '../../../i18n/words.ts';

export const approvalWords = defineWords(
  {
    asked: 'Эзэмшигч нь энэ аппликейшныг батлуулахыг хүссэн. Баталвал бүх хүн нэвтэрч чадна.',
    trial: 'Хөгжүүлэгч өөрөө бүртгэсэн, туршилтын аппликейшн. Баталвал бүх хүн нэвтэрч чадна.',
    reason: 'Татгалзах шалтгаан',
    reasonHint: 'Татгалзах бол бичнэ үү: эзэмшигчид харна.',
    approve: 'Батлах',
    refuse: 'Татгалзах',
  },
  {
    asked: 'An owner asks for approval of this application. Once approved, everybody can sign in to it.',
    trial: 'A developer registered this application on trial. Once approved, everybody can sign in to it.',
    reason: 'Reason for a refusal',
    reasonHint: 'Needed only if you refuse: the owners will read it.',
    approve: 'Approve',
    refuse: 'Refuse',
  },
);
