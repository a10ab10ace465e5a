import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Whether a process listens at a port, by what Linux says of its open files (proc_pid_fd). Null where that can't be seen: on
 * another system, in another container, or of another account's process.
 */
export function holdsPort(pid: number, port: number): boolean | null {
  const inodes = ['tcp', 'tcp6'].flatMap((family) => listenersIn(read(`/proc/net/${family}`), port))
  const files = listFiles(pid)
  if (inodes.length === 0 || files === null) return null
  return files.some((file) => inodes.some((inode) => file === `socket:[${inode}]`))
}

const listening = '0A'

/** The inodes of the sockets in a table of Linux (proc_net_tcp) that listen at a port. */
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

/** A file may be closed while one looks. Those of a process with more rights than ours, such as for port 25, can't be read. */
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
