import type { Text } from './language.ts';

/** A way to fail, as the outside sees it: the status stands here and nowhere else. */
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

/** One field that cannot be taken, told in the caller's language where the answer is written. */
export interface FieldProblem {
  readonly field: string;
  readonly tag: string;
  readonly text: Text;
}

export interface FailOptions {
  fields?: readonly FieldProblem[];
  /** For the log alone; never leaves the server and must hold nothing personal. */
  detail?: string;
  /** Public data beside the code, such as where to sign in instead. */
  data?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** What a protocol wants beside the status, such as the challenge of a 401. */
  headers?: Record<string, string>;
  /** The caller proved something: the failure is counted, but told even when the limit on failures is reached. */
  alwaysTold?: true;
}

export class AppError extends Error {
  readonly definition: ErrorDefinition;
  readonly detail: string | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;
  readonly alwaysTold: boolean;
  constructor(definition: ErrorDefinition, options: FailOptions = {}) {
    super(definition.code);
    this.name = 'AppError';
    this.definition = definition;
    this.detail = options.detail;
    this.data = options.data;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.alwaysTold = options.alwaysTold === true;
  }
}

export function fail(definition: ErrorDefinition, options?: FailOptions): never {
  throw new AppError(definition, options);
}

/** What any row may answer, because the kernel itself answers it. */
export const kernelErrors = defineErrors({
  bad_request: { status: 400, mn: 'Хүсэлтийг уншиж чадсангүй.', en: 'The request could not be read.' },
  unauthorized: { status: 401, mn: 'Нэвтэрнэ үү.', en: 'Sign in to continue.' },
  account_disabled: { status: 403, mn: 'Таны бүртгэл идэвхгүй байна.', en: 'This account is disabled.' },
  forbidden: { status: 403, mn: 'Танд энэ үйлдлийн эрх алга.', en: 'You may not do this.' },
  not_found: { status: 404, mn: 'Олдсонгүй.', en: 'Not found.' },
  method_not_allowed: {
    status: 405,
    mn: 'Энэ хаяг ийм хүсэлт авдаггүй.',
    en: 'This address does not take that method.',
  },
  conflict: { status: 409, mn: 'Өөр өөрчлөлттэй зөрчилдлөө.', en: 'This conflicts with another change.' },
  idempotency_conflict: {
    status: 409,
    mn: 'Энэ Idempotency-Key өөр агуулгатай хүсэлтэд ашиглагдсан.',
    en: 'This Idempotency-Key was used with another body.',
  },
  payload_too_large: { status: 413, mn: 'Хүсэлт хэт том байна.', en: 'The request is too large.' },
  unsupported_media_type: { status: 415, mn: 'Зөвхөн JSON хүлээн авна.', en: 'Only JSON is accepted here.' },
  validation_failed: { status: 422, mn: 'Мэдээлэл дутуу эсвэл буруу байна.', en: 'validation failed' },
  rate_limited: {
    status: 429,
    mn: 'Хэт олон оролдлого хийлээ. Түр хүлээгээд дахин оролдоно уу.',
    en: 'Too many attempts. Wait a moment and try again.',
  },
  internal: { status: 500, mn: 'Дотоод алдаа гарлаа.', en: 'Something went wrong on our side.' },
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
  timeout: { status: 503, mn: 'Хариу өгөх хугацаа хэтэрлээ.', en: 'This took too long. Try again.' },
});

/** 422 in the one shape that every refused field has. */
export function failField(field: string, text: Text, tag = 'custom'): never {
  fail(kernelErrors.validation_failed, { fields: [{ field: field.slice(0, 200), tag, text }] });
}

const unknownValue: Text = {
  mn: 'Ийм утга байхгүй. Зөвшөөрөгдсөн утгуудаас сонгоно уу.',
  en: 'has no such value; choose one that is known here',
};

/** 422 for a value outside a set that only the database knows; fixed sets belong to the schema. */
export function failUnknown(field: string, text: Text = unknownValue): never {
  failField(field, text, 'unknown_value');
}
