import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { type FileStorage, sendStored } from '../files/index.ts';
import { errors } from './errors.ts';
import { ByName } from './schemas.ts';
import type { Space } from './space.ts';

const octets = 'application/octet-stream';

export function downloadMount(deps: { database: Database; files: FileStorage; space: Space }): Mount {
  return {
    id: 'gspace.download',
    methods: ['GET'],
    path: '/api/v1/gspace/download',
    access: signedIn,
    summary: 'Download a file of the own space',
    media: { query: ByName, gives: [octets] },
    handle: async (request, reply, actor) => {
      const person = actor as Actor;
      const { name = '' } = request.query as { name?: unknown };
      if (typeof name !== 'string' || name === '') fail(errors.name_required);
      const db = deps.database.reader(identityOf(person));
      const found = (await deps.space.find(db, person.userId, name)) ?? fail(kernelErrors.not_found);
      return sendStored(deps.files, request, reply, found.stored, {
        name: found.name,
        type: octets,
        isOwner: true,
      });
    },
  };
}
