import {
  administration,
  called,
  type Frame,
  type Menu,
  type Need,
  own,
  type PlaceRow,
  work,
} from './place-shape.ts';

export type { Frame, Need } from './place-shape.ts';

/**
 * Every page of the portal, in menu order. The routes, the menu, the page guard, the server's list of known addresses
 * and the browser tests use this table. It contains no React, because the server reads it; place-pages.ts names the
 * component of each row.
 */
export const places = {
  landing: { path: '/', frame: 'bare' },
  console: { path: '/console/*', frame: 'console' },
  'sign-in': { path: '/login', frame: 'bare' },
  'eid-return': { path: '/auth/eid/callback', frame: 'bare' },
  onboarding: { path: '/superadmin/onboarding', frame: 'bare' },
  developers: { path: '/developers', frame: 'open', words: called('Хөгжүүлэгчдэд', 'For developers') },
  'own-programs': {
    path: '/developers/applications',
    frame: 'own',
    words: called('Миний аппликейшн', 'My applications as a developer'),
  },
  'own-program': { path: '/developers/applications/:id', frame: 'own' },
  'documented-services': {
    path: '/developers/services',
    frame: 'own',
    words: called('Гарцын үйлчилгээ турших', 'Services of the gateway'),
  },
  'service-docs': { path: '/developers/services/:id', frame: 'own' },
  'try-callback': { path: '/developers/try/callback', frame: 'bare' },
  'oauth-login': { path: '/oauth/login', frame: 'bare' },
  'oauth-consent': { path: '/oauth/consent', frame: 'bare' },
  'oauth-logout': { path: '/oauth/logout', frame: 'bare' },
  device: {
    path: '/device',
    frame: 'bare',
    words: called('Төхөөрөмжийн кодоор нэвтрэх', 'Sign in a device with a code'),
  },
  'oauth-signed-out': { path: '/oauth/signed-out', frame: 'bare' },
  'oauth-error': { path: '/oauth/error', frame: 'bare' },
  privacy: { path: '/privacy', frame: 'bare', words: called('Хувийн нууц', 'Privacy') },
  accessibility: { path: '/accessibility', frame: 'bare', words: called('Хүртээмж', 'Accessibility') },
  terms: { path: '/terms', frame: 'bare', words: called('Ашиглах нөхцөл', 'Terms of use') },
  status: { path: '/status', frame: 'bare', words: called('Системийн төлөв', 'Status of the platform') },
  verify: { path: '/verify', frame: 'open', words: called('Баримт шалгах', 'Check a document') },
  verified: { path: '/verify/:reference_no', frame: 'open' },

  home: { path: '/home', frame: 'own', menu: own('home', 'Миний хуудас', 'My page') },
  services: { path: '/services', frame: 'open', menu: own('grid', 'Үйлчилгээ', 'Services') },
  service: { path: '/services/:id', frame: 'open' },
  guide: { path: '/guides/:id', frame: 'open' },
  apply: { path: '/services/:id/apply', frame: 'own' },
  'my-applications': {
    path: '/applications',
    frame: 'own',
    menu: own('file', 'Миний хүсэлт', 'My applications'),
  },
  'my-application': { path: '/applications/:id', frame: 'own' },
  references: { path: '/references', frame: 'own', menu: own('certificate', 'Лавлагаа', 'References') },
  space: { path: '/space', frame: 'own', menu: own('folder', 'Миний файл', 'My space') },
  sign: { path: '/sign', frame: 'own', menu: own('signature', 'Гарын үсэг', 'Sign') },
  'sign-documents': {
    path: '/sign/documents',
    frame: 'own',
    words: called('Гарын үсэг зурсан баримт', 'Signed documents'),
  },
  'sign-verify': {
    path: '/sign/verify',
    frame: 'open',
    words: called('Гарын үсэг шалгах', 'Check signatures'),
  },
  'sign-requests': {
    path: '/sign/requests',
    frame: 'own',
    words: called('Хамтран зурах хүсэлт', 'Requests to sign'),
  },
  'sign-request-new': {
    path: '/sign/requests/new',
    frame: 'own',
    words: called('Гарын үсэг хүсэх', 'Ask others to sign'),
  },
  'sign-request': { path: '/sign/requests/:id', frame: 'own' },
  payments: { path: '/payments', frame: 'own', menu: own('credit-card', 'Төлбөр', 'Payments') },
  receipt: { path: '/payments/:id/receipt', frame: 'own' },
  appointments: {
    path: '/appointments',
    frame: 'own',
    menu: own('calendar', 'Цаг захиалга', 'Appointments'),
  },
  notifications: { path: '/notifications', frame: 'own', menu: own('bell', 'Мэдэгдэл', 'Notifications') },
  profile: { path: '/profile', frame: 'own', menu: own('user', 'Хувийн мэдээлэл', 'Profile') },
  account: { path: '/account', frame: 'own', menu: own('user-shield', 'Миний данс', 'My account') },
  'account-security': {
    path: '/account/security',
    frame: 'own',
    words: called('Нэвтрэлт, аюулгүй байдал', 'Sign-ins and security'),
  },
  'account-data': { path: '/account/data', frame: 'own', words: called('Миний мэдээлэл', 'My data') },
  authorisations: {
    path: '/account/authorisations',
    frame: 'own',
    words: called('Итгэмжлэл', 'Authorisations'),
  },
  'authorisation-new': {
    path: '/account/authorisations/new',
    frame: 'own',
    words: called('Итгэмжлэл олгох', 'Authorise a person'),
  },
  authorisation: { path: '/account/authorisations/:id', frame: 'own' },
  connections: { path: '/connections', frame: 'own', menu: own('plug', 'Холболт', 'Connections') },
  organisations: {
    path: '/organisations',
    frame: 'own',
    menu: own('building', 'Байгууллага', 'Organisations'),
  },
  organisation: { path: '/organisations/:id', frame: 'own' },
  invitation: { path: '/invitations/:token', frame: 'own' },
  'role-invitations': {
    path: '/role-invitations',
    frame: 'own',
    words: called('Ажлын дүрийн урилга', 'Invitations to a role'),
  },
  help: { path: '/help', frame: 'open', menu: own('lifebuoy', 'Тусламж', 'Help') },
  'help-topic': { path: '/help/:topic', frame: 'open' },
  'help-article': { path: '/help/articles/:slug', frame: 'open' },
  'help-contact': {
    path: '/help/contact',
    frame: 'open',
    words: called('Тусламжид бичих', 'Write to support'),
  },
  'help-cases': {
    path: '/help/cases',
    frame: 'own',
    words: called('Тусламжид бичсэн асуулт', 'My questions to support'),
  },
  'help-case': { path: '/help/cases/:id', frame: 'own' },

  officer: {
    path: '/officer',
    frame: 'guarded',
    menu: work('gov.review', 'checklist', 'Хүсэлт шийдвэрлэх', 'Case desk'),
  },
  support: {
    path: '/support',
    frame: 'guarded',
    menu: work('support.manage', 'message', 'Тусламжийн асуудал', 'Support'),
  },
  team: {
    path: '/team',
    frame: 'guarded',
    menu: work('manager.view', 'chart', 'Багийн үзүүлэлт', 'Team figures'),
  },
  'team-templates': {
    path: '/team/templates',
    frame: 'guarded',
    words: called('Бэлэн бичвэр', 'Prepared texts'),
  },
  registry: {
    path: '/registry',
    frame: 'registry',
    menu: work('registry.view', 'list', 'Үйлчилгээний бүртгэл', 'Service registry'),
  },
  'registry-services': {
    path: '/registry/services',
    frame: 'registry',
    words: called('Үйлчилгээний паспорт', 'Services of the registry'),
  },
  'registry-service': { path: '/registry/services/:id', frame: 'registry' },
  'registry-evidences': {
    path: '/registry/evidences',
    frame: 'registry',
    words: called('Бүрдүүлэх баримт', 'Evidence of the registry'),
  },
  'registry-life-events': {
    path: '/registry/life-events',
    frame: 'registry',
    words: called('Амьдралын үйл явдал', 'Life events of the registry'),
  },
  'registry-life-event': { path: '/registry/life-events/:id', frame: 'registry' },
  'registry-once-only': {
    path: '/registry/once-only',
    frame: 'registry',
    words: called('Нэг удаа өгөх баримт', 'Once-only papers'),
  },
  'registry-other': { path: '/registry/*', frame: 'registry' },
  relay: {
    path: '/relay',
    frame: 'relay',
    menu: work('relay.view', 'exchange', 'Мэдээлэл солилцоо', 'Relay'),
  },
  'relay-requests': {
    path: '/relay/requests',
    frame: 'relay',
    words: called('Солилцооны хүсэлт', 'Relay requests'),
  },
  'relay-request': { path: '/relay/requests/:id', frame: 'relay' },
  'relay-platforms': {
    path: '/relay/platforms',
    frame: 'relay',
    words: called('Солилцооны платформ', 'Relay platforms'),
  },
  'relay-routes': {
    path: '/relay/routes',
    frame: 'relay',
    words: called('Солилцооны чиглэл', 'Relay routes'),
  },
  'relay-dead-letters': {
    path: '/relay/dead-letters',
    frame: 'relay',
    words: called('Хүргэгдээгүй мессеж', 'Relay messages not delivered'),
  },

  administration: {
    path: '/administration',
    frame: 'guarded',
    menu: administration('dashboard', 'dashboard', 'Ерөнхий байдал', 'Overview'),
  },
  users: {
    path: '/administration/users',
    frame: 'guarded',
    menu: administration('users.manage', 'users', 'Хэрэглэгчид', 'Users'),
  },
  'admin-role-invitations': {
    path: '/administration/role-invitations',
    frame: 'guarded',
    menu: administration('administrator', 'mail', 'Дүрийн урилга', 'Invitations to roles'),
  },
  authorities: {
    path: '/administration/authorities',
    frame: 'guarded',
    menu: administration('administrator', 'building', 'Төрийн байгууллага', 'Authorities'),
  },
  roles: {
    path: '/administration/roles',
    frame: 'guarded',
    menu: administration('roles.manage', 'user-shield', 'Дүр ба эрх', 'Roles'),
  },
  audit: {
    path: '/administration/audit',
    frame: 'guarded',
    menu: administration('audit.view', 'history', 'Аудитын бүртгэл', 'Audit log'),
  },
  security: {
    path: '/administration/security',
    frame: 'guarded',
    menu: administration('administrator', 'shield-exclamation', 'Аюулгүй байдал', 'Security events'),
  },
  erasures: {
    path: '/administration/erasures',
    frame: 'guarded',
    menu: administration('administrator', 'user-shield', 'Устгуулах хүсэлт', 'Requests to erase'),
  },
  appearance: {
    path: '/administration/appearance',
    frame: 'guarded',
    menu: administration('settings.manage', 'palette', 'Гадаад төрх', 'Appearance'),
  },
  announcements: {
    path: '/administration/announcements',
    frame: 'guarded',
    menu: administration('settings.manage', 'speakerphone', 'Зарлал', 'Announcements'),
  },
  feedback: {
    path: '/administration/feedback',
    frame: 'guarded',
    menu: administration('settings.manage', 'thumb-up', 'Хуудасны үнэлгээ', 'Page feedback'),
  },
  'assistant-admin': {
    path: '/administration/assistant',
    frame: 'guarded',
    menu: administration('settings.manage', 'question', 'Иргэний туслах', 'Citizens’ assistant'),
  },
  applications: {
    path: '/administration/applications',
    frame: 'guarded',
    menu: administration('gateway.manage', 'apps', 'Аппликейшнүүд', 'Applications'),
  },
  application: { path: '/administration/applications/:id', frame: 'guarded' },
  webhooks: { path: '/developers/applications/:id/webhooks', frame: 'own' },
  'webhook-deliveries': { path: '/developers/applications/:id/webhooks/:webhook_id', frame: 'own' },
  gateway: {
    path: '/administration/gateway',
    frame: 'guarded',
    menu: administration('gateway.manage', 'route', 'Гарц (gateway)', 'Gateway'),
  },
  'gateway-calls': {
    path: '/administration/gateway/calls',
    frame: 'guarded',
    words: called('Гарцын хандалт', 'Gateway calls'),
  },
  upstream: { path: '/administration/gateway/services/:id', frame: 'guarded' },
  tools: {
    path: '/administration/tools',
    frame: 'guarded',
    menu: administration('administrator', 'robot', 'Туслахын хэрэгсэл', 'Assistants’ tools'),
  },
  admins: {
    path: '/administration/admins',
    frame: 'guarded',
    menu: administration('superadmin', 'shield-star', 'Администраторууд', 'Administrators'),
  },
  invites: {
    path: '/administration/invites',
    frame: 'guarded',
    menu: administration('superadmin', 'mail', 'Урилга', 'Invitations'),
  },
  'access-mode': {
    path: '/administration/access-mode',
    frame: 'guarded',
    menu: administration('superadmin', 'door', 'Нэвтрэх горим', 'Access mode'),
  },
} as const satisfies Record<string, PlaceRow>;

export type PlaceKey = keyof typeof places;
type Rows = (typeof places)[PlaceKey];
export type IconName = Extract<Rows, { menu: Menu }>['menu']['icon'];

export type MenuPlace = { key: PlaceKey; path: string } & Extract<Rows, { menu: Menu }>['menu'];

const entries = Object.entries(places) as [PlaceKey, PlaceRow][];

export const pathsIn = (...frames: readonly Frame[]): { key: PlaceKey; path: string }[] =>
  entries.filter(([, { frame }]) => frames.includes(frame)).map(([key, { path }]) => ({ key, path }));

export const menuPlaces = entries.flatMap(([key, { path, menu }]) =>
  menu ? [{ key, path, ...menu } as MenuPlace] : [],
);

export function isAt({ path }: { path: string }, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** The place of the menu that a page belongs to: the longest path, because `/administration` contains the others. */
export const findMenuPlace = (pathname: string): MenuPlace | undefined =>
  menuPlaces
    .filter((place) => isAt(place, pathname))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

interface NamedPlace {
  path: string;
  words: Menu['words'];
  need: Need;
  /** Readable without sign-in. */
  isOpen: boolean;
}

/** Every page that has a name, those of the menu first; a page below such a place has its need. */
export const namedPlaces: readonly NamedPlace[] = entries
  .flatMap(([, { path, frame, menu, words }]) => {
    const name = menu?.words ?? words;
    const need = findMenuPlace(path)?.need ?? 'signed-in';
    return name
      ? [
          {
            path,
            words: name,
            need,
            isOpen: frame === 'open' || frame === 'bare',
            isInMenu: menu !== undefined,
          },
        ]
      : [];
  })
  .toSorted((one, other) => Number(other.isInMenu) - Number(one.isInMenu));

/** True if an address belongs to a switched-off module. */
export function isHidden(pathname: string, hidden: readonly string[]): boolean {
  return hidden.some((path) => isAt({ path }, pathname));
}
