import type { Config } from '../config.ts';
import type { DemoAgency } from '../modules/relay/index.ts';

/** Agencies of the sandbox, by the services of the state exchange that they answer. */
const agencies = [
  {
    code: 'civil-records',
    name: 'Улсын бүртгэл: иргэний лавлагаа',
    serviceCodes: ['WS100105_getCitizenBirthInfo', 'WS100107_getCitizenMarriageInfo'],
  },
  { code: 'tax-records', name: 'Татвар: орлого, өрийн лавлагаа', serviceCodes: ['WS100301_getTaxDebtInfo'] },
  {
    code: 'police-records',
    name: 'Цагдаа: ял шийтгэлийн лавлагаа',
    serviceCodes: ['WS100201_getCriminalRecordInfo'],
  },
];

/** The sandbox knows one secret, as its other services do. */
export const demoAgencies = ({ sandboxUrl, EID_RP_SECRET }: Config): DemoAgency[] =>
  agencies.map((agency) => ({
    ...agency,
    endpointUrl: `${sandboxUrl}/agencies/${agency.code}`,
    secret: EID_RP_SECRET,
  }));
