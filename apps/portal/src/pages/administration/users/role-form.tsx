import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { AdminUser, Approval } from '../../../api/administration.ts';
import { nameRole, ROLE_IDS } from '../../../features/roles/role-names.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { formatClock } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import layoutStyle from '../../../ui/layout.module.css';
import noteStyle from '../../../ui/note.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { AuthorityFields } from './authority-fields.tsx';
import { listAssignable } from './guards.ts';
import classes from './role-form.module.css';
import { useRoleChange } from './use-role-change.ts';
import { useRoles } from './use-roles.ts';
import { usersWords } from './words.ts';

export function RoleForm({ user, onChanged }: { user: AdminUser; onChanged(user: AdminUser): void }) {
  const { language } = useLanguage();
  const words = usePageWords(usersWords);
  const roles = useRoles();
  const assignable = listAssignable(roles, useAccess());
  const [roleId, setRoleId] = useState(user.role_id);
  const [authorities, setAuthorities] = useState<readonly string[]>(user.authorities);
  const [isMissing, setIsMissing] = useState(false);
  const stepUp = useStepUp();
  const { change, start, stop } = useRoleChange({ userId: user.id, onApplied: onChanged, run: stepUp.run });
  const isOfficer = roleId === ROLE_IDS.officer && user.role_id !== ROLE_IDS.officer;
  const isBusy = change.step === 'saving' || change.step === 'waiting';
  const current = roles.find((role) => role.id === user.role_id);
  const options = current && !assignable.includes(current) ? [current, ...assignable] : assignable;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isBare = isOfficer && authorities.length === 0;
    setIsMissing(isBare);
    if (isBusy || isBare || roleId === user.role_id) return;
    start({ role_id: roleId, ...(isOfficer ? { authorities: [...authorities] } : {}) });
  };

  return (
    <>
      <form className={layoutStyle.part} onSubmit={submit} data-testid="role-form" data-step={change.step}>
        <h3>{words.roleHeading}</h3>
        <NativeSelect
          label={words.newRole}
          value={roleId}
          disabled={isBusy}
          data-testid="new-role"
          data={options.map((role) => ({ value: String(role.id), label: nameRole(role, language) }))}
          onChange={(event) => {
            stop();
            setRoleId(Number(event.currentTarget.value));
          }}
        />
        <p className={textStyle.quiet}>{words.roleEffect}</p>
        {roleId === ROLE_IDS.manager && user.role_id !== ROLE_IDS.manager && change.step !== 'waiting' ? (
          <p className={noteStyle.note}>{words.managerEffect}</p>
        ) : null}
        {isOfficer ? (
          <>
            <p className={noteStyle.note}>{words.officerEffect}</p>
            <AuthorityFields
              chosen={authorities}
              error={isMissing ? words.authorities.missing : undefined}
              isLocked={isBusy}
              onChange={setAuthorities}
            />
          </>
        ) : null}
        {change.step === 'waiting' ? <Waiting approval={change.approval} /> : null}
        <Done>
          {change.step === 'done'
            ? words.roleChanged(current ? nameRole(current, language) : user.role)
            : null}
        </Done>
        {change.step === 'refused' || change.step === 'expired' ? (
          <p className={noteStyle.note} data-tone="warn" role="alert" data-testid="approval-end">
            {words[change.step]}
          </p>
        ) : null}
        <ActionFailure error={change.step === 'failed' ? readStepUpFailure(change.error) : null} />
        <div className={formStyle.actions}>
          {change.step === 'waiting' ? (
            <Button variant="default" data-testid="stop-waiting" onClick={stop}>
              {words.stopWaiting}
            </Button>
          ) : (
            <Button
              type="submit"
              disabled={roleId === user.role_id}
              loading={change.step === 'saving'}
              data-testid="change-role"
            >
              {words.changeRole}
            </Button>
          )}
        </div>
      </form>
      {stepUp.dialog}
    </>
  );
}

function Waiting({ approval }: { approval: Approval }) {
  const words = usePageWords(usersWords);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const leftSeconds = (Date.parse(approval.expires_at) - nowMs) / 1000;
  return (
    <div className={noteStyle.note} data-testid="approval">
      <div role="status">
        <h3>{words.waitingTitle}</h3>
        <p>{words.waitingText}</p>
        <p className={classes.verification} data-testid="verification-code">
          {approval.verification_code}
        </p>
      </div>
      {leftSeconds > 0 ? <p>{words.waitingLeft(formatClock(leftSeconds))}</p> : null}
      <p className={textStyle.quiet}>{words.waitingNote}</p>
    </div>
  );
}
