import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Application, evidencePath, signatureQuery } from '../../api/gov.ts';
import { isDecided } from '../../features/applications/officer-said.ts';
import { nameRole } from '../../features/roles/role-names.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { signatureWords } from './signature-words.ts';

/** Who signed the decision, and the file that proves it. */
export function SignatureSection({ application }: { application: Application }) {
  const words = usePageWords(signatureWords);
  if (!application.signature_required || !isDecided(application)) return null;
  return (
    <Section id="signature" title={words.heading}>
      {application.tacit ? (
        <p data-testid="unsigned">{words.tacit}</p>
      ) : (
        <Signature applicationId={application.id} />
      )}
    </Section>
  );
}

function Signature({ applicationId }: { applicationId: string }) {
  const { language } = useLanguage();
  const words = usePageWords(signatureWords);
  const query = useQuery(signatureQuery(applicationId));
  return (
    <Loaded query={query} source="platform" lines={2}>
      {({ name, role, authority, signed_at }) => (
        <>
          <p data-testid="signed-by">
            {words.signedBy([name, nameRole(role, language), authority, formatDateTime(signed_at, language)])}
          </p>
          <div>
            <Button
              component="a"
              variant="default"
              href={evidencePath(applicationId)}
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              data-testid="download-evidence"
            >
              {words.evidence}
            </Button>
          </div>
          <p className={textStyle.quiet}>{words.check}</p>
        </>
      )}
    </Loaded>
  );
}
