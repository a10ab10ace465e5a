import {
  BookOpen,
  Building2,
  CircleUser,
  Inbox,
  Keyboard,
  Layers,
  LogOut,
  Monitor,
  Moon,
  PenLine,
  Search,
  Sun,
  User,
} from 'lucide-react'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaletteGroup, showPalette } from '#contract/overview/palette.ts'
import { useTheme } from '#web/lib/look/theme.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { apps, sidebarOf } from '#web/shell/navigation/navigation.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { type Command, useRegisteredCommands } from './commands.ts'
import { findCommands, markMatches } from './find-commands.ts'

type Props = { viewer: Viewer; open: boolean; onClose: () => void; onHelp: () => void }

export const CommandPalette = ({ viewer, open, onClose, onHelp }: Props) => (
  <Modal open={open} onClose={onClose} label="Search or jump to" placement="top" className="max-w-160">
    <PaletteBody viewer={viewer} onClose={onClose} onHelp={onHelp} />
  </Modal>
)

function PaletteBody({ viewer, onClose, onHelp }: Omit<Props, 'open'>) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const commands = [...useRegisteredCommands(), ...useShellCommands({ viewer, openHelp: onHelp })]
  const { found, isSearching } = useThings(query)
  // What the search finds comes below the commands, so that no row moves under the cursor when it arrives. Before
  // anything is typed, there are only the drafts of the viewer.
  const commandGroups = findCommands(commands, query)
  const groups = query.trim() ? [...commandGroups, ...found] : [...found, ...commandGroups]
  const rows = groups.flatMap(([, group]) => group)
  const cursor = useListCursor({
    label: 'Commands',
    count: rows.length,
    isSearching: isSearching && rows.length === 0,
    onChoose: choose,
    resetOn: query,
  })

  function choose(index: number, event?: KeyboardEvent) {
    const command = rows[index]
    if (!command) return
    const isElsewhere = command.href?.startsWith('http')
    if (command.href && (isElsewhere || event?.metaKey || event?.ctrlKey))
      return void window.open(command.href, '_blank')
    onClose()
    if (command.href) navigate(command.href)
    else command.run?.()
  }

  return (
    <>
      <div className="flex h-13 items-center gap-3 border-b border-line pr-3.5 pl-4">
        <Icon of={Search} className="text-ink-3" />
        <input
          {...cursor.inputProps}
          aria-label="Search or jump to"
          placeholder="Search or jump to"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent text-[16px] outline-none"
        />
        <Kbd keys="esc" className="bg-transparent max-md:hidden" />
      </div>
      <div {...cursor.listProps} className="max-h-[min(420px,60vh)] overflow-y-auto px-2 pt-1 pb-2">
        {groups.map(([group, commands]) => (
          <Fragment key={group}>
            <div aria-hidden className="px-2 pt-2.5 pb-1 text-micro font-medium text-ink-3">
              {group}
            </div>
            {commands.map((command) => {
              const index = rows.indexOf(command)
              return (
                <Row
                  key={`${group} ${command.href ?? command.label}`}
                  command={command}
                  query={query}
                  isActive={index === cursor.active}
                  rowProps={cursor.optionProps(index)}
                />
              )
            })}
          </Fragment>
        ))}
      </div>
      {rows.length === 0 && (
        <p role="status" className="px-4 pb-6 text-center text-ink-3">
          {isSearching ? 'Searching' : `No results for “${query}”`}
        </p>
      )}
      <PaletteKeys active={rows[cursor.active]} query={query} />
    </>
  )
}

type RowProps = { command: Command; query: string; isActive: boolean; rowProps: object }

const Row = ({ command, query, isActive, rowProps }: RowProps) => (
  <div
    {...rowProps}
    className={classNames('flex h-9 cursor-default items-center gap-2.5 rounded-sm px-2', isActive && 'bg-selected')}
  >
    {command.icon && <Icon of={command.icon} className="text-ink-3" />}
    <span className="min-w-0 flex-1 truncate">
      {markMatches(command.label, query).map(({ text, isMatch, at }) =>
        isMatch ? <mark key={at}>{text}</mark> : text,
      )}
    </span>
    {command.detail && <span className="max-w-2/5 truncate text-ink-3">{command.detail}</span>}
    {isActive && <Kbd keys="enter" className="bg-transparent" />}
  </div>
)

const PaletteKeys = ({ active, query }: { active: Command | undefined; query: string }) => (
  <footer className="flex h-9 items-center gap-4 border-t border-line px-4 text-meta text-ink-3 *:inline-flex *:items-center *:gap-1.25 max-md:hidden">
    <span>
      <Kbd keys="up" className="bg-transparent" />
      <Kbd keys="down" className="bg-transparent" />
      Choose
    </span>
    {active && (
      <span>
        <Kbd keys="enter" className="bg-transparent" />
        {active.href ? 'Open' : 'Run'}
      </span>
    )}
    {active?.href && (
      <span>
        <Kbd keys="mod+enter" className="bg-transparent" />
        New tab
      </span>
    )}
    {query === '' && (
      <span className="ml-auto">
        <Kbd keys=">" className="bg-transparent" />
        Actions only
      </span>
    )}
  </footer>
)

const kinds = {
  tickets: { group: 'Tickets', icon: Inbox },
  drafts: { group: 'Drafts', icon: PenLine },
  customers: { group: 'People', icon: User },
  companies: { group: 'Companies', icon: Building2 },
  articles: { group: 'Articles', icon: BookOpen },
  entries: { group: 'Entries', icon: Layers },
}

/**
 * Searches tickets, drafts, people, articles and entries while the user types. Results of earlier words are not shown.
 */
function useThings(query: string) {
  const words = query.trim()
  const { found, isSearching } = useFound<PaletteGroup>(words.startsWith('>') ? null : words, search)
  const groups = found.map(({ kind, items }): [string, Command[]] => {
    const { group, icon } = kinds[kind]
    return [group, items.map(({ title, detail, address }) => ({ label: title, detail, group, icon, href: address }))]
  })
  return { found: isSearching ? [] : groups, isSearching }
}

const search = async (q: string, signal: AbortSignal) =>
  (await ask<typeof showPalette>('GET', '/api/v1/palette', { query: q ? { q } : {}, signal })).answer?.groups ?? []

function useShellCommands({ viewer, openHelp }: { viewer: Viewer; openHelp: () => void }): Command[] {
  const [, setTheme] = useTheme()
  const signOut = useSignOut()
  const group = 'Actions'
  return [
    ...apps.flatMap((app) => screensOf(app.name, sidebarOf(app.id, viewer))),
    { label: 'Profile', group: 'Admin', icon: CircleUser, href: '/admin/profile', words: 'account settings sessions' },
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
