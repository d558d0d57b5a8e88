export { createPkcs11Signer, type Pkcs11Options } from './adapter.ts';
export { Pkcs11Refused } from './tool.ts';
