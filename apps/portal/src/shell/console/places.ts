/** The pages of the console, and the capability without which each would be a page of refusals. */
export const CONSOLE_PLACES = [
  { key: 'organisations', path: '/console/organisations', need: 'tenant.read' },
  { key: 'bulk', path: '/console/bulk', need: 'tenant.create' },
  { key: 'directory', path: '/console/directory', need: 'directory.read' },
  { key: 'audit', path: '/console/audit', need: 'audit.read' },
  { key: 'operators', path: '/console/operators', need: 'operator.read' },
] as const;

export type ConsolePlace = (typeof CONSOLE_PLACES)[number];

export function mayOpen(place: ConsolePlace, capabilities: readonly string[]): boolean {
  return capabilities.includes(place.need);
}
