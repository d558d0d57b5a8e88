import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { readFailure } from './api/errors.ts';
import { markSessionEnded } from './api/session.ts';
import { LanguageProvider } from './i18n/provider.tsx';
import { CrashBoundary } from './shell/crash-boundary.tsx';
import { Layout } from './shell/layout.tsx';
import { resolveCssVariables, schemeStorage, theme } from './theme/theme.ts';

const LandingPage = lazy(() =>
  import('./pages/landing/landing-page.tsx').then((page) => ({ default: page.LandingPage })),
);
const SignInPage = lazy(() =>
  import('./pages/sign-in/sign-in-page.tsx').then((page) => ({ default: page.SignInPage })),
);
const EidReturnPage = lazy(() =>
  import('./pages/eid-return/eid-return-page.tsx').then((page) => ({ default: page.EidReturnPage })),
);
const SignedIn = lazy(() => import('./shell/signed-in.tsx').then((part) => ({ default: part.SignedIn })));
const HomePage = lazy(() =>
  import('./pages/home/home-page.tsx').then((page) => ({ default: page.HomePage })),
);
const ProfilePage = lazy(() =>
  import('./pages/profile/profile-page.tsx').then((page) => ({ default: page.ProfilePage })),
);
const OrganisationsPage = lazy(() =>
  import('./pages/organisations/organisations-page.tsx').then((page) => ({
    default: page.OrganisationsPage,
  })),
);
const OrganisationPage = lazy(() =>
  import('./pages/organisations/organisation-page.tsx').then((page) => ({ default: page.OrganisationPage })),
);
const Administration = lazy(() =>
  import('./pages/administration/administration.tsx').then((part) => ({ default: part.Administration })),
);
const AdministrationStart = lazy(() =>
  import('./pages/administration/administration.tsx').then((part) => ({ default: part.AdministrationStart })),
);
const UsersPage = lazy(() =>
  import('./pages/administration/users/users-page.tsx').then((page) => ({ default: page.UsersPage })),
);
const RolesPage = lazy(() =>
  import('./pages/administration/roles/roles-page.tsx').then((page) => ({ default: page.RolesPage })),
);
const AuditPage = lazy(() =>
  import('./pages/administration/audit/audit-page.tsx').then((page) => ({ default: page.AuditPage })),
);
const SecurityPage = lazy(() =>
  import('./pages/administration/security/security-page.tsx').then((page) => ({
    default: page.SecurityPage,
  })),
);
const AppearancePage = lazy(() =>
  import('./pages/administration/appearance/appearance-page.tsx').then((page) => ({
    default: page.AppearancePage,
  })),
);
const NotFoundPage = lazy(() =>
  import('./pages/not-found/not-found-page.tsx').then((page) => ({ default: page.NotFoundPage })),
);

function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (readFailure(error).kind === 'unauthorized') markSessionEnded(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Only an outage is worth another try; a refusal stays one.
        retry: (count, error) => {
          const { kind } = readFailure(error);
          return count < 2 && (kind === 'network' || kind === 'timeout' || kind === 'unavailable');
        },
      },
    },
  });
  return client;
}

const queryClient = createQueryClient();

/** After the first paint: the remembered look is already on the screen, and a slow answer holds nothing up. */
function useSiteLook(): void {
  useEffect(() => {
    import('./theme/site-look.ts').then(
      (part) => part.loadSiteLook(),
      () => undefined,
    );
  }, []);
}

export function App() {
  useSiteLook();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={schemeStorage}
      defaultColorScheme="auto"
    >
      <LanguageProvider>
        <CrashBoundary>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Routes>
                <Route element={<Layout />}>
                  <Route index element={<LandingPage />} />
                  <Route path="login" element={<SignInPage />} />
                  <Route path="auth/eid/callback" element={<EidReturnPage />} />
                  <Route element={<SignedIn />}>
                    <Route path="home" element={<HomePage />} />
                    <Route path="profile" element={<ProfilePage />} />
                    <Route path="organisations" element={<OrganisationsPage />} />
                    <Route path="organisations/:id" element={<OrganisationPage />} />
                    <Route path="administration" element={<Administration />}>
                      <Route index element={<AdministrationStart />} />
                      <Route path="users" element={<UsersPage />} />
                      <Route path="roles" element={<RolesPage />} />
                      <Route path="audit" element={<AuditPage />} />
                      <Route path="security" element={<SecurityPage />} />
                      <Route path="appearance" element={<AppearancePage />} />
                    </Route>
                  </Route>
                  <Route path="*" element={<NotFoundPage />} />
                </Route>
              </Routes>
            </BrowserRouter>
          </QueryClientProvider>
        </CrashBoundary>
      </LanguageProvider>
    </MantineProvider>
  );
}
