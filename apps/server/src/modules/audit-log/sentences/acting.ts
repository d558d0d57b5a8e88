import type { Sentences } from './template.ts';

export const actingSentences: Sentences = {
  'authorisations.given': {
    mn: '{actor} өөр хүнд итгэмжлэл олголоо, {from} – {until}[, {organisation:organisation_id} байгууллагын нэрийн өмнөөс]',
    en: '{actor} signed an authorisation for another person, from {from} to {until}[, in the name of {organisation:organisation_id}]',
  },
  'authorisations.accepted': {
    mn: '{actor} итгэмжлэлийг хүлээн авлаа',
    en: '{actor} accepted an authorisation',
  },
  'authorisations.declined': {
    mn: '{actor} итгэмжлэлээс татгалзлаа',
    en: '{actor} declined an authorisation',
  },
  'authorisations.revoked': {
    mn: '{actor} олгосон итгэмжлэлээ цуцаллаа',
    en: '{actor} revoked an authorisation',
  },
  'authorisations.given_up': {
    mn: '{actor} авсан итгэмжлэлээсээ татгалзлаа',
    en: '{actor} gave up an authorisation',
  },
};
