import { ContactRound, Copy, ExternalLink, Images, Lock } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useSite } from '#web/lib/use-site.ts'
import { plural } from '#web/lib/words/format.ts'
import { ThemeSwitch } from '#web/shell/account/theme-switch.tsx'
import type { Viewer } from '#web/shell/viewer.ts'
import { classNames } from '#web/ui/class-names.ts'
import { copyText, notCopied } from '#web/ui/copy-text.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { type App, currentEntry, type NavigationItem, sidebarOf } from './navigation.ts'

export function Sidebar({ app, viewer, className }: { app: App; viewer: Viewer; className?: string }) {
  const { pathname, search } = useLocation()
  const items = sidebarOf(app.id, viewer)
  const current = currentEntry(items, pathname, search)
  return (
    <nav
      aria-label={app.name}
      className={classNames('flex min-h-0 flex-col gap-px overflow-auto px-2 pt-1 pb-2', className)}
    >
      {items.map((item) => (
        <Entry key={item.name} item={item} isCurrent={item === current} />
      ))}
      <div className="mt-auto flex flex-col gap-px pt-4">
        {app.id === 'service' && <ServiceLinks viewer={viewer} pathname={pathname} />}
        {app.id === 'cms' && (
          <FootLink href="/cms/media" icon={Images} label="Media library" isCurrent={pathname === '/cms/media'} />
        )}
        <ThemeSwitch className={rowLook} labelClassName={labelLook} />
      </div>
    </nav>
  )
}

const Entry = ({ item, isCurrent }: { item: NavigationItem; isCurrent: boolean }) => (
  <RailTooltip text={item.locked ? `${item.name}: coming soon` : item.name}>
    <Link
      to={item.href}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(rowLook, isCurrent && 'bg-press text-ink', item.locked && !isCurrent && 'text-ink-3')}
    >
      <Icon
        of={item.icon}
        className={classNames(iconLook, isCurrent ? 'text-accent-ink' : 'text-ink-3', item.locked && 'opacity-75')}
      />
      <span className={labelLook}>{item.name}</span>
      {item.locked && (
        <>
          <Icon of={Lock} size={12} className="ml-auto opacity-75 md:max-xl:hidden" />
          <VisuallyHidden>, coming soon</VisuallyHidden>
        </>
      )}
    </Link>
  </RailTooltip>
)

type FootLinkProps = { href: string; icon: IconShape; label: string; isCurrent: boolean }

const FootLink = ({ href, icon, label, isCurrent }: FootLinkProps) => (
  <RailTooltip text={label}>
    <Link
      to={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(rowLook, isCurrent && 'bg-press text-ink')}
    >
      <RowFace icon={icon} label={label} />
    </Link>
  </RailTooltip>
)

const ServiceLinks = ({ viewer, pathname }: { viewer: Viewer; pathname: string }) => (
  <>
    <TrialDays viewer={viewer} />
    <FootLink
      href="/service/customers"
      icon={ContactRound}
      label="Customers"
      isCurrent={/^\/service\/(customers|companies)(\/|$)/.test(pathname)}
    />
    <PortalAddress />
    <RailTooltip text="Public help centre">
      <a href="/knowledgebase" target="_blank" rel="noreferrer" className={rowLook}>
        <RowFace icon={ExternalLink} label="Public help centre" />
      </a>
    </RailTooltip>
  </>
)

/** Button that copies the URL of the customer portal. It is not a link, because members cannot open the portal. */
function PortalAddress() {
  const { workspace } = useSite()
  const showToast = useToast()
  if (!workspace) return null

  async function copy() {
    const isCopied = await copyText(`${location.origin}/customer/dashboard`)
    showToast({ text: isCopied ? 'URL of the customer portal copied' : notCopied })
  }

  return (
    <RailTooltip text="Copy URL of the customer portal">
      <button type="button" onClick={copy} className={rowLook}>
        <RowFace icon={Copy} label="Customer portal" />
        <VisuallyHidden>: copy its address</VisuallyHidden>
      </button>
    </RailTooltip>
  )
}

const RowFace = ({ icon, label }: { icon: IconShape; label: string }) => (
  <>
    <Icon of={icon} className={classNames(iconLook, 'text-ink-3')} />
    <span className={labelLook}>{label}</span>
  </>
)

const RailTooltip = ({ text, children }: { text: string; children: React.ReactNode }) => (
  <Tooltip text={text} onlyIf={() => matchMedia('(min-width: 48rem) and (max-width: 74.99rem)').matches}>
    {children}
  </Tooltip>
)

const rowLook = 'sidebar-entry'
const labelLook = 'truncate md:max-xl:sr-only'
const iconLook = 'md:max-xl:size-4.5'

function TrialDays({ viewer: { service } }: { viewer: Viewer }) {
  if (service?.state !== 'trial' || service.daysLeft === null) return null
  return (
    <p className="px-2 pb-2 text-meta text-ink-3 md:max-xl:sr-only">
      {service.daysLeft > 0 ? `${plural(service.daysLeft, 'day')} left in the trial` : 'The trial ends today'}
    </p>
  )
}
