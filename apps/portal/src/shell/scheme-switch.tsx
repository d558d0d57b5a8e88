import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useWords } from '../i18n/provider.tsx';
import classes from './layout.module.css';

const NEXT: Record<MantineColorScheme, MantineColorScheme> = { auto: 'light', light: 'dark', dark: 'auto' };
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

export function SchemeSwitch() {
  const { shell } = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const next = NEXT[colorScheme];
  const label = shell.schemeLabel(shell.scheme[colorScheme], shell.scheme[next]);
  const Icon = ICONS[colorScheme];
  return (
    <button
      type="button"
      className={classes.tool}
      data-testid="scheme"
      data-scheme={colorScheme}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
