import type { Level } from '../../api/signing.ts';
import { defineWords } from '../../i18n/words.ts';

interface LevelWords {
  names: Record<Level, string>;
  means: Record<Level, string>;
  reached: (level: string) => string;
  lower: (level: string, target: string) => string;
  why: string;
  raisedLater: string;
  keepToRaise: string;
  shortfalls: Record<string, string>;
}

export const levelWords = defineWords<LevelWords>(
  {
    names: {
      'B-B': 'Үндсэн (B-B)',
      'B-T': 'Цагийн тэмдэгтэй (B-T)',
      'B-LT': 'Олон жил шалгагдана (B-LT)',
      'B-LTA': 'Архивын (B-LTA)',
    },
    means: {
      'B-B':
        'Гарын үсэг зурсан. Хэзээ зурсан, гэрчилгээ тэр үед хүчинтэй байсан эсэх нь баримтаас хараахан нотлогдохгүй.',
      'B-T': 'Хэзээ зурсан нь цагийн тэмдгээр нотлогдсон. Гэрчилгээний төлөвийг шалгахад сүлжээ хэрэгтэй.',
      'B-LT': 'Шалгахад хэрэгтэй бүх нотолгоо баримт дотор байгаа тул олон жилийн дараа ч шалгаж болно.',
      'B-LTA': 'Нотолгоог нь хүртэл цагийн тэмдгээр хамгаалсан тул хэдэн арван жил хадгалж болно.',
    },
    reached: (level) => `Гарын үсгийн түвшин: ${level}`,
    lower: (level, target) => `Хүрсэн түвшин: ${level}. Зорьсон түвшин: ${target}`,
    why: 'Шалтгаан',
    raisedLater: 'Бид түвшинг нь автоматаар ахиулна. Дараа нь эндээс дахин татаж аваарай.',
    keepToRaise: 'Баримтаа энд хадгалбал бид түвшинг нь дараа автоматаар ахиулна.',
    shortfalls: {
      tsa_not_configured: 'Цагийн тэмдгийн үйлчилгээг холбоогүй байна.',
      tsa_unavailable: 'Цагийн тэмдгийн үйлчилгээ одоогоор ажиллахгүй байна.',
      tsa_rejected: 'Цагийн тэмдгийн үйлчилгээ татгалзлаа.',
      tsa_answer_invalid: 'Цагийн тэмдгийн үйлчилгээний хариу буруу байсан тул ашиглаагүй.',
      revocation_not_configured: 'Гэрчилгээний төлөв шалгах үйлчилгээг холбоогүй байна.',
      revocation_unavailable: 'Гэрчилгээний төлөв шалгах үйлчилгээ одоогоор ажиллахгүй байна.',
      no_revocation_address: 'Гэрчилгээнд төлөв шалгах хаяг алга.',
      revocation_answer_invalid: 'Гэрчилгээний төлөвийн хариу буруу байсан тул ашиглаагүй.',
      certificate_revoked: 'Гарын үсгийн гэрчилгээг хүчингүй болгосон байна.',
      timestamp_certificate_revoked: 'Цагийн тэмдгийн гэрчилгээг хүчингүй болгосон байна.',
      certificate_untrusted: 'Гэрчилгээг олгосон байгууллагыг таньсангүй.',
      document_too_large: 'Баримт хэт том тул нэмэлт нотолгоо багтсангүй.',
      other: 'Нэмэлт нотолгоог авч чадсангүй.',
    },
  },
  {
    names: {
      'B-B': 'Basic (B-B)',
      'B-T': 'With a timestamp (B-T)',
      'B-LT': 'Verifiable for years (B-LT)',
      'B-LTA': 'For archives (B-LTA)',
    },
    means: {
      'B-B':
        'It is signed. The document does not yet prove when, nor that the certificate was good at that time.',
      'B-T':
        'A timestamp proves when it was made. The state of the certificate has to be asked over the network.',
      'B-LT':
        'All that a check needs is inside the document, so anybody can still check it after many years.',
      'B-LTA': 'A timestamp also protects the evidence inside, so the document can be kept for decades.',
    },
    reached: (level) => `Level of the signature: ${level}`,
    lower: (level, target) => `Level reached: ${level}. Wanted: ${target}`,
    why: 'Why',
    raisedLater: 'We raise the level by ourselves. Download the document here again later.',
    keepToRaise: 'If you keep the document here, we raise its level by ourselves later.',
    shortfalls: {
      tsa_not_configured: 'No timestamp service is set up.',
      tsa_unavailable: 'The timestamp service does not answer at the moment.',
      tsa_rejected: 'The timestamp service refused.',
      tsa_answer_invalid: 'The timestamp service gave a wrong answer, which was not used.',
      revocation_not_configured: 'No service for the state of certificates is set up.',
      revocation_unavailable: 'The service for the state of certificates does not answer at the moment.',
      no_revocation_address: 'The certificate does not say where its state can be asked.',
      revocation_answer_invalid: 'The answer about the state of the certificate was wrong and was not used.',
      certificate_revoked: 'The certificate of the signature was revoked.',
      timestamp_certificate_revoked: 'The certificate of the timestamp was revoked.',
      certificate_untrusted: 'The authority that issued the certificate is not known.',
      document_too_large: 'The document is too large to take more evidence.',
      other: 'Some evidence could not be fetched.',
    },
  },
);
