import type { Text } from '../../../kernel/http/language.ts';

type Words = Readonly<Record<string, Text>>;

/** How a question to the phone ended; see `EidRefusal`. */
const onThePhone: Words = {
  user_refused: { mn: 'утсан дээр татгалзсан', en: 'refused on the phone' },
  refused: { mn: 'утсан дээр татгалзсан', en: 'refused on the phone' },
  timeout: { mn: 'хугацаанд нь хариулаагүй', en: 'not answered in time' },
  wrong_code: { mn: 'утсан дээр өөр код сонгосон', en: 'another code was chosen on the phone' },
  wrong_pin: { mn: 'PIN код буруу', en: 'the PIN was wrong' },
  document_unusable: { mn: 'eID-г ашиглах боломжгүй', en: 'the eID cannot be used' },
  protocol_failure: { mn: 'eID-ийн хариу алдаатай', en: 'the answer of the eID provider was faulty' },
  level_too_low: { mn: 'баталгааны түвшин хүрэлцэхгүй', en: 'the level of assurance was too low' },
  certificate_revoked: { mn: 'гэрчилгээ хүчингүй болсон', en: 'the certificate was revoked' },
  certificate_expired: { mn: 'гэрчилгээний хугацаа дууссан', en: 'the certificate had expired' },
  certificate_untrusted: { mn: 'гэрчилгээ итгэмжлэгдээгүй', en: 'the certificate is not trusted' },
  bad_signature: { mn: 'гарын үсэг таарахгүй', en: 'the signature does not fit' },
  wrong_person: { mn: 'өөр хүн хариулсан', en: 'another person answered' },
  wrong_flow: { mn: 'өөр төрлийн хүсэлтэд хариулсан', en: 'it answered another kind of request' },
  wrong_return: { mn: 'өөр хөтчөөс буцаж ирсэн', en: 'it came back from another browser' },
  account_locked: { mn: 'бүртгэл түгжигдсэн', en: 'the account was locked' },
  account_disabled: { mn: 'бүртгэл идэвхгүй', en: 'the account was disabled' },
};

/** Written into a slot of a sentence: `{reason|${eidReasons.en}}`. */
export const choicesOf = (words: Words): Text => {
  const inLanguage = (language: keyof Text) =>
    Object.entries(words)
      .map(([code, text]) => `${code}=${text[language]}`)
      .join('|');
  return { mn: inLanguage('mn'), en: inLanguage('en') };
};

export const eidReasons = choicesOf(onThePhone);

export const signingReasons = choicesOf({
  ...onThePhone,
  cancelled: { mn: 'цуцалсан', en: 'cancelled' },
  started_again: { mn: 'дахин эхлүүлсэн', en: 'started again' },
  no_document: { mn: 'баримт байхгүй болсон', en: 'the document was gone' },
  request_closed: { mn: 'хүсэлт хаагдсан', en: 'the request was closed' },
  request_declined: { mn: 'хүсэлтээс татгалзсан', en: 'the request was declined' },
  request_withdrawn: { mn: 'хүсэлтийг буцаасан', en: 'the request was withdrawn' },
  request_expired: { mn: 'хүсэлтийн хугацаа дууссан', en: 'the request expired' },
});

export const approvalReasons = choicesOf({
  ...onThePhone,
  granter_not_entitled: { mn: 'олгосон хүн эрхгүй болсон', en: 'who granted it may no longer do so' },
  other_role: { mn: 'өөр дүр олгосон', en: 'another role was given' },
  disabled: { mn: 'бүртгэлийг хаасан', en: 'the account was disabled' },
  deleted: { mn: 'бүртгэлийг устгасан', en: 'the account was deleted' },
});

export const consoleReasons = choicesOf({
  no_proof: { mn: 'eID-ээр баталгаажаагүй', en: 'not proven with eID' },
  no_operator: { mn: 'оператор биш', en: 'not an operator' },
  disabled: { mn: 'операторын эрх хаагдсан', en: 'the operator was disabled' },
  wrong_code: { mn: 'код буруу', en: 'the code was wrong' },
  replayed_code: { mn: 'кодыг дахин ашигласан', en: 'the code had been used' },
  locked: { mn: 'олон буруу код оруулсан тул түгжигдсэн', en: 'locked after many wrong codes' },
});

export const directoryOutcomes = choicesOf({
  found: { mn: 'олдсон', en: 'found' },
  nothing: { mn: 'олдоогүй', en: 'nothing found' },
  unconfigured: { mn: 'лавлах холбогдоогүй', en: 'no directory is connected' },
  unavailable: { mn: 'лавлах хариу өгөөгүй', en: 'the directory did not answer' },
  failed: { mn: 'лавлах алдаа өгсөн', en: 'the directory failed' },
});

/** A failed call keeps the code that the caller got. */
export const toolOutcomes = choicesOf({
  ok: { mn: 'амжилттай', en: 'done' },
  started: { mn: 'эхэлсэн', en: 'started' },
});

export const scanOutcomes = choicesOf({
  infected: { mn: 'вирустай', en: 'infected' },
  unscannable: { mn: 'шалгах боломжгүй', en: 'it cannot be scanned' },
});
