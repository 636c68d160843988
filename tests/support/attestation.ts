/** Self-signed, and names http://127.0.0.1:47123/crl as its revocation list. */
const certificate = Buffer.from(
  [
    'MIIBazCCARCgAwIBAgIUGiVMgxaIrysK8LN0Dlrfg9tdqLMwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBQTAgFw0yNjExMjcx',
    'MjAzNTNaGA8yMTI2MTEwMzEyMDM1M1owDDEKMAgGA1UEAwwBQTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOsP16NXaKMz',
    'P2GYigmE4+buh3KNP4R5YftSxT8BRFFiStHpI9IvLCQxTnH/+jgC40pr9xgXKMo+HcqJB0u6//ajTjBMMCsGA1UdHwQkMCIw',
    'IKAeoByGGmh0dHA6Ly8xMjcuMC4wLjE6NDcxMjMvY3JsMB0GA1UdDgQWBBRHSVZJ2Yp6ck/vDdCN+5E+X/ENDTAKBggqhkjO',
    'PQQDAgNJADBGAiEAg/oIfSSF7YJzlAo5jKK3linhQ+jS7rHRthgYtgiRvdcCIQCRq7ZXwNBl0wlo/W1gLT1miGeIXlldvTMh',
    'bLbBPwAQOw==',
  ].join(''),
  'base64',
);

/** A statement with a certificate for each port of 127.0.0.1 that is to be asked for a revocation list. */
export function certified(ports: readonly number[]): Map<string, number | Buffer | Buffer[]> {
  const x5c = ports.map((port) => {
    const named = Buffer.from(certificate);
    // The ports of listeners have five digits, like the one in the certificate. Its signature is not checked.
    named.write(String(port), named.indexOf('47123'));
    return named;
  });
  return new Map<string, number | Buffer | Buffer[]>([
    ['alg', -7],
    ['sig', Buffer.alloc(64)],
    ['x5c', x5c],
  ]);
}
