import { Link } from 'react-router';
import { type Admin, revokeAdmin } from '../../../api/superadmin.ts';
import { nameRole } from '../../../features/roles/role-names.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useSession } from '../../../shell/signed-in.tsx';
import layoutStyle from '../../../ui/layout.module.css';
import { Moment } from '../../../ui/moment.tsx';
import noteStyle from '../../../ui/note.module.css';
import { Detail, Facts } from '../../../ui/page/list-and-detail.tsx';
import { ActiveChip } from '../../../ui/table/active-column.tsx';
import textStyle from '../../../ui/text.module.css';
import { uiWords } from '../../../ui/words.ts';
import { adminsWords } from './words.ts';

interface AdminDetailProps {
  admin: Admin;
  onClose(): void;
  onRevoked(): unknown;
}

export function AdminDetail({ admin, onClose, onRevoked }: AdminDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(adminsWords);
  const shared = usePageWords(uiWords);
  const { user } = useSession();
  const cyrillic = admin.full_name || admin.username;
  const title = language === 'en' ? admin.full_name_en || cyrillic : cyrillic;
  const guard = admin.id === user.id ? 'self' : admin.role === 'superadmin' ? 'superadmin' : null;

  return (
    <Detail title={title} subject={admin.id} onClose={onClose}>
      <Facts
        items={[
          [
            words.name,
            admin.full_name ? (
              <span key="name" lang="mn">
                {admin.full_name}
              </span>
            ) : (
              ''
            ),
          ],
          [words.nameLatin, admin.full_name_en],
          [words.role, nameRole({ key: admin.role }, language)],
          [shared.state, <ActiveChip key="state" isActive={admin.active} />],
          [words.email, admin.email],
          [
            words.username,
            <span key="username" className={textStyle.code}>
              {admin.username}
            </span>,
          ],
          [words.created, <Moment key="created" at={admin.created_at} />],
        ]}
      />
      <p>
        <Link to={`/administration/audit?person=${encodeURIComponent(admin.id)}`}>{words.auditLink}</Link>
      </p>
      {guard ? (
        <p className={noteStyle.note} data-testid="guard">
          {words.guards[guard]}
        </p>
      ) : (
        <RevokePart admin={admin} name={title} onRevoked={onRevoked} />
      )}
    </Detail>
  );
}

function RevokePart({ admin, name, onRevoked }: { admin: Admin; name: string; onRevoked(): unknown }) {
  const words = usePageWords(adminsWords);
  return (
    <section className={layoutStyle.part} aria-labelledby="admin-revoke">
      <h3 id="admin-revoke">{words.revokeHeading}</h3>
      <div>
        <AskedButton
          label={words.revoke}
          testId="revoke"
          isDangerous
          title={words.revokeTitle(name)}
          run={() => revokeAdmin(admin.id)}
          onDone={onRevoked}
        >
          <p>{words.revokeText}</p>
          <p>{words.revokeUndo}</p>
        </AskedButton>
      </div>
    </section>
  );
}
