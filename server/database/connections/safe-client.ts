import { Client, type ClientConfig } from 'pg';

/**
 * A client that survives losing its connection: without a listener, the `error` event would end the process, and a pool
 * has none while handing a connection over. Statements report the loss.
 */
export class SafeClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}
