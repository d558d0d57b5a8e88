import { type LazyPart, lazyPart } from './shell/lazy-part.ts';
import type { PlaceKey } from './shell/places.ts';

/** The component of each place, loaded when the place is opened. */
export const placePages: Record<PlaceKey, LazyPart> = {
  landing: lazyPart(() => import('./pages/landing/landing-page.tsx').then((page) => page.LandingPage)),
  console: lazyPart(() => import('./console-app.tsx').then((page) => page.ConsoleApp)),
  'sign-in': lazyPart(() => import('./pages/sign-in/sign-in-page.tsx').then((page) => page.SignInPage)),
  'eid-return': lazyPart(() =>
    import('./pages/eid-return/eid-return-page.tsx').then((page) => page.EidReturnPage),
  ),
  onboarding: lazyPart(() =>
    import('./pages/onboarding/onboarding-page.tsx').then((page) => page.OnboardingPage),
  ),
  developers: lazyPart(() =>
    import('./pages/developers/developers-page.tsx').then((page) => page.DevelopersPage),
  ),
  'own-programs': lazyPart(() =>
    import('./pages/developers/own-applications-page.tsx').then((page) => page.OwnApplicationsPage),
  ),
  'own-program': lazyPart(() =>
    import('./pages/developers/own-application-page.tsx').then((page) => page.OwnApplicationPage),
  ),
  'documented-services': lazyPart(() =>
    import('./pages/developers/services-page.tsx').then((page) => page.ServicesPage),
  ),
  'service-docs': lazyPart(() =>
    import('./pages/developers/service-docs-page.tsx').then((page) => page.ServiceDocsPage),
  ),
  'try-callback': lazyPart(() =>
    import('./pages/developers/try-callback-page.tsx').then((page) => page.TryCallbackPage),
  ),
  'oauth-login': lazyPart(() =>
    import('./pages/oauth/login-page.tsx').then((page) => page.LoginChallengePage),
  ),
  'oauth-consent': lazyPart(() => import('./pages/oauth/consent-page.tsx').then((page) => page.ConsentPage)),
  'oauth-logout': lazyPart(() => import('./pages/oauth/logout-page.tsx').then((page) => page.LogoutPage)),
  device: lazyPart(() => import('./pages/oauth/device-page.tsx').then((page) => page.DevicePage)),
  'oauth-signed-out': lazyPart(() =>
    import('./pages/oauth/signed-out-page.tsx').then((page) => page.SignedOutPage),
  ),
  'oauth-error': lazyPart(() => import('./pages/oauth/error-page.tsx').then((page) => page.OauthErrorPage)),
  help: lazyPart(() => import('./pages/help/help-page.tsx').then((page) => page.HelpPage)),
  'help-article': lazyPart(() => import('./pages/help/article-page.tsx').then((page) => page.ArticlePage)),
  'help-contact': lazyPart(() => import('./pages/help/contact-page.tsx').then((page) => page.ContactPage)),
  'help-cases': lazyPart(() => import('./pages/help/cases-page.tsx').then((page) => page.CasesPage)),
  'help-case': lazyPart(() => import('./pages/help/case-page.tsx').then((page) => page.CasePage)),
  support: lazyPart(() => import('./pages/support/support-page.tsx').then((page) => page.SupportPage)),
  feedback: lazyPart(() =>
    import('./pages/administration/feedback/feedback-page.tsx').then((page) => page.FeedbackPage),
  ),
  'help-topic': lazyPart(() => import('./pages/help/topic-page.tsx').then((page) => page.TopicPage)),
  privacy: lazyPart(() =>
    import('./pages/information/information-page.tsx').then((page) => page.InformationPage),
  ),
  accessibility: lazyPart(() =>
    import('./pages/information/information-page.tsx').then((page) => page.InformationPage),
  ),
  terms: lazyPart(() =>
    import('./pages/information/information-page.tsx').then((page) => page.InformationPage),
  ),
  status: lazyPart(() => import('./pages/information/status-page.tsx').then((page) => page.StatusPage)),
  verify: lazyPart(() => import('./pages/verify/verify-page.tsx').then((page) => page.VerifyPage)),
  verified: lazyPart(() => import('./pages/verify/verify-page.tsx').then((page) => page.VerifyPage)),
  home: lazyPart(() => import('./pages/home/home-page.tsx').then((page) => page.HomePage)),
  services: lazyPart(() => import('./pages/catalogue/catalogue-page.tsx').then((page) => page.CataloguePage)),
  service: lazyPart(() => import('./pages/service/service-page.tsx').then((page) => page.ServicePage)),
  guide: lazyPart(() => import('./pages/guide/guide-page.tsx').then((page) => page.GuidePage)),
  apply: lazyPart(() => import('./pages/service/apply-page.tsx').then((page) => page.ApplyPage)),
  'my-applications': lazyPart(() =>
    import('./pages/applications/applications-page.tsx').then((page) => page.ApplicationsPage),
  ),
  'my-application': lazyPart(() =>
    import('./pages/applications/application-page.tsx').then((page) => page.ApplicationPage),
  ),
  references: lazyPart(() =>
    import('./pages/references/references-page.tsx').then((page) => page.ReferencesPage),
  ),
  space: lazyPart(() => import('./pages/space/space-page.tsx').then((page) => page.SpacePage)),
  sign: lazyPart(() => import('./pages/sign/sign-page.tsx').then((page) => page.SignPage)),
  'sign-documents': lazyPart(() =>
    import('./pages/sign/documents-page.tsx').then((page) => page.DocumentsPage),
  ),
  'sign-requests': lazyPart(() =>
    import('./pages/sign-requests/requests-page.tsx').then((page) => page.RequestsPage),
  ),
  'sign-request-new': lazyPart(() =>
    import('./pages/sign-requests/new-request-page.tsx').then((page) => page.NewRequestPage),
  ),
  'sign-request': lazyPart(() =>
    import('./pages/sign-requests/request-page.tsx').then((page) => page.RequestPage),
  ),
  'sign-verify': lazyPart(() =>
    import('./pages/sign/verify-file-page.tsx').then((page) => page.VerifyFilePage),
  ),
  payments: lazyPart(() => import('./pages/payments/payments-page.tsx').then((page) => page.PaymentsPage)),
  receipt: lazyPart(() => import('./pages/payments/receipt-page.tsx').then((page) => page.ReceiptPage)),
  appointments: lazyPart(() =>
    import('./pages/appointments/appointments-page.tsx').then((page) => page.AppointmentsPage),
  ),
  notifications: lazyPart(() =>
    import('./pages/notifications/notifications-page.tsx').then((page) => page.NotificationsPage),
  ),
  profile: lazyPart(() => import('./pages/profile/profile-page.tsx').then((page) => page.ProfilePage)),
  account: lazyPart(() => import('./pages/account/account-page.tsx').then((page) => page.AccountPage)),
  'account-security': lazyPart(() =>
    import('./pages/account/security-page.tsx').then((page) => page.SecurityPage),
  ),
  'account-data': lazyPart(() => import('./pages/account/data-page.tsx').then((page) => page.DataPage)),
  authorisations: lazyPart(() =>
    import('./pages/account/authorisations/list-page.tsx').then((page) => page.AuthorisationsPage),
  ),
  'authorisation-new': lazyPart(() =>
    import('./pages/account/authorisations/new-page.tsx').then((page) => page.NewAuthorisationPage),
  ),
  authorisation: lazyPart(() =>
    import('./pages/account/authorisations/one-page.tsx').then((page) => page.AuthorisationPage),
  ),
  connections: lazyPart(() =>
    import('./pages/connections/connections-page.tsx').then((page) => page.ConnectionsPage),
  ),
  organisations: lazyPart(() =>
    import('./pages/organisations/organisations-page.tsx').then((page) => page.OrganisationsPage),
  ),
  organisation: lazyPart(() =>
    import('./pages/organisations/organisation-page.tsx').then((page) => page.OrganisationPage),
  ),
  invitation: lazyPart(() =>
    import('./pages/invitation/invitation-page.tsx').then((page) => page.InvitationPage),
  ),
  team: lazyPart(() => import('./pages/team/figures-page.tsx').then((page) => page.FiguresPage)),
  'team-templates': lazyPart(() =>
    import('./pages/team/templates-page.tsx').then((page) => page.TemplatesPage),
  ),
  officer: lazyPart(() => import('./pages/officer/officer-page.tsx').then((page) => page.OfficerPage)),
  registry: lazyPart(() =>
    import('./pages/registry/overview-page.tsx').then((page) => page.RegistryOverviewPage),
  ),
  'registry-services': lazyPart(() =>
    import('./pages/registry/services-page.tsx').then((page) => page.RegistryServicesPage),
  ),
  'registry-service': lazyPart(() =>
    import('./pages/registry/service-page.tsx').then((page) => page.RegistryServicePage),
  ),
  'registry-evidences': lazyPart(() =>
    import('./pages/registry/evidences-page.tsx').then((page) => page.RegistryEvidencesPage),
  ),
  'registry-life-events': lazyPart(() =>
    import('./pages/registry/life-events-page.tsx').then((page) => page.RegistryLifeEventsPage),
  ),
  'registry-life-event': lazyPart(() =>
    import('./pages/registry/guide/guide-editor-page.tsx').then((page) => page.GuideEditorPage),
  ),
  'registry-once-only': lazyPart(() =>
    import('./pages/registry/once-only-page.tsx').then((page) => page.OnceOnlyPage),
  ),
  'registry-other': lazyPart(() =>
    import('./pages/registry/registry.tsx').then((page) => page.RegistryOther),
  ),
  relay: lazyPart(() => import('./pages/relay/overview-page.tsx').then((page) => page.RelayOverviewPage)),
  'relay-requests': lazyPart(() =>
    import('./pages/relay/requests-page.tsx').then((page) => page.RelayRequestsPage),
  ),
  'relay-request': lazyPart(() =>
    import('./pages/relay/request-page.tsx').then((page) => page.RelayRequestPage),
  ),
  'relay-platforms': lazyPart(() =>
    import('./pages/relay/platforms-page.tsx').then((page) => page.RelayPlatformsPage),
  ),
  'relay-routes': lazyPart(() =>
    import('./pages/relay/routes-page.tsx').then((page) => page.RelayRoutesPage),
  ),
  'relay-dead-letters': lazyPart(() =>
    import('./pages/relay/dead-letters-page.tsx').then((page) => page.RelayDeadLettersPage),
  ),
  administration: lazyPart(() =>
    import('./pages/administration/dashboard/dashboard-page.tsx').then((page) => page.DashboardPage),
  ),
  'admin-role-invitations': lazyPart(() =>
    import('./pages/administration/users/invitations-page.tsx').then((page) => page.RoleInvitationsPage),
  ),
  'role-invitations': lazyPart(() =>
    import('./pages/role-invitations/role-invitations-page.tsx').then((page) => page.OwnRoleInvitationsPage),
  ),
  users: lazyPart(() => import('./pages/administration/users/users-page.tsx').then((page) => page.UsersPage)),
  authorities: lazyPart(() =>
    import('./pages/administration/authorities/authorities-page.tsx').then((page) => page.AuthoritiesPage),
  ),
  roles: lazyPart(() => import('./pages/administration/roles/roles-page.tsx').then((page) => page.RolesPage)),
  audit: lazyPart(() => import('./pages/administration/audit/audit-page.tsx').then((page) => page.AuditPage)),
  security: lazyPart(() =>
    import('./pages/administration/security/security-page.tsx').then((page) => page.SecurityPage),
  ),
  'assistant-admin': lazyPart(() =>
    import('./pages/administration/assistant/assistant-page.tsx').then((part) => part.AssistantAdminPage),
  ),
  announcements: lazyPart(() =>
    import('./pages/administration/announcements/announcements-page.tsx').then(
      (page) => page.AnnouncementsPage,
    ),
  ),
  erasures: lazyPart(() =>
    import('./pages/administration/erasures/erasures-page.tsx').then((page) => page.ErasuresPage),
  ),
  appearance: lazyPart(() =>
    import('./pages/administration/appearance/appearance-page.tsx').then((page) => page.AppearancePage),
  ),
  applications: lazyPart(() =>
    import('./pages/administration/applications/applications-page.tsx').then((page) => page.ApplicationsPage),
  ),
  application: lazyPart(() =>
    import('./pages/administration/applications/application-page.tsx').then((page) => page.ApplicationPage),
  ),
  webhooks: lazyPart(() => import('./pages/webhooks/webhooks-page.tsx').then((page) => page.WebhooksPage)),
  'webhook-deliveries': lazyPart(() =>
    import('./pages/webhooks/deliveries-page.tsx').then((page) => page.WebhookDeliveriesPage),
  ),
  gateway: lazyPart(() =>
    import('./pages/administration/gateway/gateway-page.tsx').then((page) => page.GatewayPage),
  ),
  'gateway-calls': lazyPart(() =>
    import('./pages/administration/gateway/calls-page.tsx').then((page) => page.CallsPage),
  ),
  upstream: lazyPart(() =>
    import('./pages/administration/gateway/service-page.tsx').then((page) => page.ServicePage),
  ),
  tools: lazyPart(() => import('./pages/administration/tools/tools-page.tsx').then((page) => page.ToolsPage)),
  admins: lazyPart(() =>
    import('./pages/administration/superadmin/admins-page.tsx').then((page) => page.AdminsPage),
  ),
  invites: lazyPart(() =>
    import('./pages/administration/superadmin/invites-page.tsx').then((page) => page.InvitesPage),
  ),
  'access-mode': lazyPart(() =>
    import('./pages/administration/superadmin/access-mode-page.tsx').then((page) => page.AccessModePage),
  ),
};
