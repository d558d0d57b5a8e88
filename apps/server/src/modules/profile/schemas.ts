import { strict, Type } from '../../kernel/http/schemas.ts';

export const ImageBody = strict({ url: Type.String({ minLength: 1, maxLength: 1000 }) });
export const ImageView = strict({ url: Type.String() });

/** Latin letters, digits and the punctuation of company names; an empty or absent name clears it. */
export const NameLatinBody = strict({
  name_latin: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^(?:[\\p{Script=Latin}0-9][\\p{Script=Latin}0-9 \'’".,&()/+-]*)?$',
    }),
  ),
});
export const NameLatinView = strict({ name_latin: Type.String() });

/** Names in the OpenAPI document. */
export const names = { ImageBody, Image: ImageView };
