import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf, ownerOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { sendBytes } from '../files/index.ts';
import { documentDownloads } from '../issued-documents/index.ts';
import type { DocumentOf } from './documents.ts';
import { findServiceOf } from './store.ts';

export function downloadMount(documentOf: DocumentOf): Mount {
  return {
    id: 'gov.references.document',
    methods: ['GET'],
    path: '/api/v1/gov/references/:id/document',
    access: signedIn,
    acting: { act: 'view', service: ({ params }, db) => findServiceOf(db, (params as { id: string }).id) },
    limit: documentDownloads,
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
