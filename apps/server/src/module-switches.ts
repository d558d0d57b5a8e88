/** A module that MODULES_DISABLED may name; all others are part of the platform. */
interface Switchable {
  /** Modules that this one needs. */
  readonly needs?: readonly string[];
  /** Portal pages of the module. */
  readonly pages?: readonly string[];
  /** Server modules that are disabled with it, beside the one of the same name. */
  readonly parts?: readonly string[];
}

export const switchableModules: Readonly<Record<string, Switchable>> = {
  'admin-api': { needs: ['applications'] },
  applications: {
    pages: ['/administration/applications', '/developers/applications'],
    parts: ['webhooks'],
  },
  appointments: { needs: ['gov'], pages: ['/appointments'] },
  apps: { needs: ['organisations'] },
  assistant: {},
  catalogue: { pages: ['/services', '/guides'] },
  directory: {},
  'eid-console': {},
  'eid-proxy': { needs: ['oidc'] },
  gateway: {
    needs: ['applications', 'oidc'],
    pages: ['/administration/gateway'],
    parts: ['gateway-services', 'gateway-docs'],
  },
  gov: { needs: ['catalogue', 'payments', 'references'], pages: ['/applications'] },
  gspace: { pages: ['/space'] },
  integrations: { needs: ['gspace'], pages: ['/connections'] },
  officer: { needs: ['gov'], pages: ['/officer', '/team'] },
  oidc: { needs: ['applications'] },
  organisations: { pages: ['/organisations', '/invitations'] },
  payments: { pages: ['/payments'] },
  references: { pages: ['/references'] },
  registry: { pages: ['/registry'] },
  tools: { pages: ['/administration/tools'] },
};

/** Problems of the setting, in sentences for the operator. */
export function findModuleProblems(disabled: readonly string[]): string[] {
  const unknown = disabled.filter((name) => !Object.hasOwn(switchableModules, name));
  const stranded = Object.entries(switchableModules)
    .filter(([name]) => !disabled.includes(name))
    .flatMap(([name, { needs = [] }]) =>
      needs.filter((need) => disabled.includes(need)).map((need) => [name, need]),
    );
  return [
    ...unknown.map(
      (name) =>
        `MODULES_DISABLED must not name ${name.slice(0, 40)}; choose from ${Object.keys(switchableModules).join(', ')}`,
    ),
    ...stranded.map(
      ([name, need]) => `MODULES_DISABLED switches off ${need}, which ${name} needs: name ${name} too`,
    ),
  ];
}
