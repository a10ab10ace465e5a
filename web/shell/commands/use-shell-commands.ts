import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/lib/look/theme.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { apps, sidebarOf } from '#web/shell/navigation/navigation.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import type { Command } from './commands.ts'

/** Commands of every page: the screens that the viewer can open, the themes, and sign-out. */
export function useShellCommands({ viewer, openHelp }: { viewer: Viewer; openHelp: () => void }): Command[] {
  const [, setTheme] = useTheme()
  const signOut = useSignOut()
  const group = 'Actions'
  return [
    ...apps.flatMap((app) => screensOf(app.name, sidebarOf(app.id, viewer))),
    {
      label: 'Profile',
      group: 'Admin',
      icon: CircleUser,
      href: '/admin/profile',
      words: 'account settings sessions',
    },
    { label: 'Use light theme', group, icon: Sun, run: () => setTheme('light') },
    { label: 'Use dark theme', group, icon: Moon, run: () => setTheme('dark') },
    { label: 'Use system theme', group, icon: Monitor, run: () => setTheme('system') },
    { label: 'Keyboard shortcuts', group, icon: Keyboard, words: 'keys help', run: openHelp },
    { label: 'Sign out', group, icon: LogOut, words: 'log out leave', run: signOut },
  ]
}

const screensOf = (group: string, items: ReturnType<typeof sidebarOf>): Command[] =>
  items
    .filter(({ locked }) => !locked)
    .flatMap(({ name, href, icon, description, pages = [] }) => [
      { label: name === 'Dashboard' ? `${group} dashboard` : name, group, icon, href, words: description },
      ...pages.map((page) => ({ label: page.name, group, icon, href: page.href, words: page.description })),
    ])
