import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AdminUser, Approval, RoleGift } from '../../../api/administration.ts';
import { adminUsersRoleSetBody } from '../../../api/generated/bodies.ts';
import { nameRole, needsAuthority, ROLE_IDS } from '../../../features/roles/role-names.ts';
import { readStepUpFailure } from '../../../features/step-up/step-up.tsx';
import { useConfirmedChange } from '../../../features/unattended/unattended.tsx';
import { formatClock } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
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
  const confirmed = useConfirmedChange();
  const { change, start, stop } = useRoleChange({
    userId: user.id,
    onApplied: onChanged,
    run: confirmed.run,
  });
  const isBusy = change.step === 'saving' || change.step === 'waiting';
  const current = roles.find((role) => role.id === user.role_id);
  const options = current && !assignable.includes(current) ? [current, ...assignable] : assignable;

  const becomesBound = (wanted: number) => needsAuthority(wanted) && user.role_id !== wanted;
  const form = useBodyForm({
    schema: adminUsersRoleSetBody,
    keepAs: null,
    initial: { role_id: user.role_id, authorities: user.authority_ids },
    toBody: ({ role_id, authorities }): RoleGift =>
      becomesBound(role_id) ? { role_id, authorities } : { role_id },
    check: ({ role_id, authorities }) =>
      becomesBound(role_id) && authorities.length === 0 ? { authorities: words.authorities.missing } : {},
    onSend: (gift) => {
      if (gift.role_id !== user.role_id) start(gift);
    },
    error: change.step === 'failed' ? change.error : null,
    isPending: isBusy,
  });
  const roleId = form.values.role_id;

  return (
    <>
      <form className={layoutStyle.part} onSubmit={form.send} data-testid="role-form" data-step={change.step}>
        <h3>{words.roleHeading}</h3>
        <NativeSelect
          label={words.newRole}
          value={roleId}
          disabled={isBusy}
          data-testid="new-role"
          data={options.map((role) => ({ value: String(role.id), label: nameRole(role, language) }))}
          onChange={(event) => {
            stop();
            form.setFieldValue('role_id', Number(event.currentTarget.value));
          }}
        />
        <p className={textStyle.quiet}>{words.roleEffect}</p>
        {roleId === ROLE_IDS.manager && user.role_id !== ROLE_IDS.manager && change.step !== 'waiting' ? (
          <p className={noteStyle.note}>{words.managerEffect}</p>
        ) : null}
        {becomesBound(roleId) ? (
          <>
            <p className={noteStyle.note}>
              {roleId === ROLE_IDS.registrar ? words.registrarEffect : words.officerEffect}
            </p>
            <AuthorityFields
              chosen={form.values.authorities}
              error={form.faults['authorities']}
              isLocked={isBusy}
              onChange={(chosen) => form.setFieldValue('authorities', chosen)}
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
      {confirmed.dialog}
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
