/** PostgreSQL settings, as arguments of its program. Reachable from this machine only. */
export function settingArgs(port: number, settings: Record<string, string>): string[] {
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // Keeps personal data (rejected rows, statement texts) out of the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    // No line per rejected statement or checkpoint, so the log doesn't grow with use.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
