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
  'authorisations.lapsed': {
    mn: '{organisation:organisation_id} байгууллагын олгосон итгэмжлэл дуусгавар боллоо: олгосон хүн байгууллагыг төлөөлөхөө больсон',
    en: 'An authorisation of {organisation:organisation_id} ended, because its signer no longer represents it',
  },
  'authorisations.expired': {
    mn: '{accepted|true=Итгэмжлэлийн хугацаа дууслаа|false=Итгэмжлэлийн саналд хугацаанд нь хариулсангүй}',
    en: '{accepted|true=An authorisation ended with its last day|false=An offered authorisation was not answered in time}',
  },
  'authorisations.given_up': {
    mn: '{actor} авсан итгэмжлэлээсээ татгалзлаа',
    en: '{actor} gave up an authorisation',
  },
};
