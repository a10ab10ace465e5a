import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Whether a process listens on a port, by Linux's list of its open files (proc_pid_fd). Null if that cannot be read: on
 * another system, in another container, or for a process of another account.
 */
export function holdsPort(pid: number, port: number): boolean | null {
  const inodes = ['tcp', 'tcp6'].flatMap((family) => listenersIn(read(`/proc/net/${family}`), port))
  const files = listFiles(pid)
  if (inodes.length === 0 || files === null) return null
  return files.some((file) => inodes.some((inode) => file === `socket:[${inode}]`))
}

const listening = '0A'

/** The inodes of listening sockets on a port in a table of Linux (proc_net_tcp). */
const listenersIn = (table: string, port: number): string[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === listening && Number.parseInt(local.split(':')[1] ?? '', 16) === port ? [inode] : []
  })

function listFiles(pid: number): string[] | null {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).map((name) => targetOf(`${folder}/${name}`))
  } catch {
    return null
  }
}

/** A file may close meanwhile. Files of a process with more capabilities, such as for port 25, cannot be read. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
