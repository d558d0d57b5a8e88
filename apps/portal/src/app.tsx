import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { readFailure } from './api/errors.ts';
import { markSessionEnded } from './api/session.ts';
import { LanguageProvider } from './i18n/provider.tsx';
import { CrashBoundary } from './shell/crash-boundary.tsx';
import { Layout } from './shell/layout.tsx';
import { Loading } from './shell/loading.tsx';
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
const OpenToAll = lazy(() => import('./shell/open-to-all.tsx').then((part) => ({ default: part.OpenToAll })));
const CataloguePage = lazy(() =>
  import('./pages/catalogue/catalogue-page.tsx').then((page) => ({ default: page.CataloguePage })),
);
const PublicServicePage = lazy(() =>
  import('./pages/service/service-page.tsx').then((page) => ({ default: page.ServicePage })),
);
const ApplyPage = lazy(() =>
  import('./pages/service/apply-page.tsx').then((page) => ({ default: page.ApplyPage })),
);
const MyApplicationsPage = lazy(() =>
  import('./pages/applications/applications-page.tsx').then((page) => ({ default: page.ApplicationsPage })),
);
const MyApplicationPage = lazy(() =>
  import('./pages/applications/application-page.tsx').then((page) => ({ default: page.ApplicationPage })),
);
const ReferencesPage = lazy(() =>
  import('./pages/references/references-page.tsx').then((page) => ({ default: page.ReferencesPage })),
);
const VerifyPage = lazy(() =>
  import('./pages/verify/verify-page.tsx').then((page) => ({ default: page.VerifyPage })),
);
const PaymentsPage = lazy(() =>
  import('./pages/payments/payments-page.tsx').then((page) => ({ default: page.PaymentsPage })),
);
const AppointmentsPage = lazy(() =>
  import('./pages/appointments/appointments-page.tsx').then((page) => ({ default: page.AppointmentsPage })),
);
const NotificationsPage = lazy(() =>
  import('./pages/notifications/notifications-page.tsx').then((page) => ({
    default: page.NotificationsPage,
  })),
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
const InvitationPage = lazy(() =>
  import('./pages/invitation/invitation-page.tsx').then((page) => ({ default: page.InvitationPage })),
);
const ConsoleApp = lazy(() =>
  import('./pages/console/console-app.tsx').then((part) => ({ default: part.ConsoleApp })),
);
const OfficerPage = lazy(() =>
  import('./pages/officer/officer-page.tsx').then((page) => ({ default: page.OfficerPage })),
);
const RegistryApp = lazy(() =>
  import('./pages/registry/registry-app.tsx').then((part) => ({ default: part.RegistryApp })),
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
const ApplicationsPage = lazy(() =>
  import('./pages/administration/applications/applications-page.tsx').then((page) => ({
    default: page.ApplicationsPage,
  })),
);
const ApplicationPage = lazy(() =>
  import('./pages/administration/applications/application-page.tsx').then((page) => ({
    default: page.ApplicationPage,
  })),
);
const GatewayPage = lazy(() =>
  import('./pages/administration/gateway/gateway-page.tsx').then((page) => ({ default: page.GatewayPage })),
);
const CallsPage = lazy(() =>
  import('./pages/administration/gateway/calls-page.tsx').then((page) => ({ default: page.CallsPage })),
);
const ServicePage = lazy(() =>
  import('./pages/administration/gateway/service-page.tsx').then((page) => ({ default: page.ServicePage })),
);
const ToolsPage = lazy(() =>
  import('./pages/administration/tools/tools-page.tsx').then((page) => ({ default: page.ToolsPage })),
);
const TryCallbackPage = lazy(() =>
  import('./pages/developers/try-callback-page.tsx').then((page) => ({ default: page.TryCallbackPage })),
);
const AdminsPage = lazy(() =>
  import('./pages/administration/superadmin/admins-page.tsx').then((page) => ({ default: page.AdminsPage })),
);
const InvitesPage = lazy(() =>
  import('./pages/administration/superadmin/invites-page.tsx').then((page) => ({
    default: page.InvitesPage,
  })),
);
const AccessModePage = lazy(() =>
  import('./pages/administration/superadmin/access-mode-page.tsx').then((page) => ({
    default: page.AccessModePage,
  })),
);
const OnboardingPage = lazy(() =>
  import('./pages/onboarding/onboarding-page.tsx').then((page) => ({ default: page.OnboardingPage })),
);
const LoginChallengePage = lazy(() =>
  import('./pages/oauth/login-page.tsx').then((page) => ({ default: page.LoginChallengePage })),
);
const ConsentPage = lazy(() =>
  import('./pages/oauth/consent-page.tsx').then((page) => ({ default: page.ConsentPage })),
);
const LogoutPage = lazy(() =>
  import('./pages/oauth/logout-page.tsx').then((page) => ({ default: page.LogoutPage })),
);
const OauthErrorPage = lazy(() =>
  import('./pages/oauth/error-page.tsx').then((page) => ({ default: page.OauthErrorPage })),
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
    // The operator console has a look of its own, and its host answers no call of the citizens' site.
    if (/^\/console(?:\/|$)/.test(window.location.pathname)) return;
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
                <Route
                  path="console/*"
                  element={
                    <Suspense fallback={<Loading />}>
                      <ConsoleApp />
                    </Suspense>
                  }
                />
                <Route element={<Layout />}>
                  <Route index element={<LandingPage />} />
                  <Route path="login" element={<SignInPage />} />
                  <Route path="auth/eid/callback" element={<EidReturnPage />} />
                  <Route path="superadmin/onboarding" element={<OnboardingPage />} />
                  <Route path="developers/try/callback" element={<TryCallbackPage />} />
                  <Route path="oauth/login" element={<LoginChallengePage />} />
                  <Route path="oauth/consent" element={<ConsentPage />} />
                  <Route path="oauth/logout" element={<LogoutPage />} />
                  <Route path="oauth/error" element={<OauthErrorPage />} />
                  <Route element={<OpenToAll />}>
                    <Route path="services" element={<CataloguePage />} />
                    <Route path="services/:id" element={<PublicServicePage />} />
                    <Route path="verify" element={<VerifyPage />} />
                    <Route path="verify/:reference_no" element={<VerifyPage />} />
                  </Route>
                  <Route element={<SignedIn />}>
                    <Route path="home" element={<HomePage />} />
                    <Route path="services/:id/apply" element={<ApplyPage />} />
                    <Route path="applications" element={<MyApplicationsPage />} />
                    <Route path="applications/:id" element={<MyApplicationPage />} />
                    <Route path="references" element={<ReferencesPage />} />
                    <Route path="payments" element={<PaymentsPage />} />
                    <Route path="appointments" element={<AppointmentsPage />} />
                    <Route path="notifications" element={<NotificationsPage />} />
                    <Route path="profile" element={<ProfilePage />} />
                    <Route path="organisations" element={<OrganisationsPage />} />
                    <Route path="organisations/:id" element={<OrganisationPage />} />
                    <Route path="invitations/:token" element={<InvitationPage />} />
                    <Route element={<Administration />}>
                      <Route path="officer" element={<OfficerPage />} />
                      <Route path="registry/*" element={<RegistryApp />} />
                    </Route>
                    <Route path="administration" element={<Administration />}>
                      <Route index element={<AdministrationStart />} />
                      <Route path="users" element={<UsersPage />} />
                      <Route path="roles" element={<RolesPage />} />
                      <Route path="audit" element={<AuditPage />} />
                      <Route path="security" element={<SecurityPage />} />
                      <Route path="appearance" element={<AppearancePage />} />
                      <Route path="applications" element={<ApplicationsPage />} />
                      <Route path="applications/:id" element={<ApplicationPage />} />
                      <Route path="gateway" element={<GatewayPage />} />
                      <Route path="gateway/calls" element={<CallsPage />} />
                      <Route path="gateway/services/:id" element={<ServicePage />} />
                      <Route path="tools" element={<ToolsPage />} />
                      <Route path="admins" element={<AdminsPage />} />
                      <Route path="invites" element={<InvitesPage />} />
                      <Route path="access-mode" element={<AccessModePage />} />
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
