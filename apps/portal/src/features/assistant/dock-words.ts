import { defineWords } from '../../i18n/words.ts';

export const dockWords = defineWords({ open: 'Туслахаас асуух' }, { open: 'Ask the assistant' });
