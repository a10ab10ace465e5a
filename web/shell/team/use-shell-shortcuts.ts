import { useNavigate } from 'react-router'
import { type App, apps, sidebarOf } from '#web/shell/navigation/navigation.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

type ShortcutContext = { app: App; viewer: Viewer; openPalette: () => void; openHelp: () => void }

/** The shortcuts of every team page. */
export function useShellShortcuts({ app, viewer, openPalette, openHelp }: ShortcutContext) {
  const navigate = useNavigate()
  const goTo = (label: string, href: string) => ({ label, run: () => navigate(href) })
  const sidebar = sidebarOf(app.id, viewer)
  // Tickets and articles can be opened from everywhere; the dashboard is the one of the app.
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
