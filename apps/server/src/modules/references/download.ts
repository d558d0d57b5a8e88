import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf, ownerOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { sendBytes } from '../files/index.ts';
import type { DocumentOf } from './documents.ts';

/** A download may make the document, which costs as much as a hundred other answers. */
const downloads: Limit = { group: 'gov-documents', perMinute: 60, burst: 30, by: 'person' };

export function downloadMount(documentOf: DocumentOf): Mount {
  return {
    id: 'gov.references.document',
    methods: ['GET'],
    path: '/api/v1/gov/references/:id/document',
    access: signedIn,
    acting: 'view',
    limit: downloads,
    summary: 'The document as a PDF',
    media: { gives: ['application/pdf'] },
    handle: async (request, reply, actor) => {
      const { id } = request.params as { id: string };
      const person = actor as Actor;
      const { name, bytes } =
        (await documentOf({ owner: ownerOf(person), identity: identityOf(person) }, id)) ??
        fail(kernelErrors.not_found);
      return sendBytes(request, reply, bytes, { name, type: 'application/pdf' });
    },
  };
}
