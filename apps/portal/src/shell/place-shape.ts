/** The condition for opening a place: any session, a role, a permission by its key, or a list of the dashboard. */
export type Need =
  | 'signed-in'
  | 'administrator'
  | 'superadmin'
  | 'dashboard'
  | 'users.manage'
  | 'roles.manage'
  | 'settings.manage'
  | 'gateway.manage'
  | 'gov.review'
  | 'support.manage'
  | 'manager.view'
  | 'registry.view'
  | 'audit.view'
  | 'relay.view';

/**
 * The frame around a page: only the header and footer (`bare`), also the menu for signed-in users (`open`), the menu
 * after sign-in (`own`), the same with a permission (`guarded`), the tabs of the registry or the relay inside that
 * (`registry`, `relay`), or no part of the citizens' site (`console`).
 */
export type Frame = 'bare' | 'open' | 'own' | 'guarded' | 'registry' | 'relay' | 'console';

export interface Menu {
  group: 'personal' | 'work' | 'administration';
  need: Need;
  icon: string;
  words: { mn: string; en: string };
}

export interface PlaceRow {
  path: string;
  frame: Frame;
  /** Only places of the menu have one; pages below such a place share its need. */
  menu?: Menu;
  /** The name of a page outside the menu, by which it is found with Ctrl+K. */
  words?: Menu['words'];
}

export function called(mn: string, en: string) {
  return { mn, en } as const;
}

export function own<Icon extends string>(icon: Icon, mn: string, en: string) {
  return { group: 'personal', need: 'signed-in', icon, words: { mn, en } } as const;
}

export function work<Icon extends string>(need: Need, icon: Icon, mn: string, en: string) {
  return { group: 'work', need, icon, words: { mn, en } } as const;
}

export function administration<Icon extends string>(need: Need, icon: Icon, mn: string, en: string) {
  return { group: 'administration', need, icon, words: { mn, en } } as const;
}
