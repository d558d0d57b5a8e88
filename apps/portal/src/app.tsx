import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { isValidElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  BrowserRouter,
  createRoutesFromElements,
  matchRoutes,
  Outlet,
  Route,
  useLocation,
  useRoutes,
} from 'react-router';
import { readFailure } from './api/errors.ts';
import { hasSessionCookie } from './api/http.ts';
import { markSessionEnded, optionalSessionQuery } from './api/session.ts';
import { hiddenPagesQuery } from './api/site.ts';
import { LanguageProvider } from './i18n/provider.tsx';
import { pagePaths } from './page-paths.ts';
import { CrashBoundary } from './shell/crash-boundary.tsx';
import { loadTools } from './shell/header.tsx';
import { Layout } from './shell/layout.tsx';
import { isLazyPart, lazyPart } from './shell/lazy-part.ts';
import { isHidden } from './shell/places.ts';
import { resolveCssVariables, schemeStorage, theme } from './theme/theme.ts';
import { Loading } from './ui/loading.tsx';

const LandingPage = lazyPart(() =>
  import('./pages/landing/landing-page.tsx').then((page) => page.LandingPage),
);
const SignInPage = lazyPart(() => import('./pages/sign-in/sign-in-page.tsx').then((page) => page.SignInPage));
const EidReturnPage = lazyPart(() =>
  import('./pages/eid-return/eid-return-page.tsx').then((page) => page.EidReturnPage),
);
const SignedIn = lazyPart(() => import('./shell/signed-in.tsx').then((page) => page.SignedIn));
const HomePage = lazyPart(() => import('./pages/home/home-page.tsx').then((page) => page.HomePage));
const OpenToAll = lazyPart(async () => {
  const part = await import('./shell/open-to-all.tsx');
  await part.loadFrame();
  return part.OpenToAll;
});
const CataloguePage = lazyPart(() =>
  import('./pages/catalogue/catalogue-page.tsx').then((page) => page.CataloguePage),
);
const PublicServicePage = lazyPart(() =>
  import('./pages/service/service-page.tsx').then((page) => page.ServicePage),
);
const ApplyPage = lazyPart(() => import('./pages/service/apply-page.tsx').then((page) => page.ApplyPage));
const MyApplicationsPage = lazyPart(() =>
  import('./pages/applications/applications-page.tsx').then((page) => page.ApplicationsPage),
);
const MyApplicationPage = lazyPart(() =>
  import('./pages/applications/application-page.tsx').then((page) => page.ApplicationPage),
);
const ReferencesPage = lazyPart(() =>
  import('./pages/references/references-page.tsx').then((page) => page.ReferencesPage),
);
const VerifyPage = lazyPart(() => import('./pages/verify/verify-page.tsx').then((page) => page.VerifyPage));
const PaymentsPage = lazyPart(() =>
  import('./pages/payments/payments-page.tsx').then((page) => page.PaymentsPage),
);
const ReceiptPage = lazyPart(() =>
  import('./pages/payments/receipt-page.tsx').then((page) => page.ReceiptPage),
);
const AppointmentsPage = lazyPart(() =>
  import('./pages/appointments/appointments-page.tsx').then((page) => page.AppointmentsPage),
);
const NotificationsPage = lazyPart(() =>
  import('./pages/notifications/notifications-page.tsx').then((page) => page.NotificationsPage),
);
const ProfilePage = lazyPart(() =>
  import('./pages/profile/profile-page.tsx').then((page) => page.ProfilePage),
);
const OrganisationsPage = lazyPart(() =>
  import('./pages/organisations/organisations-page.tsx').then((page) => page.OrganisationsPage),
);
const OrganisationPage = lazyPart(() =>
  import('./pages/organisations/organisation-page.tsx').then((page) => page.OrganisationPage),
);
const InvitationPage = lazyPart(() =>
  import('./pages/invitation/invitation-page.tsx').then((page) => page.InvitationPage),
);
const ConsoleApp = lazyPart(() => import('./console-app.tsx').then((page) => page.ConsoleApp));
const OfficerPage = lazyPart(() =>
  import('./pages/officer/officer-page.tsx').then((page) => page.OfficerPage),
);
const RegistryApp = lazyPart(() =>
  import('./pages/registry/registry-app.tsx').then((page) => page.RegistryApp),
);
const Administration = lazyPart(() => import('./shell/guarded.tsx').then((page) => page.Administration));
const AdministrationStart = lazyPart(() =>
  import('./shell/guarded.tsx').then((page) => page.AdministrationStart),
);
const UsersPage = lazyPart(() =>
  import('./pages/administration/users/users-page.tsx').then((page) => page.UsersPage),
);
const RolesPage = lazyPart(() =>
  import('./pages/administration/roles/roles-page.tsx').then((page) => page.RolesPage),
);
const AuditPage = lazyPart(() =>
  import('./pages/administration/audit/audit-page.tsx').then((page) => page.AuditPage),
);
const SecurityPage = lazyPart(() =>
  import('./pages/administration/security/security-page.tsx').then((page) => page.SecurityPage),
);
const AppearancePage = lazyPart(() =>
  import('./pages/administration/appearance/appearance-page.tsx').then((page) => page.AppearancePage),
);
const ApplicationsPage = lazyPart(() =>
  import('./pages/administration/applications/applications-page.tsx').then((page) => page.ApplicationsPage),
);
const ApplicationPage = lazyPart(() =>
  import('./pages/administration/applications/application-page.tsx').then((page) => page.ApplicationPage),
);
const GatewayPage = lazyPart(() =>
  import('./pages/administration/gateway/gateway-page.tsx').then((page) => page.GatewayPage),
);
const CallsPage = lazyPart(() =>
  import('./pages/administration/gateway/calls-page.tsx').then((page) => page.CallsPage),
);
const ServicePage = lazyPart(() =>
  import('./pages/administration/gateway/service-page.tsx').then((page) => page.ServicePage),
);
const ToolsPage = lazyPart(() =>
  import('./pages/administration/tools/tools-page.tsx').then((page) => page.ToolsPage),
);
const TryCallbackPage = lazyPart(() =>
  import('./pages/developers/try-callback-page.tsx').then((page) => page.TryCallbackPage),
);
const AdminsPage = lazyPart(() =>
  import('./pages/administration/superadmin/admins-page.tsx').then((page) => page.AdminsPage),
);
const InvitesPage = lazyPart(() =>
  import('./pages/administration/superadmin/invites-page.tsx').then((page) => page.InvitesPage),
);
const AccessModePage = lazyPart(() =>
  import('./pages/administration/superadmin/access-mode-page.tsx').then((page) => page.AccessModePage),
);
const OnboardingPage = lazyPart(() =>
  import('./pages/onboarding/onboarding-page.tsx').then((page) => page.OnboardingPage),
);
const LoginChallengePage = lazyPart(() =>
  import('./pages/oauth/login-page.tsx').then((page) => page.LoginChallengePage),
);
const ConsentPage = lazyPart(() => import('./pages/oauth/consent-page.tsx').then((page) => page.ConsentPage));
const LogoutPage = lazyPart(() => import('./pages/oauth/logout-page.tsx').then((page) => page.LogoutPage));
const OauthErrorPage = lazyPart(() =>
  import('./pages/oauth/error-page.tsx').then((page) => page.OauthErrorPage),
);
const NotFoundPage = lazyPart(() => import('./shell/not-found-page.tsx').then((page) => page.NotFoundPage));

function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (readFailure(error).kind === 'unauthorized') markSessionEnded(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection everything is tried, fails and says so, instead of waiting in silence until there is one.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
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

const routes = createRoutesFromElements(
  <>
    <Route
      element={
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      }
    >
      <Route path={pagePaths.console} element={<ConsoleApp />} />
    </Route>
    <Route element={<Layout />}>
      <Route path={pagePaths.landing} element={<LandingPage />} />
      <Route path={pagePaths.signIn} element={<SignInPage />} />
      <Route path={pagePaths.eidReturn} element={<EidReturnPage />} />
      <Route path={pagePaths.onboarding} element={<OnboardingPage />} />
      <Route path={pagePaths.tryCallback} element={<TryCallbackPage />} />
      <Route path={pagePaths.oauthLogin} element={<LoginChallengePage />} />
      <Route path={pagePaths.oauthConsent} element={<ConsentPage />} />
      <Route path={pagePaths.oauthLogout} element={<LogoutPage />} />
      <Route path={pagePaths.oauthError} element={<OauthErrorPage />} />
      <Route element={<OpenToAll />}>
        <Route path={pagePaths.services} element={<CataloguePage />} />
        <Route path={pagePaths.service} element={<PublicServicePage />} />
        <Route path={pagePaths.verify} element={<VerifyPage />} />
        <Route path={pagePaths.verified} element={<VerifyPage />} />
      </Route>
      <Route element={<SignedIn />}>
        <Route path={pagePaths.home} element={<HomePage />} />
        <Route path={pagePaths.apply} element={<ApplyPage />} />
        <Route path={pagePaths.applications} element={<MyApplicationsPage />} />
        <Route path={pagePaths.application} element={<MyApplicationPage />} />
        <Route path={pagePaths.references} element={<ReferencesPage />} />
        <Route path={pagePaths.payments} element={<PaymentsPage />} />
        <Route path={pagePaths.receipt} element={<ReceiptPage />} />
        <Route path={pagePaths.appointments} element={<AppointmentsPage />} />
        <Route path={pagePaths.notifications} element={<NotificationsPage />} />
        <Route path={pagePaths.profile} element={<ProfilePage />} />
        <Route path={pagePaths.organisations} element={<OrganisationsPage />} />
        <Route path={pagePaths.organisation} element={<OrganisationPage />} />
        <Route path={pagePaths.invitation} element={<InvitationPage />} />
        <Route element={<Administration />}>
          <Route path={pagePaths.officer} element={<OfficerPage />} />
          <Route path={pagePaths.registry} element={<RegistryApp />} />
        </Route>
        <Route path={pagePaths.administration} element={<Administration />}>
          <Route index element={<AdministrationStart />} />
          <Route path={pagePaths.users} element={<UsersPage />} />
          <Route path={pagePaths.roles} element={<RolesPage />} />
          <Route path={pagePaths.audit} element={<AuditPage />} />
          <Route path={pagePaths.security} element={<SecurityPage />} />
          <Route path={pagePaths.appearance} element={<AppearancePage />} />
          <Route path={pagePaths.clients} element={<ApplicationsPage />} />
          <Route path={pagePaths.client} element={<ApplicationPage />} />
          <Route path={pagePaths.gateway} element={<GatewayPage />} />
          <Route path={pagePaths.gatewayCalls} element={<CallsPage />} />
          <Route path={pagePaths.upstream} element={<ServicePage />} />
          <Route path={pagePaths.tools} element={<ToolsPage />} />
          <Route path={pagePaths.admins} element={<AdminsPage />} />
          <Route path={pagePaths.invites} element={<InvitesPage />} />
          <Route path={pagePaths.accessMode} element={<AccessModePage />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </>,
);

/** A page whose module is switched off is not there, whoever has kept its address. */
function Pages() {
  const { pathname } = useLocation();
  // The console's host answers no call of the citizens' site.
  const isConsole = /^\/console(?:\/|$)/.test(pathname);
  const { data: hidden = [] } = useQuery({ ...hiddenPagesQuery, enabled: !isConsole });
  return useRoutes(routes, isHidden(pathname, hidden) ? '/not-here' : undefined);
}

/** Fetches what this address shows, all of it at once, before the first drawing. */
export async function loadFirstPage(): Promise<void> {
  if (hasSessionCookie()) void queryClient.prefetchQuery(optionalSessionQuery);
  const parts = (matchRoutes(routes, window.location) ?? []).map(({ route }) => loadPart(route.element));
  await Promise.all([...parts, loadTools()]);
}

async function loadPart(element: ReactNode): Promise<void> {
  if (isValidElement(element) && isLazyPart(element.type)) await element.type.load();
}

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

/** Paper is white: what is printed from the dark look would be light letters on nothing. */
function useIsOnPaper(): boolean {
  const [isOnPaper, setIsOnPaper] = useState(false);
  useEffect(() => {
    // At once, because the browser prints what is there when this returns.
    const toPaper = () => flushSync(() => setIsOnPaper(true));
    const toScreen = () => setIsOnPaper(false);
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, []);
  return isOnPaper;
}

export function App() {
  useSiteLook();
  const isOnPaper = useIsOnPaper();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={schemeStorage}
      defaultColorScheme="auto"
      {...(isOnPaper ? { forceColorScheme: 'light' } : {})}
    >
      <LanguageProvider>
        <CrashBoundary>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Pages />
            </BrowserRouter>
          </QueryClientProvider>
        </CrashBoundary>
      </LanguageProvider>
    </MantineProvider>
  );
}
