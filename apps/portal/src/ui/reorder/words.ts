import { defineWords } from '../../i18n/words.ts';

export const reorderWords = defineWords(
  {
    up: (name: string) => `Дээш зөөх: ${name}`,
    down: (name: string) => `Доош зөөх: ${name}`,
    remove: (name: string) => `Хасах: ${name}`,
    drag: 'Чирж зөөх',
    moved: (name: string, at: number, all: number) => `«${name}» ${all}-аас ${at}-т байна.`,
    removed: (name: string) => `«${name}»-г хаслаа.`,
  },
  {
    up: (name) => `Move up: ${name}`,
    down: (name) => `Move down: ${name}`,
    remove: (name) => `Remove: ${name}`,
    drag: 'Drag to move',
    moved: (name, at, all) => `“${name}” is now ${at} of ${all}.`,
    removed: (name) => `“${name}” was removed.`,
  },
);
