// Checks the layers of the architecture: `node scripts/check-imports.ts`.
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser';

const server = 'apps/server/src';
const modules = `^${server}/modules`;
const adapters = `^${server}/adapters`;
/** The settings are beside the layers: a configured part may import their types. */
const settings = `^${server}/(config|assistant-settings|cloud-providers|control-plane|file-settings|message-settings|public-service-settings|scanner-settings|signing-settings|tools-settings|settings|setting-forms|module-switches)\\.ts$`;

const portal = '^apps/portal/src';
/** From the top down; files beside the folders are the app itself. */
const portalLayers = ['[^/]+$', 'pages/', 'features/', 'shell/', 'ui/', '(api|i18n|theme)/'].map(
  (layer) => `${portal}/${layer}`,
);

type Rule = Pick<IRegularForbiddenRuleType, 'from' | 'to'>;

/** Refuses an import that matches `from` and `to`; `$1` repeats the group that `from` matched. */
const rules: [reason: string, Rule][] = [
  [
    'main.ts is the top; nothing imports it',
    { from: { pathNot: '^apps/server/bin/' }, to: { path: `^${server}/main\\.ts$` } },
  ],
  [
    'the kernel names no module, no adapter and nothing above them',
    { from: { path: `^${server}/kernel/` }, to: { path: `^${server}/`, pathNot: `^${server}/kernel/` } },
  ],
  [
    'arrows point down only: main → composition → modules → kernel',
    {
      from: { path: [modules, adapters, settings] },
      to: { path: `^${server}/`, pathNot: [`^${server}/kernel/`, modules, adapters, settings] },
    },
  ],
  [
    'a module is reached only through its index.ts',
    {
      from: { path: `^${server}/(?:modules/([^/]+)/|)`, pathNot: adapters },
      to: { path: `${modules}/`, pathNot: [`${modules}/$1/`, `${modules}/[^/]+/index\\.ts$`] },
    },
  ],
  [
    'an adapter knows of a module only its *-port.ts',
    { from: { path: adapters }, to: { path: modules, pathNot: '-port\\.ts$' } },
  ],
  [
    'a module knows its port; the adapter is given to it',
    { from: { path: modules }, to: { path: adapters } },
  ],
  [
    'an adapter is reached only through its index.ts',
    {
      from: { path: `^${server}/(?:adapters/([^/]+)/|)`, pathNot: modules },
      to: { path: `${adapters}/`, pathNot: [`${adapters}/$1/`, `${adapters}/[^/]+/index\\.ts$`] },
    },
  ],
  [
    'only main.ts, the commands, tests and bench may reach into apps/sandbox and apps/portal',
    {
      from: {
        path: '^(?:apps/|)([^/]+)/',
        pathNot: [`^${server}/(main\\.ts$|commands/)`, '^bench/', `${portal}/`],
      },
      to: { path: '^apps/(sandbox|portal)/', pathNot: '^apps/$1/' },
    },
  ],
  [
    'the portal runs in a browser and knows the server only through @tamga/client',
    {
      from: { path: `${portal}/` },
      to: {
        path: '^(apps|packages|bench|scripts)/',
        pathNot: [`${portal}/`, '^packages/(client|forms|markdown)/'],
      },
    },
  ],
  [
    'the rules of forms are pure and run in a browser, as Markdown does: they import nothing of the apps, Node or a library',
    { from: { path: '^packages/(forms|markdown)/' }, to: { pathNot: '^packages/$1/' } },
  ],
  ...portalLayers
    .slice(1)
    .map((layer, above): [string, Rule] => [
      'arrows point down only: app → pages → features → shell → ui → api, i18n, theme',
      { from: { path: layer }, to: { path: portalLayers.slice(0, above + 1) } },
    ]),
  ['the portal has no such layer', { from: {}, to: { path: `${portal}/`, pathNot: portalLayers } }],
  [
    'a page does not know another page; what they share belongs into features or ui',
    {
      from: { path: `${portal}/pages/((?:administration|console)/[^/]+|[^/]+)` },
      to: { path: `${portal}/pages/`, pathNot: `${portal}/pages/$1(/|$)` },
    },
  ],
  ['files import each other in a circle', { from: { path: '^(apps|packages)/' }, to: { circular: true } }],
  [
    'the file is not there, so no other rule would see the import',
    { from: {}, to: { couldNotResolve: true, path: '^(\\.|@tamga/)' } },
  ],
];

/** Returns one sentence per violation in the product code under a root; tests may import anything. */
export async function checkImports(root: string): Promise<string[]> {
  const { output } = await cruise(['apps', 'packages', 'bench', 'scripts'], {
    baseDir: root,
    validate: true,
    ruleSet: {
      forbidden: rules.map(([name, rule]) => ({ name, severity: 'error', ...rule })),
    },
    // dependency-cruiser cannot load TypeScript 7, which has no API yet; swc parses its syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: {
      path: '(^|/)(node_modules|dist|\\.cache|generated|test)/|\\.test\\.tsx?$|\\.generated\\.ts$|\\.d\\.[mc]?ts$',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['tamga-source', 'import', 'node', 'default'],
    },
  });
  const { modules: seen, summary } = output as ICruiseResult;
  if (!seen.some(({ source }) => source.startsWith(`${server}/`)))
    return [`${server} holds no source file: the check looked in the wrong place`];
  return summary.violations.map(({ rule, from, to, cycle }) =>
    cycle === undefined
      ? `${from} imports ${to}: ${rule.name}`
      : `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(' → ')}`,
  );
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const problems = await checkImports(root);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
