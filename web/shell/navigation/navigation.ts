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
  /** A page with another address that belongs to the entry. */
  also?: string
}

export type AppId = 'admin' | 'service' | 'sales' | 'hr' | 'cms'
export type App = NavigationItem & { id: AppId }

type Person = { isAdmin: boolean; isHrAdmin: boolean }
type Entry = NavigationItem & { for?: (person: Person) => boolean }

const open = (name: string, href: string, icon: IconShape, description: string, more?: Partial<Entry>): Entry => ({
  name,
  href,
  description,
  locked: false,
  icon,
  ...more,
})

const locked = (app: AppId, name: string, icon: IconShape, description: string, more?: Partial<Entry>) =>
  open(name, `/coming-soon?app=${app}&entry=${encodeURIComponent(name)}`, icon, description, { locked: true, ...more })

const page = (name: string, href: string, description: string) => ({ name, href, description })

export const apps: App[] = [
  { id: 'admin', ...open('Admin', '/', LayoutGrid, 'Your workspace and its team', { key: '1' }) },
  { id: 'service', ...open('Service', '/service/dashboard', Headset, 'Tickets and help centre', { key: '2' }) },
  { id: 'sales', ...open('Sales', '/sales', TrendingUp, 'Opportunities, quotes and revenue', { locked: true }) },
  { id: 'hr', ...open('HR', '/hr', UsersRound, 'Employees, time off and onboarding', { locked: true }) },
  { id: 'cms', ...open('Headless CMS', '/cms/dashboard', Layers, 'Structured content and media', { key: '3' }) },
]

const appById = (id: AppId) => apps.find((app) => app.id === id) ?? apps[0]!

export function appAt(pathname: string, search = ''): App {
  const folder = pathname === '/coming-soon' ? new URLSearchParams(search).get('app') : pathname.split('/')[1]
  return apps.find(({ id }) => id === folder) ?? appById('admin')
}

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
    open('Tickets', '/service/tickets', Inbox, 'Requests of your customers', {
      key: 't',
      pages: [
        page('Customers', '/service/customers', 'people requesters addresses'),
        page('Companies', '/service/companies', 'customers domains organisations'),
        page('Macros', '/service/macros', 'canned replies templates variables'),
      ],
    }),
    open('Knowledge Base', '/service/knowledgebase/admin', BookOpen, 'Articles and categories', {
      for: isAdmin,
      key: 'b',
      pages: [
        page('Articles', '/service/knowledgebase/admin/articles', 'help centre list drafts'),
        page('New article', '/service/knowledgebase/admin/articles/edit', 'write create'),
        page('Article categories', '/service/knowledgebase/admin/categories', 'tree order'),
        page('Find and replace in articles', '/service/knowledgebase/admin/articles/replace', 'words rename'),
        page('Article feedback', '/service/knowledgebase/admin/feedback', 'comments votes'),
        page('Import and export', '/service/knowledgebase/admin/imports', 'articles zendesk'),
        page('Knowledge base gaps', '/service/knowledgebase/admin/gaps', 'missing'),
        page('Knowledge base reports', '/service/knowledgebase/admin/reports', 'views votes'),
      ],
    }),
    open('Settings', '/service/settings', Settings2, 'Settings of Service', {
      for: isAdmin,
      also: '/service/macros',
      pages: [
        page('Ticket fields', '/service/settings/ticket-fields', 'custom fields options required customer'),
        page('Customer fields', '/service/settings/customer-fields', 'custom fields options person people'),
        page('Company fields', '/service/settings/company-fields', 'custom fields options organisation'),
        page('Forms', '/service/settings/forms', 'request form customers portal fields contact'),
        page(
          'Knowledge base settings',
          '/service/settings/knowledge-base',
          'languages open closed readers links home page',
        ),
        page('Ticket views', '/service/settings/views', 'saved lists queues hide order columns'),
        page('Search synonyms', '/service/settings/knowledge-base/synonyms', 'words that find others knowledge base'),
        page('Help centre redirects', '/service/settings/knowledge-base/redirects', 'old addresses 301 410 gone'),
        page('Searches', '/service/settings/knowledge-base/searches', 'search log help centre without result'),
        page('API keys', '/service/settings/api-keys', 'programs secret token bearer revoke'),
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
    locked('hr', 'Onboarding', DoorOpen, 'Checklists that start before the first day'),
    locked('hr', 'Leave Management', CalendarDays, 'Requests, balances and a shared calendar'),
    locked('hr', 'Training', GraduationCap, 'Courses and participants'),
    locked('hr', 'Perks', Gift, 'Benefits that your company offers'),
    locked('hr', 'Settings', Settings2, 'Leave types, holidays and access', { for: isHrAdmin }),
  ],
  cms: [
    open('Dashboard', '/cms/dashboard', LayoutDashboard, 'Drafts, schedules and releases', { key: 'd' }),
    open('Content List', '/cms/content/list', Rows3, 'All entries', {
      under: '/cms/content',
      pages: [page('Media library', '/cms/media', 'pictures files folders upload')],
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
      ({ href, also, under = href }) =>
        here === href || pathname === href || pathname === also || (under !== '/' && pathname.startsWith(`${under}/`)),
    )
    .toSorted((a, b) => b.href.length - a.href.length)[0]
}
