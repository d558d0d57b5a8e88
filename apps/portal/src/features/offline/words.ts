import { defineWords } from '../../i18n/words.ts';

export const offlineWords = defineWords(
  {
    keep: 'Төхөөрөмжид хадгалах',
    kept: 'Төхөөрөмжид хадгалсан',
    drop: 'Төхөөрөмжөөс устгах',
    hint: 'Холболтгүй үед уншина. Энэ төхөөрөмжийг ашигладаг хүн бүр нээж чадна. Гарахад устана.',
    failed: 'Хадгалж чадсангүй. Холболт, төхөөрөмжийн зайгаа шалгаад дахин оролдоно уу.',
    tooMany: 'Төхөөрөмжид 50 хүртэл баримт хадгална. Эхлээд аль нэгийг нь устгана уу.',
  },
  {
    keep: 'Keep on this device',
    kept: 'Kept on this device',
    drop: 'Remove from this device',
    hint: 'You can read it without a connection. Anybody who uses this device can open it. Signing out removes it.',
    failed: 'It could not be kept. Check your connection and the room on the device, and try again.',
    tooMany: 'A device keeps up to 50 documents. Remove one first.',
  },
);
