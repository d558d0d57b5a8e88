import { type EidRecordsPort, RecordsError } from '../../modules/eid-console/records-port.ts';

const refuse = async (): Promise<never> => {
  throw new RecordsError('not_configured', 'no eID provider');
};

/** For a platform whose people sign in upstream and which has no eID provider. */
export const absentRecords: EidRecordsPort = {
  summary: refuse,
  certificates: refuse,
  devices: refuse,
  activity: refuse,
  representations: refuse,
  link: refuse,
  unlink: refuse,
  signers: refuse,
  addSigner: refuse,
  removeSigner: refuse,
  resend: refuse,
  setNameLatin: refuse,
};
