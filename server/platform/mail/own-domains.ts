import type { Platform } from '#server/platform/http/platform.ts'

type Settings = Pick<Platform['settings'], 'inboundDomain' | 'rootDomain' | 'formerDomains'>

export const ownDomainsOf = ({ inboundDomain, rootDomain, formerDomains }: Settings) => [
  inboundDomain,
  rootDomain,
  ...formerDomains,
]

export const isOurs = (settings: Settings, address: string): boolean => {
  const host = address.toLowerCase().slice(address.lastIndexOf('@') + 1)
  return ownDomainsOf(settings).some((domain) => host === domain || host.endsWith(`.${domain}`))
}
