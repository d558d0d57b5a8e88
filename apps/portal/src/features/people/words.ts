import { defineWords } from '../../i18n/words.ts';

export const nameWords = defineWords(
  {
    heading: 'Таны нэр',
    cyrillic: 'Кириллээр',
    latin: 'Латинаар',
    source:
      'Кирилл нэрийг eID-ээс авдаг тул эндээс өөрчлөхгүй. Латин бичлэгээ гадаад паспорттайгаа адил болгож засаарай; кирилл нэрээрээ уншигдах ёстой.',
    unknown: 'Мэдээлэлгүй',
    editLatin: 'Латин нэр засах',
    lastNameLatin: 'Овог (латин)',
    firstNameLatin: 'Нэр (латин)',
    save: 'Хадгалах',
    saved: 'Латин нэрийг хадгаллаа.',
    latinOnly: 'Зөвхөн латин үсэг, зураас, зай, апостроф бичнэ үү.',
    saveFailed: 'Хадгалж чадсангүй. Таны бичсэн зүйл хэвээр байна, дахин оролдоно уу.',
  },
  {
    heading: 'Your name',
    cyrillic: 'In Cyrillic',
    latin: 'In Latin',
    source:
      'The Cyrillic name comes from your eID and is not changed here. Make the Latin spelling match your passport; it must read as the Cyrillic name.',
    unknown: 'Not known',
    editLatin: 'Edit the Latin name',
    lastNameLatin: 'Surname (Latin)',
    firstNameLatin: 'Given name (Latin)',
    save: 'Save',
    saved: 'The Latin name has been saved.',
    latinOnly: 'Use Latin letters, hyphens, spaces and apostrophes only.',
    saveFailed: 'It could not be saved. Your text is still here, try again.',
  },
);
