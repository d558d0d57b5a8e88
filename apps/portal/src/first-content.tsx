import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import { optionalSessionQuery } from './api/session.ts';
import type { Language } from './i18n/language.ts';
import { LanguageProvider } from './i18n/provider.tsx';
import { LandingPage } from './pages/landing/landing-page.tsx';
import { Layout } from './shell/layout.tsx';
import { resolveCssVariables, theme } from './theme/theme.ts';

/** The front page as a visitor sees it before any data has arrived. The build puts it into the page itself. */
export function renderFrontPage(language: Language): string {
  const client = new QueryClient();
  client.setQueryData(optionalSessionQuery.queryKey, null);
  return renderToString(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      defaultColorScheme="auto"
      withGlobalClasses={false}
    >
      <LanguageProvider language={language}>
        <QueryClientProvider client={client}>
          <StaticRouter location="/">
            <Routes>
              <Route element={<Layout />}>
                <Route index element={<LandingPage />} />
              </Route>
            </Routes>
          </StaticRouter>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  );
}
