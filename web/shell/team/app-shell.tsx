import { DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { showViewer } from '#contract/workspace/session.ts'
import { dropOthers } from '#web/lib/kept/kept-work.ts'
import type { LiveMessage } from '#web/lib/live/live.ts'
import { useFollow } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { unsavedCount, useUnsavedCount } from '#web/lib/unsaved-count.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { CommandPalette } from '#web/shell/commands/command-palette.tsx'
import { WorkspaceLogo } from '#web/shell/logo/workspace-logo.tsx'
import { type App, appAt, apps, sidebarOf } from '#web/shell/navigation/navigation.ts'
import { Sidebar } from '#web/shell/navigation/sidebar.tsx'
import { CopyNotice } from '#web/shell/notices/copy-notice.tsx'
import { SkipLink } from '#web/shell/skip-link.tsx'
import type { TeamInfo, Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts, useSingleKeys } from '#web/ui/keys/use-shortcuts.ts'
import { GlyphSheet } from '#web/ui/mark/glyphs.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ToastPlace } from '#web/ui/notice/toast.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { TopBar } from './top-bar.tsx'

const loadHelp = async () => (await import('#web/shell/commands/shortcuts-help.tsx')).ShortcutsHelp

type Layer = 'palette' | 'help' | 'drawer'

export function AppShell({ viewer, info, children }: { viewer: Viewer; info: TeamInfo; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const [layer, setLayer] = useState<Layer>()
  const app = appAt(pathname, search)
  const ShortcutsHelp = useLazyModule(loadHelp, layer === 'help')
  const open = (wanted: Layer) => () => setLayer(wanted)
  // Closes only the given layer. A new page closes the drawer, but at that time the palette may already be open.
  const close = (own: Layer) => () => setLayer((shown) => (shown === own ? undefined : shown))
  useSingleKeys(viewer.singleKeys)
  const isHeld = useLiveFrame(viewer.isAdmin)
  useEffect(() => dropOthers(viewer.id), [viewer.id])
  useShellShortcuts({ app, viewer, openPalette: open('palette'), openHelp: open('help') })

  return (
    <div className="grid h-dvh grid-cols-1 grid-rows-[48px_minmax(0,1fr)_auto] md:grid-cols-[52px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]">
      <GlyphSheet />
      <SkipLink />
      <TopBar
        app={app}
        viewer={viewer}
        info={info}
        onDrawer={open('drawer')}
        onPalette={open('palette')}
        onHelp={open('help')}
      />
      <Sidebar app={app} viewer={viewer} className="max-md:hidden" />
      <main
        id="main"
        tabIndex={-1}
        className="relative flex min-h-0 min-w-0 flex-col overflow-clip border-t border-line bg-surface outline-none md:rounded-tl-[10px] md:border-l"
      >
        <CopyNotice className="m-2 shrink-0" />
        {app.id === 'service' && <ServiceNotice viewer={viewer} />}
        {isHeld && (
          <Banner tone="danger" className="m-2 shrink-0">
            You are no longer an admin. Your changes cannot be saved. They stay here until you discard them or leave the
            page.
          </Banner>
        )}
        <div className="relative flex min-h-0 flex-1 flex-col">{children}</div>
      </main>
      <ToastPlace className="min-w-0 *:m-2 *:max-w-[calc(100%-1rem)] md:hidden" />
      <NavigationDrawer app={app} viewer={viewer} open={layer === 'drawer'} onClose={close('drawer')} />
      <CommandPalette viewer={viewer} open={layer === 'palette'} onClose={close('palette')} onHelp={open('help')} />
      {ShortcutsHelp && <ShortcutsHelp open={layer === 'help'} onClose={close('help')} />}
    </div>
  )
}

function ServiceNotice({ viewer }: { viewer: Viewer }) {
  if (viewer.service?.state !== 'ended') return null
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner tone="warning" title="The Service trial has ended.">
        Tickets are read-only until a plan is active. Customer messages still arrive, and nothing is deleted.
      </Banner>
    </div>
  )
}

type ShortcutContext = { app: App; viewer: Viewer; openPalette: () => void; openHelp: () => void }

function useShellShortcuts({ app, viewer, openPalette, openHelp }: ShortcutContext) {
  const navigate = useNavigate()
  const goTo = (label: string, href: string) => ({ label, run: () => navigate(href) })
  const sidebar = sidebarOf(app.id, viewer)
  // Every app has the shortcuts to tickets and articles. The shortcut to the Service dashboard is left out, because `g
  // d` opens the dashboard of the current app.
  const service = sidebarOf('service', viewer).filter(({ key }) => key !== 'd')
  const keyed = [...apps, ...service, ...sidebar].filter(({ key }) => key)

  useShortcuts(
    {
      'mod+k': { label: 'Search or jump to', run: openPalette },
      '?': { label: 'All shortcuts', run: openHelp },
      ...Object.fromEntries(keyed.map(({ key, name, href }) => [`g ${key}`, goTo(name, href)])),
      'g p': goTo('Profile', '/admin/profile'),
    },
    { group: 'Everywhere' },
  )
}

type NavigationDrawerProps = { app: App; viewer: Viewer; open: boolean; onClose: () => void }

function NavigationDrawer({ app, viewer, open, onClose }: NavigationDrawerProps) {
  const { key } = useLocation()
  const close = useEffectEvent(onClose)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new page
  useEffect(() => close(), [key])

  return (
    <Modal open={open} onClose={onClose} placement="side" className="flex max-w-70 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4">
        <WorkspaceLogo workspace={viewer.workspace} />
        <DialogTitle className="truncate text-body font-semibold">{viewer.workspace?.name}</DialogTitle>
        <IconButton icon={X} label="Close navigation" className="ml-auto" onClick={onClose} />
      </div>
      <Sidebar app={app} viewer={viewer} className="flex-1" />
    </Modal>
  )
}

// Reloads the shell when the viewer's rights change. Returns true if the viewer is no longer an admin, but the page
// stays open because of unsaved changes.
function useLiveFrame(isAdmin: boolean): boolean {
  const readAgain = useReadAgain()
  const isListening = useRef(false)
  const [isHeld, setHeld] = useState(false)
  const isUnsaved = useUnsavedCount() > 0

  function hear(message: LiveMessage) {
    if (message !== 'reset') return message.type === 'viewer.changed'
    // The first `reset` only marks the start of the stream. A later `reset` means that events may have been missed.
    const hasMissed = isListening.current
    isListening.current = true
    return hasMissed
  }

  async function load() {
    const losesPage = isAdmin && unsavedCount() > 0 && (await isNoAdmin())
    setHeld(losesPage)
    if (!losesPage) await readAgain('frame')
  }

  useFollow({ hear, load })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was held is discarded
  useEffect(() => {
    if (isHeld && !isUnsaved) void load()
  }, [isHeld, isUnsaved])
  return isHeld && isUnsaved
}

async function isNoAdmin(): Promise<boolean> {
  const { answer } = await ask<typeof showViewer>('GET', '/api/v1/viewer', {})
  return answer?.isAdmin === false
}
