import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

type Ends = Pick<Socket, 'localPort' | 'remotePort'>

const known = new WeakMap<Ends, boolean>()

/**
 * Whether the other end of a connection on this machine belongs to a system account, such as www-data, which no person
 * uses. Only Linux tells the owner; elsewhere the answer is no.
 */
export function isOfServiceAccount(socket: Ends): boolean {
  const before = known.get(socket)
  if (before !== undefined) return before
  const isService = ['/proc/net/tcp', '/proc/net/tcp6'].some((table) => isOwnedByService(read(table), socket))
  known.set(socket, isService)
  return isService
}

/** Whether a system account owns the other end, by a table of Linux. */
export const isOwnedByService = (table: string, ends: Ends, own = process.getuid?.()) =>
  ownersIn(table, ends).some((user) => isServiceUser(user, own))

/** The users of the sockets in a table of Linux (proc_net_tcp) that are the other end of this one. */
export const ownersIn = (table: string, { localPort, remotePort }: Ends): number[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/)
    return portOf(local) === remotePort && portOf(remote) === localPort ? [Number(user)] : []
  })

const portOf = (address: string) => Number.parseInt(address.split(':')[1] ?? '', 16)

/**
 * Users 1 to 999 are system accounts, 61184 to 65519 systemd's services, 65534 nobody. The account of this server may
 * connect.
 */
export const isServiceUser = (user: number, own: number | undefined): boolean =>
  user !== own && ((user > 0 && user < 1000) || (user >= 61_184 && user <= 65_534))

function read(table: string): string {
  try {
    return readFileSync(table, 'latin1')
  } catch {
    return ''
  }
}
