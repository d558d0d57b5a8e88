import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { consoleSessionQuery } from './api/console.ts';
import { readFailure } from './api/errors.ts';
import { usePageWords } from './i18n/provider.tsx';
import { BulkWorkProvider } from './pages/console/bulk/bulk-work.tsx';
import { ConsoleShell } from './shell/console/console-shell.tsx';
import { consoleWords } from './shell/console/words.ts';
import { BrandContext } from './ui/brand.ts';

/** Apart from the citizens' one: an end of the one session says nothing of the other. */
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

/** The console is another site in the same build: its own name, session and frame. */
export function ConsoleApp() {
  const { title } = usePageWords(consoleWords);
  const brand = useMemo(() => ({ name: title, line: '' }), [title]);
  return (
    <BrandContext value={brand}>
      <QueryClientProvider client={consoleClient}>
        <BulkWorkProvider>
          <ConsoleShell />
        </BulkWorkProvider>
      </QueryClientProvider>
    </BrandContext>
  );
}
