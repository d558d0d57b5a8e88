/** The console's pages in menu order, each with the capability that its calls require. */
export const CONSOLE_PLACES = [
  place('organisations', 'tenant.read', 'Байгууллагууд', 'Organisations'),
  place('bulk', 'tenant.create', 'Олноор үүсгэх', 'Bulk create'),
  place('directory', 'directory.read', 'Лавлах', 'Directory'),
  place('audit', 'audit.read', 'Үйлдлийн бүртгэл', 'Actions'),
  place('operators', 'operator.read', 'Операторууд', 'Operators'),
];

function place<Key extends string>(key: Key, need: string, mn: string, en: string) {
  return { key, path: `/console/${key}`, need, words: { mn, en } };
}

export type ConsolePlace = (typeof CONSOLE_PLACES)[number];

export function mayOpen({ need }: ConsolePlace, capabilities: readonly string[]): boolean {
  return capabilities.includes(need);
}
