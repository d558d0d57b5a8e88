import type { Form } from '../form-schema.ts';
import { choiceField, say } from './fields.ts';

const weekdays = say('Даваа–Баасан, 09:00–17:00', 'Monday to Friday, 09:00–17:00');

/** Where cards and licences are handed over. */
export const pickUp = choiceField(
  say('Хаанаас авах', 'Where to collect it'),
  {
    songinokhairkhan: say('Сонгинохайрхан дүүргийн хэлтэс', 'Songinokhairkhan district office'),
    bayanzurkh: say('Баянзүрх дүүргийн хэлтэс', 'Bayanzürkh district office'),
    sukhbaatar: say('Сүхбаатар дүүргийн хэлтэс', 'Sükhbaatar district office'),
    province: say('Аймгийн хэлтэс', 'Office of my province'),
  },
  {
    'x-widget': 'radio',
    'x-places': {
      songinokhairkhan: {
        address: say(
          'Улаанбаатар, Сонгинохайрхан дүүрэг, 18-р хороо, дүүргийн Засаг даргын тамгын газар',
          'Governor’s office, 18th khoroo, Songinokhairkhan district, Ulaanbaatar',
        ),
        hours: weekdays,
      },
      bayanzurkh: {
        address: say(
          'Улаанбаатар, Баянзүрх дүүрэг, 14-р хороо, дүүргийн Засаг даргын тамгын газар',
          'Governor’s office, 14th khoroo, Bayanzürkh district, Ulaanbaatar',
        ),
        hours: weekdays,
      },
      sukhbaatar: {
        address: say(
          'Улаанбаатар, Сүхбаатар дүүрэг, 8-р хороо, дүүргийн Засаг даргын тамгын газар',
          'Governor’s office, 8th khoroo, Sükhbaatar district, Ulaanbaatar',
        ),
        hours: weekdays,
      },
    },
  },
);

/** Nobody brings a card that was lost, and a first card has no predecessor. */
export const collectIdentityCard: Form['x-collect'] = {
  office: 'collect_at',
  ready_days: 3,
  bring: [
    {
      'x-title': say('Хуучин иргэний үнэмлэх', 'Your old identity card'),
      'x-when': { field: 'reason', is: ['expired', 'damaged', 'changed'] },
    },
    {
      'x-title': say(
        'Паспорт эсвэл жолооны үнэмлэх, эсвэл утсан дээрх eID апп',
        'Your passport or driving licence, or the eID app on your phone',
      ),
      'x-when': { field: 'reason', is: ['first', 'lost'] },
    },
  ],
};

export const collectLicence: Form['x-collect'] = {
  office: 'collect_at',
  ready_days: 2,
  bring: [
    { 'x-title': say('Иргэний үнэмлэх эсвэл паспорт', 'Your identity card or passport') },
    { 'x-title': say('Одоогийн жолооны үнэмлэх', 'Your present driving licence') },
  ],
};
