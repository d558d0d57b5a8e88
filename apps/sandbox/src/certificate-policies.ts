/** ETSI EN 319 421: the best-practice policy of timestamp authorities. */
export const TIMESTAMP_POLICY = '0.4.0.2023.1.1';
