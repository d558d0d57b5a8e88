import { oneOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';
import { fileStates } from '../files/index.ts';

export const ImageBody = strict({ url: Type.String({ minLength: 1, maxLength: 1000 }) });
export const UploadedImage = Type.Object({
  type: oneOf('image/png', 'image/jpeg'),
  size_bytes: Type.Integer(),
  sha256: Type.String(),
  state: oneOf(...fileStates),
});
export type UploadedImage = Static<typeof UploadedImage>;
/** Without an image when none is uploaded. */
export const ImageFileView = Type.Object({ image: Type.Optional(UploadedImage) });
/** The uploaded image, which takes precedence over the address. */
export const ImageView = Type.Object({ url: Type.String(), image: Type.Optional(UploadedImage) });

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
export const names = { ImageBody, Image: ImageView, ImageFile: ImageFileView, UploadedImage };
