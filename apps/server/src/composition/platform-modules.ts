import type { Module } from '../kernel/module.ts';
import { switchableModules } from '../module-switches.ts';

/**
 * A module that is off has no addresses and does nothing by itself: a clock that went on would decide cases that nobody
 * can reach. Work that others queue for it is still done, and its texts, events and sealed columns stay known.
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
