import type { Text } from './language.ts';

/** A failure as clients see it; its status is defined only here. */
export interface ErrorDefinition extends Text {
  readonly code: string;
  readonly status: number;
}

/** A module's catalogue: the key is the stable code, and a code without both texts does not compile. */
export function defineErrors<const C extends Record<string, { status: number; mn: string; en: string }>>(
  catalogue: C,
): { readonly [K in keyof C & string]: ErrorDefinition } {
  const entries = Object.entries(catalogue).map(([code, entry]) => [code, Object.freeze({ code, ...entry })]);
  return Object.freeze(Object.fromEntries(entries));
}

/** One invalid field; its text is translated when the answer is written. */
export interface FieldProblem {
  readonly field: string;
  readonly tag: string;
  readonly text: Text;
}

export interface FailOptions {
  fields?: readonly FieldProblem[];
  /** For the log only: never sent, and free of personal data. */
  detail?: string;
  /** Public data beside the code, such as the right place to sign in. */
  data?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** Headers that a protocol requires beside the status, such as the challenge of a 401. */
  headers?: Record<string, string>;
  /**
   * The caller proved its identity: the failure counts, but the caller gets it even when the limit on failures
   * is reached.
   */
  alwaysReported?: true;
}

export class AppError extends Error {
  readonly definition: ErrorDefinition;
  readonly detail: string | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;
  readonly alwaysReported: boolean;
  constructor(definition: ErrorDefinition, options: FailOptions = {}) {
    super(definition.code);
    this.name = 'AppError';
    this.definition = definition;
    this.detail = options.detail;
    this.data = options.data;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.alwaysReported = options.alwaysReported === true;
  }
}

export function fail(definition: ErrorDefinition, options?: FailOptions): never {
  throw new AppError(definition, options);
}

/** Errors that any row may answer, because the kernel itself raises them. */
export const kernelErrors = defineErrors({
  bad_request: {
    status: 400,
    mn: 'Хүсэлтийг уншиж чадсангүй. Форматыг нь шалгана уу.',
    en: 'The request could not be read. Check its format.',
  },
  unauthorized: { status: 401, mn: 'Нэвтэрнэ үү.', en: 'Sign in to continue.' },
  account_disabled: { status: 403, mn: 'Таны бүртгэл идэвхгүй байна.', en: 'This account is disabled.' },
  forbidden: { status: 403, mn: 'Танд энэ үйлдлийн эрх алга.', en: 'You do not have permission to do this.' },
  acting_not_allowed: {
    status: 403,
    mn: 'Танд одоо энэ нэрийн өмнөөс үйлдэл хийх эрх алга. Юу ч илгээгдээгүй. Өөрийн нэрээр үргэлжлүүлэх бол төлөөлөхөө зогсооно уу.',
    en: 'You may not act in this name now. Nothing was sent. Stop acting for others to continue in your own name.',
  },
  acting_not_taken: {
    status: 422,
    mn: 'Үүнийг зөвхөн өөрийн нэрээр хийнэ. Юу ч илгээгдээгүй. Төлөөлөхөө зогсоогоод дахин оролдоно уу.',
    en: 'You can do this only in your own name. Nothing was sent. Stop acting for others and try again.',
  },
  acting_unconfirmed: {
    status: 503,
    mn: 'Төлөөлөх эрхийг тань одоо шалгах боломжгүй байна. Юу ч илгээгдээгүй. Дараа дахин оролдоно уу.',
    en: 'Your right to act in this name cannot be checked right now. Nothing was sent. Try again shortly.',
  },
  not_found: { status: 404, mn: 'Олдсонгүй.', en: 'Not found.' },
  method_not_allowed: {
    status: 405,
    mn: 'Энэ хаяг ийм төрлийн хүсэлт хүлээн авдаггүй.',
    en: 'This address does not support that method.',
  },
  conflict: {
    status: 409,
    mn: 'Өөр өөрчлөлттэй зөрчилдлөө. Дахин ачаалаад оролдоно уу.',
    en: 'This conflicts with another change. Reload and try again.',
  },
  changed_meanwhile: {
    status: 409,
    mn: 'Таныг засаж байх хооронд өөр хүн өөрчилсөн байна. Шинэчилсэн хувилбарыг үзээд дахин хадгална уу.',
    en: 'Another person changed this while you were editing. Check the current version, then save again.',
  },
  idempotency_conflict: {
    status: 409,
    mn: 'Энэ Idempotency-Key өөр агуулгатай хүсэлтэд ашиглагдсан. Шинэ түлхүүр ашиглана уу.',
    en: 'This Idempotency-Key was used with another body. Use a new key.',
  },
  payload_too_large: { status: 413, mn: 'Хүсэлт хэт том байна.', en: 'The request is too large.' },
  unsupported_media_type: { status: 415, mn: 'Зөвхөн JSON хүлээн авна.', en: 'Only JSON is accepted here.' },
  validation_failed: { status: 422, mn: 'Мэдээлэл дутуу эсвэл буруу байна.', en: 'validation failed' },
  rate_limited: {
    status: 429,
    mn: 'Хэт олон оролдлого хийлээ. Түр хүлээгээд дахин оролдоно уу.',
    en: 'Too many attempts. Wait a moment and try again.',
  },
  too_many_uploads: {
    status: 429,
    mn: 'Та хэт олон файл зэрэг илгээж байна. Аль нэг нь дуусмагц дахин оролдоно уу.',
    en: 'Too many of your uploads are under way. Try again when one has finished.',
  },
  uploads_busy: {
    status: 503,
    mn: 'Одоо хэт олон файл илгээгдэж байна. Хэдэн секундын дараа дахин оролдоно уу.',
    en: 'Too many uploads are under way right now. Try again in a few seconds.',
  },
  internal: {
    status: 500,
    mn: 'Дотоод алдаа гарлаа. Дараа дахин оролдоно уу.',
    en: 'Something went wrong on our side. Try again later.',
  },
  session_store_unavailable: {
    status: 503,
    mn: 'Нэвтрэлтийг шалгах боломжгүй байна. Түр хүлээгээд дахин оролдоно уу.',
    en: 'Sessions cannot be checked right now. Try again shortly.',
  },
  database_unavailable: {
    status: 503,
    mn: 'Мэдээллийн сан түр ажиллахгүй байна. Дахин оролдоно уу.',
    en: 'The database is unavailable right now. Try again shortly.',
  },
  overloaded: {
    status: 503,
    mn: 'Ачаалал их байна. Дахин оролдоно уу.',
    en: 'The service is busy. Try again shortly.',
  },
  maintenance: {
    status: 503,
    mn: 'Засвар үйлчилгээний үеэр зөвхөн унших боломжтой. Юу ч илгээгдээгүй. Дараа дахин оролдоно уу.',
    en: 'During maintenance the platform can only be read. Nothing was sent. Try again later.',
  },
  timeout: {
    status: 503,
    mn: 'Хариу өгөх хугацаа хэтэрлээ. Дахин оролдоно уу.',
    en: 'This took too long. Try again.',
  },
});

/** 422 in the shape that every invalid field has. */
export function failField(field: string, text: Text, tag = 'custom'): never {
  fail(kernelErrors.validation_failed, { fields: [{ field: field.slice(0, 200), tag, text }] });
}

const unknownValue: Text = {
  mn: 'Ийм утга байхгүй. Зөвшөөрөгдсөн утгуудаас сонгоно уу.',
  en: 'is not a known value; choose an allowed one',
};

/** 422 for a value outside a set that only the database knows; fixed sets belong to the schema. */
export function failUnknown(field: string, text: Text = unknownValue): never {
  failField(field, text, 'unknown_value');
}
