/** Whether a host name or address of a setting is this machine by its loopback. */
export const isThisMachine = (host: string) => /^(127(\.\d+){3}|\[?::1\]?|localhost|.+\.localhost)$/i.test(host)

/** Where a program on this machine finds what listens on an address, such as 0.0.0.0. */
export function reachableAt(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
