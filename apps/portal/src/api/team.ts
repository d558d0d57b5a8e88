import type { ReplyTemplate, ReplyTemplateBody } from '@tamga/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { ReplyTemplate, ReplyTemplateBody, TeamFigures } from '@tamga/client';

export const PERIODS = ['4', '12', '26', '52'] as const;
export type Period = (typeof PERIODS)[number];

export const figuresQuery = (weeks: Period) =>
  queryOptions({
    queryKey: ['team', 'figures', weeks],
    queryFn: ({ signal }) => callApi('GET /api/v1/gov/officer/figures', { query: { weeks }, signal }),
    placeholderData: keepPreviousData,
  });

export const TEMPLATES_KEY = ['team', 'templates'] as const;

export const templatesQuery = queryOptions({
  queryKey: TEMPLATES_KEY,
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/officer/templates', { signal }),
});

export const saveTemplate = (id: string | null, body: ReplyTemplateBody): Promise<ReplyTemplate> =>
  id === null
    ? callApi('POST /api/v1/gov/officer/templates', { body })
    : callApi('PUT /api/v1/gov/officer/templates/{id}', { params: { id }, body });

export async function deleteTemplate(id: string): Promise<void> {
  await callApi('DELETE /api/v1/gov/officer/templates/{id}', { params: { id } });
}
