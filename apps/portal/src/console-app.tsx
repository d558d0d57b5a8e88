import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { consoleSessionQuery } from './api/console.ts';
import { readFailure } from './api/errors.ts';
import { usePageWords } from './i18n/provider.tsx';
import { BulkWorkProvider } from './pages/console/bulk/bulk-work.tsx';
import { ConsoleSignIn } from './pages/console/sign-in/console-sign-in.tsx';
import { ConsoleShell } from './shell/console/console-shell.tsx';
import { consoleWords } from './shell/console/words.ts';
import { BrandContext } from './ui/page/brand.ts';

const pages = {
  organisations: lazy(() =>
    import('./pages/console/organisations/tenants-page.tsx').then((page) => ({ default: page.TenantsPage })),
  ),
  bulk: lazy(() => import('./pages/console/bulk/bulk-page.tsx').then((page) => ({ default: page.BulkPage }))),
  directory: lazy(() =>
    import('./pages/console/directory/directory-page.tsx').then((page) => ({ default: page.DirectoryPage })),
  ),
  audit: lazy(() =>
    import('./pages/console/audit/actions-page.tsx').then((page) => ({ default: page.ActionsPage })),
  ),
  operators: lazy(() =>
    import('./pages/console/operators/operators-page.tsx').then((page) => ({ default: page.OperatorsPage })),
  ),
};

/** Separate from the citizens' client, because the end of one session does not affect the other. */
function createConsoleClient(): QueryClient {
  const onError = (error: Error): void => {
    if (readFailure(error).kind === 'unauthorized') client.setQueryData(consoleSessionQuery.queryKey, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (count, error) => {
          const { kind } = readFailure(error);
          return count < 2 && (kind === 'network' || kind === 'timeout' || kind === 'unavailable');
        },
      },
    },
  });
  return client;
}

const consoleClient = createConsoleClient();

/** The console is a separate site in the same build: its own name, session and frame. */
export function ConsoleApp() {
  const { title } = usePageWords(consoleWords);
  const brand = useMemo(() => ({ name: title, line: '' }), [title]);
  return (
    <BrandContext value={brand}>
      <QueryClientProvider client={consoleClient}>
        <BulkWorkProvider>
          <ConsoleShell pages={pages} SignIn={ConsoleSignIn} />
        </BulkWorkProvider>
      </QueryClientProvider>
    </BrandContext>
  );
}
