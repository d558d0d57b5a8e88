import type { GatewayDocumentState } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type {
  GatewayDocumentState as DocumentState,
  GatewayOperation as Operation,
  GatewayServiceDocs as ServiceDocs,
  GatewayServiceFacts as ServiceFacts,
} from '@tamga/client';

const KEY = ['service-docs'] as const;

export const documentedServicesQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ signal }) => callApi('GET /api/v1/developers/services', { signal }),
});

export const serviceDocsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/developers/services/{id}', { params: { id }, signal }),
  });

export const documentStateQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'state', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/gateway/services/{id}/openapi', { params: { id }, signal }),
  });

export const SERVICE_DOCS_KEY = KEY;

export const saveDocument = (id: string, document: string): Promise<GatewayDocumentState> =>
  callApi('PUT /api/v1/gateway/services/{id}/openapi', { params: { id }, body: { document } });

export async function removeDocument(id: string): Promise<void> {
  await callApi('DELETE /api/v1/gateway/services/{id}/openapi', { params: { id } });
}
