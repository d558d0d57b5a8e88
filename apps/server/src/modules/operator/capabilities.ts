/** A role is a set of capabilities, not a rank. Only capabilities that a row requires are listed. */
export const capabilities = [
  'tenant.read',
  'audit.read',
  'operator.read',
  'directory.read',
  'tenant.create',
] as const;
export type Capability = (typeof capabilities)[number];

export const operatorRoles = ['superadmin', 'operator', 'support', 'auditor'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const reads = ['tenant.read', 'audit.read', 'operator.read'] as const;

export const capabilitiesOf: Readonly<Record<OperatorRole, readonly Capability[]>> = {
  superadmin: capabilities,
  operator: [...reads, 'directory.read', 'tenant.create'],
  support: ['tenant.read', 'audit.read', 'directory.read'],
  auditor: reads,
};
