/** Which of the product's hosts a request is for. Only the label decides; a workspace still has to be looked up. */
export type HostKind = 'root' | 'app' | 'api' | 'files' | 'mail' | 'workspace' | 'unknown'
export type Host = { kind: HostKind; label: string | null }

const ours = new Set(['app', 'api', 'files', 'mail'])
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export function hostOf(hostname: string, rootDomain: string, filesHost: string): Host {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  if (name === filesHost) return { kind: 'files', label: null }
  if (name === rootDomain) return { kind: 'root', label: null }
  if (!name.endsWith(`.${rootDomain}`)) return { kind: 'unknown', label: null }
  const first = name.slice(0, -rootDomain.length - 1)
  if (!label.test(first)) return { kind: 'unknown', label: null }
  if (ours.has(first))
    return first === 'files' ? { kind: 'unknown', label: null } : { kind: first as HostKind, label: null }
  return { kind: 'workspace', label: first }
}

/** The name in a Host header, or nothing where it is more than a name and a port. */
export const nameIn = (host: string) => /^([a-z0-9.-]+)(:\d{1,5})?$/i.exec(host)?.[1] ?? ''
