import type { Text } from '../../../kernel/http/language.ts';
import type { FleetingReason, Indication, Problem, Reason } from './result.ts';

/** Every answer of the verifier in plain language; what to do next where there is something to do. */
export const indicationTexts: Readonly<Record<Indication, Text>> = {
  TOTAL_PASSED: {
    mn: 'Гарын үсэг хүчинтэй. Гарын үсэг зурснаас хойш баримт бичиг өөрчлөгдөөгүй.',
    en: 'The signatures are valid, and the document was not changed after signing.',
  },
  TOTAL_FAILED: {
    mn: 'Гарын үсэг хүчингүй. Энэ баримт бичигт бүү найд.',
    en: 'A signature is not valid. Do not rely on this document.',
  },
  INDETERMINATE: {
    mn: 'Гарын үсэг хүчинтэй эсэхийг тогтоох боломжгүй байна.',
    en: 'It cannot be decided whether the signatures are valid.',
  },
};

/** Of a valid signature after which something was filled in, drawn or covered: never called unchanged. */
export const validText: Text = { mn: 'Гарын үсэг хүчинтэй.', en: 'The signatures are valid.' };
export const onlyTodayText: Text = {
  mn: 'Гарын үсэг өнөөдөр хүчинтэй.',
  en: 'The signatures are valid today.',
};

type Sentence = Readonly<Record<'mn' | 'en', (what: string) => string>>;

export const filledText: Sentence = {
  mn: (fields) =>
    `Гарын үсэг зурсны дараа, баталгаажуулсан хүний зөвшөөрснөөр, маягтын талбар бөглөсөн: ${fields}.`,
  en: (fields) => `After signing, form fields were filled in, as the certifier allowed: ${fields}.`,
};
export const notedText: Sentence = {
  mn: (pages) =>
    `Гарын үсэг зурсны дараа, баталгаажуулсан хүний зөвшөөрснөөр, тэмдэглэл нэмсэн хуудас: ${pages}.`,
  en: (pages) => `After signing, notes were added, as the certifier allowed, on page ${pages}.`,
};
export const coveredText: Sentence = {
  mn: (pages) =>
    `Дараа зурсан гарын үсгийн тэмдэг хуудасны хэсгийг халхалсан. Хоёр хувилбарыг харьцуулна уу. Хуудас: ${pages}.`,
  en: (pages) =>
    `The mark of a later signature covers a part of page ${pages}. Compare both versions before you rely on it.`,
};
export const besideText: Sentence = {
  mn: (pages) =>
    `Дараа зурсан гарын үсгийн тэмдэг хуудасны бичвэртэй зэрэгцсэн. Тэмдэгт бичсэн зүйл гарын үсэг зурсан бичвэрт байгаагүй. Хоёр хувилбарыг харьцуулна уу. Хуудас: ${pages}.`,
  en: (pages) =>
    `The mark of a later signature was drawn next to the text of page ${pages}. What the mark shows was not part of the text when it was signed. Compare both versions before you rely on it.`,
};
export const markedText: Sentence = {
  mn: (pages) =>
    `Гарын үсэг зурсны дараа хуудасны хоосон зайд өөр гарын үсгийн тэмдэг нэмсэн. Хуудас: ${pages}.`,
  en: (pages) => `After signing, the mark of another signature was added on a blank place of page ${pages}.`,
};
export const emptyValueText: Text = { mn: 'хоосон', en: 'empty' };

/** Instead of the text of TOTAL_PASSED. */
export const validTodayText: Text = {
  mn: 'Гарын үсэг өнөөдөр хүчинтэй. Гарын үсэг зурснаас хойш баримт бичиг өөрчлөгдөөгүй.',
  en: 'The signatures are valid today, and the document was not changed after signing.',
};

export const fleetingTexts: Readonly<Record<FleetingReason, Text>> = {
  NO_TIMESTAMP: {
    mn: 'Цагийн тэмдэггүй тул гэрчилгээний хугацаа дууссаны дараа үүнийг нотлох боломжгүй.',
    en: 'This cannot be proven later, after the certificate has ended: there is no timestamp.',
  },
  NO_REVOCATION_DATA: {
    mn: 'Гэрчилгээ хүчинтэй байсныг батлах мэдээлэл баримтад байхгүй тул хожим нотлох боломжгүй.',
    en: 'This cannot be proven later: the document does not contain the data that shows that the certificates were not revoked.',
  },
  REVOCATION_NOT_CONFIRMED: {
    mn: 'Баримт дахь мэдээлэл гарын үсэг зурахаас өмнөх тул тэр хооронд гэрчилгээг цуцлаагүйг хожим баримтаар нотлох боломжгүй.',
    en: 'This cannot be proven later: the revocation data in the document is older than the signature, so it does not show that the certificate was not revoked in between.',
  },
};

export const reasonTexts: Readonly<Record<Reason, Text>> = {
  FORMAT_FAILURE: {
    mn: 'Гарын үсэг эсвэл файлын бүтэц зөрчигдсөн, эсвэл гарын үсгийн дараа баримтыг өөрчилсөн.',
    en: 'The structure of the signature or file is broken, or the document was changed after signing.',
  },
  HASH_FAILURE: {
    mn: 'Гарын үсэг зурсан агуулга өөрчлөгдсөн, эсвэл гарын үсгийг өөр баримтаас хуулсан байна.',
    en: 'The signed content was changed, or the signature was copied from another document.',
  },
  SIG_CRYPTO_FAILURE: {
    mn: 'Гарын үсэг гэрчилгээний түлхүүртэй таарахгүй байна.',
    en: 'The signature does not match the key of its certificate.',
  },
  SIG_CONSTRAINTS_FAILURE: {
    mn: 'Гарын үсгийн мэдээлэл хоорондоо зөрж байна.',
    en: 'Parts of the signature contradict each other.',
  },
  NO_SIGNING_CERTIFICATE_FOUND: {
    mn: 'Гарын үсэг зурсан хүний гэрчилгээ файлд алга.',
    en: 'The certificate of the signer is not in the file.',
  },
  NO_CERTIFICATE_CHAIN_FOUND: {
    mn: 'Гэрчилгээг итгэмжлэгдсэн байгууллага олгоогүй байна.',
    en: 'The certificate was not issued by an authority that we trust.',
  },
  CHAIN_CONSTRAINTS_FAILURE: {
    mn: 'Энэ гэрчилгээгээр баримт бичигт гарын үсэг зурах эрхгүй.',
    en: 'The certificate may not be used to sign documents.',
  },
  CRYPTO_CONSTRAINTS_FAILURE: {
    mn: 'Гарын үсгийн арга хуучирсан эсвэл дэмжигддэггүй тул найдах боломжгүй.',
    en: 'The signature uses a method that is too weak or not supported.',
  },
  OUT_OF_BOUNDS_NO_POE: {
    mn: 'Гэрчилгээ хүчинтэй байх хугацаанд гарын үсэг зурсан нь нотлогдохгүй байна.',
    en: 'Nothing proves that the document was signed while the certificate was valid.',
  },
  NOT_YET_VALID: {
    mn: 'Гарын үсэг гэрчилгээ олгохоос өмнөх хугацаатай байна.',
    en: 'The signature is older than its certificate.',
  },
  REVOKED_NO_POE: {
    mn: 'Гэрчилгээг хүчингүй болгосон. Түүнээс өмнө гарын үсэг зурсан нь нотлогдохгүй байна.',
    en: 'The certificate was revoked, and nothing proves that the document was signed before that.',
  },
  REVOKED_CA_NO_POE: {
    mn: 'Гэрчилгээ олгосон байгууллагын гэрчилгээг хүчингүй болгосон.',
    en: 'The certificate of the issuing authority was revoked.',
  },
  TRY_LATER: {
    mn: 'Гэрчилгээ хүчинтэй эсэх мэдээлэл алга эсвэл хуучирсан. Дараа дахин шалгана уу.',
    en: 'There is no current information on whether the certificate was revoked. Try again later.',
  },
  TIMESTAMP_ORDER_FAILURE: {
    mn: 'Цагийн тэмдгүүдийн дараалал буруу байна.',
    en: 'The timestamps are not in a possible order.',
  },
  PICTURE_NOT_COMPARED: {
    mn: 'Гарын үсэг зурсан хувилбар болон одоогийн хувилбарын хуудсыг харьцуулж чадсангүй. Дахин оролдох эсвэл өөр хувь аваарай.',
    en: 'The pages of the signed and the current version could not be compared. Try again, or ask for another copy.',
  },
  CHANGES_NOT_PROVEN: {
    mn: 'Гарын үсэг зурсны дараа нэмсэн зүйл нотлогдохгүй байна: түүнийг баталсан гарын үсэг хүчинтэй эсэх, эсвэл бөглөсөн талбар утгаа харуулж байгаа эсэх тодорхойгүй. Хоёр зургийг харьцуулна уу.',
    en: 'Something was filled in or covered after signing, and it is not proven: the signature that stands for it may not be valid, or a field may show something else than its value. Compare the two pictures.',
  },
  NO_SIGNATURE: { mn: 'Энэ файлд гарын үсэг алга.', en: 'This file holds no signature.' },
  NOT_A_PDF: {
    mn: 'Энэ файл PDF биш байна. PDF файл сонгоно уу.',
    en: 'This file is not a PDF. Choose a PDF file.',
  },
  UNREADABLE: { mn: 'Файл гэмтсэн тул уншиж чадсангүй.', en: 'The file is damaged and cannot be read.' },
  ENCRYPTED: {
    mn: 'Файл нууцлагдсан байна. Нууцлалгүй хувийг нь шалгуулна уу.',
    en: 'The file is encrypted. Verify a copy without encryption.',
  },
  TOO_COMPLEX: {
    mn: 'Файл хэт том эсвэл хэт төвөгтэй тул шалгаагүй.',
    en: 'The file is too large or too complex, so it was not checked.',
  },
  TIMED_OUT: { mn: 'Шалгалт хугацаандаа дууссангүй.', en: 'The check took too long and was stopped.' },
};

export const problemTexts: Readonly<Record<Problem, Text>> = {
  BYTE_RANGE_MISSING: {
    mn: 'Гарын үсэг юуг хамарсан нь тодорхойгүй.',
    en: 'The signature does not say what it covers.',
  },
  BYTE_RANGE_NOT_FROM_START: {
    mn: 'Гарын үсэг файлын эхнээс хамраагүй.',
    en: 'The signature does not cover the file from its start.',
  },
  BYTE_RANGE_OUTSIDE_FILE: {
    mn: 'Гарын үсгийн хамрах хүрээ файлаас хэтэрсэн.',
    en: 'The signature claims to cover bytes that the file does not have.',
  },
  BYTE_RANGE_GAP: {
    mn: 'Гарын үсэгт хамрагдаагүй нэмэлт өгөгдөл байна.',
    en: 'There is data that the signature leaves out.',
  },
  CONTENTS_NOT_IN_GAP: {
    mn: 'Гарын үсэг заасан байрандаа алга.',
    en: 'The signature is not where it says it is.',
  },
  SIGNATURE_AMBIGUOUS: {
    mn: 'Гарын үсгийг хоёр өөрөөр уншиж болно.',
    en: 'The signature can be read in two ways.',
  },
  COVERS_PART_OF_REVISION: {
    mn: 'Гарын үсэг баримтын зөвхөн хэсгийг хамарсан.',
    en: 'The signature covers only a part of the document.',
  },
  REVISION_BYPASSED: {
    mn: 'Гарын үсэг зурсан хувилбарыг өөр хувилбараар орлуулсан.',
    en: 'The signed version was replaced by another one.',
  },
  SIGNATURE_REMOVED: {
    mn: 'Дараагийн хувилбараас гарын үсгийг хассан.',
    en: 'A later version removed the signature.',
  },
  SIGNATURE_DUPLICATED: { mn: 'Нэг гарын үсгийг хоёр удаа ашигласан.', en: 'One signature is used twice.' },
  TIMESTAMP_UNREADABLE: { mn: 'Цагийн тэмдгийг уншиж чадсангүй.', en: 'The timestamp cannot be read.' },
  TIMESTAMP_WEAK: {
    mn: 'Цагийн тэмдгийн арга хуучирсан.',
    en: 'The timestamp uses a method that is too weak.',
  },
  TIMESTAMP_SIGNATURE_WRONG: { mn: 'Цагийн тэмдэг хуурамч байна.', en: 'The timestamp is forged.' },
  TIMESTAMP_FOR_OTHER_DATA: {
    mn: 'Цагийн тэмдэг өөр өгөгдөлд хамаарна.',
    en: 'The timestamp belongs to other data.',
  },
  TIMESTAMP_AUTHORITY_NOT_PERMITTED: {
    mn: 'Цагийн тэмдгийг эрхгүй байгууллага олгосон.',
    en: 'The timestamp was issued by somebody who may not issue any.',
  },
  CMS_UNREADABLE: {
    mn: 'Гарын үсгийн өгөгдлийг уншиж чадсангүй.',
    en: 'The data of the signature cannot be read.',
  },
  CMS_FOLLOWED_BY_DATA: {
    mn: 'Гарын үсгийн ард нэмэлт өгөгдөл нуусан байна.',
    en: 'Data is hidden behind the signature.',
  },
  CMS_ATTRIBUTE_MISSING: {
    mn: 'Гарын үсгийн заавал байх мэдээлэл дутуу.',
    en: 'Required information is missing from the signature.',
  },
  CMS_ATTRIBUTES_NOT_SORTED: {
    mn: 'Гарын үсгийн мэдээлэл стандартын дагуу бичигдээгүй.',
    en: 'The signature is not encoded as the standard requires.',
  },
  DIGEST_DIFFERS: {
    mn: 'Агуулга гарын үсэг зурсан агуулгатай таарахгүй.',
    en: 'The content is not the content that was signed.',
  },
  SIGNATURE_VALUE_WRONG: {
    mn: 'Гарын үсэг гэрчилгээтэй таарахгүй.',
    en: 'The signature does not match its certificate.',
  },
  SIGNER_CERTIFICATE_MISSING: {
    mn: 'Гарын үсэг зурсан хүний гэрчилгээ алга.',
    en: "The signer's certificate is missing.",
  },
  SIGNER_CERTIFICATE_NOT_NAMED: {
    mn: 'Гэрчилгээг сольсон байж болзошгүй.',
    en: 'The certificate may have been exchanged for another.',
  },
  ALGORITHM_TOO_WEAK: { mn: 'Гарын үсгийн арга хуучирсан.', en: 'The signature method is too weak.' },
  KIND_NOT_SUPPORTED: {
    mn: 'Энэ төрлийн гарын үсгийг шалгах боломжгүй.',
    en: 'This kind of signature cannot be checked.',
  },
  KEY_NOT_FOR_SIGNING: {
    mn: 'Энэ түлхүүр баримтад гарын үсэг зурах зориулалтгүй.',
    en: 'The key is not meant for signing documents.',
  },
  CLAIMED_TIME_IMPOSSIBLE: {
    mn: 'Гарын үсэгт заасан цаг боломжгүй: гэрчилгээ олгохоос өмнөх эсвэл ирээдүйн цаг байна.',
    en: 'The time that the signature states is impossible: it is before the certificate was issued, or in the future.',
  },
  TIMESTAMP_AUTHORITY_NOT_TRUSTED: {
    mn: 'Цагийн тэмдэг олгосон байгууллагыг баталгаажуулж чадсангүй.',
    en: 'The authority of the timestamp could not be confirmed.',
  },
  TIMESTAMPS_OUT_OF_ORDER: {
    mn: 'Цагийн тэмдгүүдийн дараалал буруу.',
    en: 'The timestamps are not in a possible order.',
  },
  CHANGED_AFTER_SIGNING: {
    mn: 'Гарын үсэг зурсны дараа баримтыг өөрчилсөн.',
    en: 'The document was changed after signing.',
  },
  REVOCATION_STALE: {
    mn: 'Гэрчилгээний төлөвийн мэдээлэл хуучирсан.',
    en: 'The information on revocation is out of date.',
  },
  REVOCATION_MISSING: {
    mn: 'Гэрчилгээний төлөвийн мэдээлэл алга.',
    en: 'There is no information on revocation.',
  },
};
