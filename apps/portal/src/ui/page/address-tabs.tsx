import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFilters } from '../table/use-filters.ts';
import tabStyle from '../tabs.module.css';
import classes from './address-tabs.module.css';

interface AddressTabsProps {
  label: string;
  /** Without a known name in the address, the first is open. */
  tabs: readonly { name: string; label: string; content: ReactNode }[];
  /** The parameter of the address that names the open tab. */
  by?: string;
  /** Other parameters of the address, which mean nothing on another tab. */
  clear?: readonly string[];
  panelClass?: string | undefined;
}

/** Tabs of one page. The address names the open one, so that it can be shared and the back button works. */
export function AddressTabs({ label, tabs, by = 'tab', clear = [], panelClass = '' }: AddressTabsProps) {
  const filters = useFilters();
  const open = tabs.find(({ name }) => name === filters.get(by))?.name ?? tabs[0]?.name ?? '';
  return (
    <Tabs
      value={open}
      keepMounted={false}
      classNames={{ tab: tabStyle.tab ?? '' }}
      onChange={(name) =>
        filters.set({ ...Object.fromEntries(clear.map((other) => [other, null])), [by]: name })
      }
    >
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name} data-testid={`${by}-${tab.name}`}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className={`${classes.panel} ${panelClass}`}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
