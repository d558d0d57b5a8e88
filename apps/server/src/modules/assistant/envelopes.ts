import type { TSchema } from 'typebox';
import { Type } from '../../kernel/http/schemas.ts';

/** The success envelope, for the description of a mount. */
export const envelopeOf = (data: TSchema) =>
  Type.Object({ status: Type.Literal(true), message: Type.String(), data, request_id: Type.String() });
