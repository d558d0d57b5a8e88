import type { Module } from '../kernel/module.ts';
import { switchableModules } from '../module-switches.ts';

/**
 * A disabled module has no addresses and no schedules: a scheduled job would decide cases that people cannot
 * reach. Jobs that other modules queue for it still run, and its texts, events and sealed columns stay
 * registered.
 */
export function switchOff(modules: readonly Module[], disabled: readonly string[]): readonly Module[] {
  const off = new Set(disabled.flatMap((id) => [id, ...(switchableModules[id]?.parts ?? [])]));
  return modules.map((module) => {
    if (!off.has(module.name)) return module;
    const { attach: _, ...rest } = module;
    return {
      ...rest,
      rows: [],
      mounts: [],
      jobs: (module.jobs ?? []).filter(({ schedule }) => schedule === undefined),
    };
  });
}

export interface ModuleState {
  id: string;
  kind: 'business';
  enabled: boolean;
  ui_prefixes: string[];
}

export function describeModules(disabled: readonly string[]): ModuleState[] {
  return Object.entries(switchableModules).map(([id, { pages = [] }]) => ({
    id,
    kind: 'business',
    enabled: !disabled.includes(id),
    ui_prefixes: [...pages],
  }));
}
