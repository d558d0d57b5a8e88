/** What an operator may do. A role is a set of these, not a rung of a ladder. */
export const capabilities = [
  'tenant.read',
  'audit.read',
  'operator.read',
  'directory.read',
  'tenant.create',
  'tenant.suspend',
  'tenant.delete',
  'approval.decide',
  'quota.write',
  'support.act',
  'user.impersonate',
  'settings.write',
  'flags.write',
  'announce',
  'deploy.trigger',
] as const;
export type Capability = (typeof capabilities)[number];

export const operatorRoles = ['superadmin', 'operator', 'support', 'auditor'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const reads = ['tenant.read', 'audit.read', 'operator.read'] as const;

export const capabilitiesOf: Readonly<Record<OperatorRole, readonly Capability[]>> = {
  superadmin: capabilities,
  operator: [
    ...reads,
    'directory.read',
    'tenant.create',
    'tenant.suspend',
    'quota.write',
    'support.act',
    'settings.write',
    'flags.write',
    'announce',
  ],
  support: ['tenant.read', 'audit.read', 'support.act', 'user.impersonate', 'directory.read'],
  auditor: reads,
};
