import { checksOwnText, Id, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { spaceKinds } from '../files/index.ts';

export const SpaceFile = Type.Object({
  name: Type.String(),
  size: Type.Integer(),
  mod_time: Timestamp,
  /** The kind by content. */
  type: oneOf(...spaceKinds),
  state: oneOf('ready', 'waiting', 'infected', 'unscannable'),
});
export type SpaceFile = Static<typeof SpaceFile>;

const room = { used: Type.Integer(), limit: Type.Integer() };
export const SpaceList = Type.Object({ files: Type.Array(SpaceFile), ...room });
export const SpaceRoom = Type.Object(room);
export const SavedFile = Type.Object({ name: Type.String(), size: Type.Integer(), ...room });
export type SavedFile = Static<typeof SavedFile>;

/** Longer than any name that is kept: folders and hidden characters are removed from it first. */
const givenName = Type.String({ maxLength: 1000, ...checksOwnText });
export const ByName = strict({ name: Type.Optional(Type.String({ maxLength: 1000 })) });

export const jsonBodyBytes = 4 * 1024 * 1024;
export const UploadBody = strict({
  name: givenName,
  data: Type.String({ maxLength: jsonBodyBytes, description: 'The file in base64' }),
});

export const ReferenceBody = strict({ reference_id: Id });

export const names = { SpaceFile, SpaceList, SpaceRoom, SavedSpaceFile: SavedFile };
