import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { DashboardFigures, DashboardSeries } from '@tamga/client';

export const PERIODS = ['today', '7d', '30d', '12m'] as const;
export type Period = (typeof PERIODS)[number];

export const dashboardQuery = (period: Period) =>
  queryOptions({
    queryKey: ['dashboard', period],
    queryFn: ({ signal }) => callApi('GET /api/v1/admin/figures', { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
