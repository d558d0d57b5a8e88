/** The owner recognises a masked address; a bystander cannot read it. Empty stays empty. */
export function maskAddress(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return address === '' ? '' : `${name.slice(0, 1)}***@${host}`;
}

export const maskNumber = (number: string): string => (number === '' ? '' : `••••${number.slice(-4)}`);
