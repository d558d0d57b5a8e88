import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '../api/session.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { ActingChoice } from './acting-choice.tsx';
import classes from './layout.module.css';
import { useSignOut } from './use-sign-out.tsx';

export function UserMenu({ user }: { user: User }) {
  const { language, words } = useLanguage();
  const leave = useSignOut();
  const [isOpen, setIsOpen] = useState(false);
  const hasQuestion = leave.dialog !== null;
  // On a narrow screen the open menu would cover the question.
  useEffect(() => {
    if (hasQuestion) setIsOpen(false);
  }, [hasQuestion]);
  const fullName = language === 'en' ? user.full_name_en || user.full_name : user.full_name;
  const shortName = language === 'en' ? user.first_name_en || user.first_name : user.first_name;

  return (
    <>
      <Menu
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        width={280}
        shadow="md"
        offset={6}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button
            type="button"
            className={classes.tool}
            data-testid="user-name"
            aria-label={words.shell.userMenu(fullName)}
          >
            <span className={classes.userName}>{shortName || fullName}</span>
            <IconUser size={20} stroke={1.6} className={classes.userSign} aria-hidden="true" />
            <IconChevronDown size={16} className={classes.userArrow} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{fullName}</Menu.Label>
          <Menu.Item component={Link} to="/home" leftSection={<IconUser size={18} aria-hidden="true" />}>
            {words.shell.home}
          </Menu.Item>
          <Menu.Divider />
          <ActingChoice userId={user.id} />
          <Menu.Item
            data-testid="sign-out"
            closeMenuOnClick={false}
            disabled={leave.isPending || leave.isSuccess}
            leftSection={<IconLogout size={18} aria-hidden="true" />}
            onClick={leave.start}
          >
            {leave.isPending ? words.shell.signingOut : words.shell.signOut}
          </Menu.Item>
          {leave.isError ? (
            <Menu.Label role="alert" c="var(--mantine-color-error)">
              {words.shell.signOutFailed}
            </Menu.Label>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {leave.dialog}
    </>
  );
}
