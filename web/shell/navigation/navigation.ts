import {
  BookOpen,
  BookUser,
  Building2,
  CalendarDays,
  Coins,
  DoorOpen,
  FileText,
  FolderTree,
  Gift,
  GraduationCap,
  Headset,
  Inbox,
  Layers,
  LayoutDashboard,
  LayoutGrid,
  Magnet,
  Rows3,
  ScrollText,
  Settings2,
  Target,
  TrendingUp,
  UsersRound,
} from 'lucide-react'
import type { IconShape } from '#web/ui/mark/icon.tsx'

export type NavigationItem = {
  name: string
  href: string
  description: string
  locked: boolean
  icon: IconShape
  key?: string
  pages?: { name: string; href: string; description: string }[]
  under?: string
}

export type AppId = 'admin' | 'service' | 'sales' | 'hr' | 'cms'
export type App = NavigationItem & { id: AppId }

type Person = { isAdmin: boolean; isHrAdmin: boolean }
type Entry = NavigationItem & { for?: (person: Person) => boolean }

export const apps: App[] = [
  {
    id: 'admin',
    name: 'Admin',
    href: '/',
    description: 'Your workspace and its team',
    locked: false,
    icon: LayoutGrid,
    key: '1',
  },
  {
    id: 'service',
    name: 'Service',
    href: '/service/dashboard',
    description: 'Tickets and help centre',
    locked: false,
    icon: Headset,
    key: '2',
  },
  {
    id: 'sales',
    name: 'Sales',
    href: '/sales',
    description: 'Opportunities, quotes and revenue',
    locked: true,
    icon: TrendingUp,
  },
  { id: 'hr', name: 'HR', href: '/hr', description: 'People, leave and onboarding', locked: true, icon: UsersRound },
  {
    id: 'cms',
    name: 'Headless CMS',
    href: '/cms/dashboard',
    description: 'Structured content and media',
    locked: false,
    icon: Layers,
    key: '3',
  },
]

const appById = (id: AppId) => apps.find((app) => app.id === id) ?? apps[0]!

/** Paths outside an app belong to Admin. */
export function appAt(pathname: string, search = ''): App {
  const folder = pathname === '/coming-soon' ? new URLSearchParams(search).get('app') : pathname.split('/')[1]
  return apps.find(({ id }) => id === folder) ?? appById('admin')
}

const open = (name: string, href: string, icon: IconShape, description: string, more?: Partial<Entry>): Entry => ({
  name,
  href,
  description,
  locked: false,
  icon,
  ...more,
})

const locked = (app: AppId, name: string, icon: IconShape, description: string, more?: Partial<Entry>): Entry => ({
  name,
  href: `/coming-soon?app=${app}&entry=${encodeURIComponent(name)}`,
  description,
  locked: true,
  icon,
  ...more,
})

const isAdmin = ({ isAdmin }: Person) => isAdmin
const isHrAdmin = ({ isHrAdmin }: Person) => isHrAdmin

const sidebars: Record<AppId, Entry[]> = {
  admin: [
    open('Dashboard', '/', LayoutDashboard, 'Your tasks across all apps', { key: 'd' }),
    open('Team', '/team', UsersRound, 'Members, roles and invitations', { for: isAdmin }),
    open('Audit log', '/admin/audit-log', ScrollText, 'Who did what, when and from where', { for: isAdmin }),
  ],
  service: [
    open('Dashboard', '/service/dashboard', LayoutDashboard, 'Ticket statistics', { key: 'd' }),
    open('Tickets', '/service/tickets', Inbox, 'Requests of your customers', { key: 't' }),
    open('Knowledge Base', '/service/knowledgebase/admin', BookOpen, 'Articles and categories', {
      for: isAdmin,
      key: 'b',
      pages: [
        { name: 'Articles', href: '/service/knowledgebase/admin/articles', description: 'help centre list drafts' },
        { name: 'New article', href: '/service/knowledgebase/admin/articles/edit', description: 'write create' },
        { name: 'Article categories', href: '/service/knowledgebase/admin/categories', description: 'tree order' },
        {
          name: 'Find and replace in articles',
          href: '/service/knowledgebase/admin/articles/replace',
          description: 'words rename',
        },
        {
          name: 'Article feedback',
          href: '/service/knowledgebase/admin/feedback',
          description: 'comments votes',
        },
        {
          name: 'Import and export',
          href: '/service/knowledgebase/admin/imports',
          description: 'articles zendesk',
        },
        {
          name: 'Knowledge base gaps',
          href: '/service/knowledgebase/admin/gaps',
          description: 'missing',
        },
        {
          name: 'Knowledge base reports',
          href: '/service/knowledgebase/admin/reports',
          description: 'views votes',
        },
      ],
    }),
    open('Settings', '/service/settings', Settings2, 'Settings of Service', {
      for: isAdmin,
      pages: [
        {
          name: 'Knowledge base settings',
          href: '/service/settings/knowledge-base',
          description: 'languages open closed readers links home page',
        },
        {
          name: 'Search synonyms',
          href: '/service/settings/knowledge-base/synonyms',
          description: 'words that find others knowledge base',
        },
        {
          name: 'Help centre redirects',
          href: '/service/settings/knowledge-base/redirects',
          description: 'old addresses 301 410 gone',
        },
        {
          name: 'Searches',
          href: '/service/settings/knowledge-base/searches',
          description: 'search log help centre without result',
        },
        {
          name: 'API keys',
          href: '/service/settings/api-keys',
          description: 'programs secret token bearer revoke',
        },
      ],
    }),
  ],
  sales: [
    open('Dashboard', '/sales', LayoutDashboard, 'About Sales', { key: 'd' }),
    locked('sales', 'Opportunities', Target, 'A pipeline that you can use by keyboard'),
    locked('sales', 'Leads', Magnet, 'Contacts who are not customers yet'),
    locked('sales', 'Accounts', Building2, 'Companies, with their people and history'),
    locked('sales', 'Quotes', FileText, 'Built from your price list, accepted online'),
    locked('sales', 'Revenue', Coins, 'Booked and expected, by month and by owner'),
    locked('sales', 'Settings', Settings2, 'Stages, price list and currencies'),
  ],
  hr: [
    open('Dashboard', '/hr', LayoutDashboard, 'About HR', { key: 'd' }),
    locked('hr', 'People', BookUser, 'Profiles, documents and reporting lines'),
    locked('hr', 'Onboarding', DoorOpen, 'Checklists that start before day one'),
    locked('hr', 'Leave Management', CalendarDays, 'Requests, balances and a shared calendar'),
    locked('hr', 'Training', GraduationCap, 'Courses and participants'),
    locked('hr', 'Perks', Gift, 'Benefits that your company offers'),
    locked('hr', 'Settings', Settings2, 'Leave types, holidays and access', { for: isHrAdmin }),
  ],
  cms: [
    open('Dashboard', '/cms/dashboard', LayoutDashboard, 'Drafts, schedules and releases', { key: 'd' }),
    open('Content List', '/cms/content/list', Rows3, 'All entries', {
      under: '/cms/content',
      pages: [{ name: 'Media library', href: '/cms/media', description: 'pictures files folders upload' }],
    }),
    open('Categories', '/cms/categories', FolderTree, 'Categories of entries'),
    open('Settings', '/cms/settings', Settings2, 'Models, keys and webhooks', { for: isAdmin }),
  ],
}

export const sidebarOf = (app: AppId, person: Person): NavigationItem[] =>
  sidebars[app].filter((entry) => entry.for?.(person) ?? true)

export function currentEntry(items: NavigationItem[], pathname: string, search = '') {
  const here = pathname + search
  return items
    .filter(
      ({ href, under = href }) =>
        here === href || pathname === href || (under !== '/' && pathname.startsWith(`${under}/`)),
    )
    .toSorted((a, b) => b.href.length - a.href.length)[0]
}
