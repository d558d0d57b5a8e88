import type { DbIdentity } from '../../kernel/db/identity.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { identityOf } from '../../kernel/http/actor.ts';
import { type ErrorDefinition, fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { FileStorage } from '../files/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { ByName, ReferenceBody, SavedFile, SpaceList, SpaceRoom } from './schemas.ts';
import { listSpace, removeFromSpace, type Space, savingErrors } from './space.ts';

/** The PDF of a person's own certificate; undefined when they have none of that id. */
export type CertificateOf = (
  person: { userId: string; identity: DbIdentity },
  referenceId: string,
) => Promise<{ name: string; bytes: Uint8Array } | undefined>;

export interface RowDeps {
  space: Space;
  files: FileStorage;
  quotaBytes: number;
  certificateOf: CertificateOf;
  /** Errors of `certificateOf`. */
  certificateErrors: readonly ErrorDefinition[];
}

const writes: Limit = { group: 'gspace', perMinute: 30, burst: 15, by: 'person' };

export function spaceRows({
  space,
  files,
  quotaBytes,
  certificateOf,
  certificateErrors,
}: RowDeps): readonly Row[] {
  return [
    read({
      id: 'gspace.list',
      path: '/gspace',
      access: signedIn,
      reply: SpaceList,
      errors: [],
      summary: 'Files of the own space by name, and the used and the whole room in bytes',
      handler: ({ actor, db }) => listSpace(files, db, actor.userId, quotaBytes),
    }),
    write({
      id: 'gspace.delete',
      method: 'DELETE',
      path: '/gspace',
      access: signedIn,
      limit: writes,
      query: ByName,
      reply: SpaceRoom,
      errors: [errors.name_required],
      audit: [events.deleted],
      summary: 'Delete a file of the own space',
      handler: ({ actor, query, tx }) => removeFromSpace(tx, actor.userId, query.name ?? '', quotaBytes),
    }),
    write({
      id: 'gspace.from_reference',
      method: 'POST',
      path: '/gspace/from-reference',
      access: signedIn,
      limit: writes,
      body: ReferenceBody,
      reply: SavedFile,
      idempotent: true,
      errors: [...savingErrors, ...certificateErrors],
      audit: [events.uploaded],
      summary: 'Save the PDF of an own certificate in the own space',
      prepare: async ({ actor, body }) => {
        const person = { userId: actor.userId, identity: identityOf(actor) };
        const document = (await certificateOf(person, body.reference_id)) ?? fail(kernelErrors.not_found);
        const { name, bytes } = document;
        return space.receive(person, { name, source: whole(bytes), announcedBytes: bytes.length });
      },
      handler: ({ actor, tx, prepared }) => space.keep(tx, actor.userId, prepared),
    }),
  ];
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
