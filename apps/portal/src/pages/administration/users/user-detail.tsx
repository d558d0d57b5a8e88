import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isAdministrator } from '../../../api/access.ts';
import { type AdminUser, deleteUser, putUserActive } from '../../../api/administration.ts';
import { authoritiesQuery } from '../../../api/authorities.ts';
import { ROLE_IDS } from '../../../features/roles/role-names.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { readStepUpFailure } from '../../../features/step-up/step-up.tsx';
import { useConfirmedChange } from '../../../features/unattended/unattended.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { useSession } from '../../../shell/signed-in.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import layoutStyle from '../../../ui/layout.module.css';
import { Moment } from '../../../ui/moment.tsx';
import noteStyle from '../../../ui/note.module.css';
import { Detail, Facts, showCode } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { ActiveChip } from '../../../ui/table/active-column.tsx';
import { uiWords } from '../../../ui/words.ts';
import { AuthoritiesForm } from './authorities-form.tsx';
import { GeIdForm } from './ge-id-form.tsx';
import { EVERY_AUTHORITY, findGuard } from './guards.ts';
import { PersonParts } from './person-parts.tsx';
import { RoleForm } from './role-form.tsx';
import { useRoles } from './use-roles.ts';
import { usersWords } from './words.ts';

interface UserDetailProps {
  user: AdminUser;
  roleName: string;
  onClose(): void;
  onChanged(user: AdminUser): void;
  onDeleted(): void;
}

/** Administrators work for every authority by their role, so authorities do not apply to them. */
function useDecidesCases(user: AdminUser): boolean {
  const role = useRoles().find(({ id }) => id === user.role_id);
  if (user.role_id <= ROLE_IDS.admin) return false;
  return (
    user.authorities.length > 0 ||
    role?.permissions.some((key) => key === 'gov.review' || key.startsWith('registry.')) === true
  );
}

export function UserDetail({ user, roleName, onClose, onChanged, onDeleted }: UserDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(usersWords);
  const shared = usePageWords(uiWords);
  const access = useAccess();
  const session = useSession();
  const guard = findGuard(user, access, session.user.id ?? '');
  const decides = useDecidesCases(user);
  const cyrillic = user.full_name || words.noName;
  const title = language === 'en' ? user.full_name_en || cyrillic : cyrillic;

  return (
    <Detail title={title} subject={user.id} onClose={onClose}>
      <Facts
        items={[
          [
            words.name,
            user.full_name ? (
              <span key="name" lang="mn">
                {user.full_name}
              </span>
            ) : (
              ''
            ),
          ],
          [words.nameLatin, user.full_name_en],
          [words.role, roleName],
          ...(decides
            ? [[words.authorities.fact, <Authorities key="authorities" chosen={user.authorities} />] as const]
            : []),
          [shared.state, <ActiveChip key="state" isActive={user.active} />],
          [words.email, user.email],
          [words.username, showCode(user.username)],
          [words.created, <Moment key="created" at={user.created_at} />],
          [words.updated, user.updated_at ? <Moment key="updated" at={user.updated_at} /> : ''],
        ]}
      />
      {isAdministrator(access) ? (
        <p>
          <Link to={`/administration/audit?person=${encodeURIComponent(user.id)}`}>{words.auditLink}</Link>
        </p>
      ) : null}
      <PersonParts userId={user.id} />
      {guard ? (
        <p className={noteStyle.note} data-testid="guard">
          {words.guards[guard]}
        </p>
      ) : (
        <>
          <RoleForm user={user} onChanged={onChanged} />
          {decides && isAdministrator(access) ? (
            <AuthoritiesForm key={user.authority_ids.join('\n')} user={user} onChanged={onChanged} />
          ) : null}
          {isAdministrator(access) ? <GeIdForm user={user} onChanged={onChanged} /> : null}
          <AccessPart user={user} name={title} onChanged={onChanged} onDeleted={onDeleted} />
        </>
      )}
    </Detail>
  );
}

function Authorities({ chosen }: { chosen: readonly string[] }) {
  const { language } = useLanguage();
  const { authorities: words } = usePageWords(usersWords);
  const isEnglish = language === 'en';
  const enabled = isAdministrator(useAccess()) && isEnglish;
  const { data } = useQuery({ ...authoritiesQuery, enabled });
  if (chosen.includes(EVERY_AUTHORITY)) return words.every;
  if (chosen.length === 0) return words.nobody;
  const names = chosen.map((name) => ({
    name,
    english: isEnglish ? data?.find((known) => known.name === name)?.name_en : '',
  }));
  return (
    <>
      {names.map(({ name, english }, at) => (
        <span key={name} lang={english ? 'en' : 'mn'}>
          {at > 0 ? ', ' : ''}
          {english || name}
        </span>
      ))}
    </>
  );
}

interface AccessPartProps {
  user: AdminUser;
  name: string;
  onChanged(user: AdminUser): void;
  onDeleted(): void;
}

function AccessPart({ user, name, onChanged, onDeleted }: AccessPartProps) {
  const words = usePageWords(usersWords);
  const [done, setDone] = useState<string | null>(null);
  const change = useConfirmedChange();
  const activation = useMutation({
    mutationFn: () => change.run((confirmation) => putUserActive(user.id, true, confirmation)),
    onSuccess: (changed) => {
      setDone(words.activated);
      onChanged(changed);
    },
  });

  return (
    <section className={layoutStyle.part} aria-labelledby="user-access">
      <h3 id="user-access">{words.accessHeading}</h3>
      <Done>{done}</Done>
      <ActionFailure error={readStepUpFailure(activation.error)} />
      <div className={formStyle.actions}>
        {user.active ? (
          <AskedButton
            label={words.deactivate}
            testId="deactivate"
            title={words.deactivateTitle(name)}
            run={(confirmation) => putUserActive(user.id, false, confirmation)}
            onDone={(changed) => {
              setDone(words.deactivated);
              onChanged(changed);
            }}
          >
            <p>{words.deactivateText}</p>
            <p>{words.deactivateUndo}</p>
          </AskedButton>
        ) : (
          <Button
            variant="default"
            data-testid="activate"
            loading={activation.isPending}
            onClick={() => activation.mutate()}
          >
            {words.activate}
          </Button>
        )}
        <AskedButton
          label={words.delete}
          testId="delete"
          isDangerous
          title={words.deleteTitle(name)}
          action={words.deleteAction}
          run={(confirmation) => deleteUser(user.id, confirmation)}
          onDone={onDeleted}
        >
          <p>{words.deleteText}</p>
          <p>{words.deleteUndo}</p>
        </AskedButton>
      </div>
      {change.dialog}
    </section>
  );
}
