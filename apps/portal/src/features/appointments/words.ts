import { defineWords } from '../../i18n/words.ts';

export const officeWords = defineWords(
  {
    /** The office of an appointment without a service. */
    hall: 'Иргэний үйлчилгээний танхим',
  },
  {
    hall: 'Citizens’ service hall',
  },
);
