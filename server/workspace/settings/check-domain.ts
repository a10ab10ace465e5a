import { listWords } from '#server/platform/list-words.ts'

type DomainFault = 'domainempty' | 'invaliddomainformat' | 'domainreserved'

export function faultOfDomain(domain: string, rootDomain: string): DomainFault | null {
  if (!domain) return 'domainempty'
  if (!/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/.test(domain) || domain.startsWith('xn--')) return 'invaliddomainformat'
  if (isReserved(domain) || domain === rootDomain.split('.')[0]) return 'domainreserved'
  return null
}

export const normalizeDomain = (typed: string) => typed.trim().toLowerCase()

/**
 * Names that a workspace must not have: our own hosts, names that mail servers and certificate authorities trust, and
 * names that invite abuse.
 */
export const reservedNames = new Set(
  listWords(`
  www www1 www2 app apps api apis api2 auth oauth oidc sso saml login logout signin signup register account
  accounts id identity my me user users profile admin admins administrator root superuser sysadmin system sys
  operator owner staff team teams internal intranet private console dashboard panel control manage manager
  management portal portals workspace workspaces tenant tenants org orgs organization company home hub start
  help helpdesk support desk ticket tickets tickets-api kb docs doc documentation wiki guide guides faq learn
  academy community forum forums blog news press about contact contacts sales shop store pay payment payments
  billing invoice invoices checkout subscribe pricing plans legal terms privacy security trust abuse report
  reports status uptime health monitor monitoring metrics grafana prometheus logs log audit search analytics
  stats track tracking click clicks open pixel go link links url short share embed widget widgets chat live
  bot forms form survey feedback cms content headless graphql rest rpc ws wss websocket socket sse events
  event hook hooks webhook webhooks callback integrations connect marketplace plugins
  files file upload uploads download downloads media image images img imgs video avatar avatars static assets
  asset cdn cache origin edge usercontent ugc attachments attach s3 storage bucket backup backups export
  import proxy camo sandbox preview previews
  mail mails email emails smtp smtps imap imaps pop pop3 mx mx1 mx2 mx3 relay mta mta-sts autoconfig
  autodiscover webmail mailer bounce bounces return returns reply inbound in out outbound send sender lists
  list newsletter unsubscribe dkim spf dmarc bimi dns ns ns0 ns1 ns2 ns3 ns4 dns1 dns2 resolver whois wpad
  isatap ntp time ldap kerberos radius vpn gateway gw router firewall ftp sftp ssh git svn rsync
  acme-challenge pki ca ocsp crl cert certs tls ssl
  dev develop development test tests testing qa uat stage staging demo demos beta alpha canary preprod prod
  production local localhost localdomain broadcasthost example invalid null undefined none nil void true false
  default new old tmp temp debug trace ci cd build deploy jenkins gitlab github docker registry k8s kube node
  node1 db database postgres postgresql pg redis queue worker cron job jobs proxy1 lb vault secrets config
  setup install upgrade
  postmaster hostmaster webmaster abuse noc security administrator admin ssladmin ssladministrator
  sslwebmaster root info marketing usenet uucp mailer-daemon mailerdaemon no-reply noreply do-not-reply daemon
  nobody
  official verified verify verification secure safety trustandsafety compliance gdpr dpo ceo cfo hr payroll
  finance bank paypal stripe google microsoft apple amazon meta facebook github-com slack zendesk
`),
)

/** Local parts that can obtain certificates or speak for a domain (RFC 2142). No workspace gets mail to them. */
export const reservedLocalParts = new Set(
  listWords(`
  postmaster hostmaster webmaster abuse noc security administrator admin ssladmin ssladministrator sslwebmaster root
  info marketing usenet uucp mailer-daemon mailerdaemon no-reply noreply do-not-reply daemon nobody
`),
)

/** Replaces similar characters by the same one, so that `supp0rt` is reserved like `support`. */
const skeletonOf = (name: string) =>
  name
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')

const reservedSkeletons = new Set([...reservedNames].map(skeletonOf))

export const isReserved = (name: string) =>
  reservedNames.has(name) || reservedSkeletons.has(skeletonOf(name)) || /^(ns|mx|www)\d+$|^autodis|^_/.test(name)
