import { expect, test } from 'vitest'
import { type AppId, appAt, currentEntry, sidebarOf } from './navigation.ts'

const agent = { isAdmin: false, isHrAdmin: false }
const admin = { isAdmin: true, isHrAdmin: false }
const namesOf = (app: AppId, person = admin) => sidebarOf(app, person).map(({ name }) => name)

test('admins see Team, Audit log, Knowledge Base and Settings, others do not', () => {
  expect(namesOf('admin')).toEqual(['Dashboard', 'Team', 'Audit log'])
  expect(namesOf('admin', agent)).toEqual(['Dashboard'])
  expect(namesOf('service')).toEqual(['Dashboard', 'Tickets', 'Knowledge Base', 'Settings'])
  expect(namesOf('service', agent)).toEqual(['Dashboard', 'Tickets'])
  expect(namesOf('cms')).toEqual(['Dashboard', 'Content List', 'Categories', 'Settings'])
  expect(namesOf('cms', agent)).toEqual(['Dashboard', 'Content List', 'Categories'])
})

test('only the dashboard of Sales opens', () => {
  expect(namesOf('sales')).toEqual(['Dashboard', 'Opportunities', 'Leads', 'Accounts', 'Quotes', 'Revenue', 'Settings'])
  expect(sidebarOf('sales', admin).filter(({ locked }) => !locked)).toMatchObject([{ href: '/sales' }])
})

test('HR settings are for HR admins only', () => {
  expect(namesOf('hr')).toEqual(['Dashboard', 'People', 'Onboarding', 'Leave Management', 'Training', 'Perks'])
  expect(namesOf('hr', { isAdmin: false, isHrAdmin: true })).toContain('Settings')
})

test.each([
  ['/', '', 'admin'],
  ['/team', '', 'admin'],
  ['/admin/profile', '', 'admin'],
  ['/service/tickets/0192', '', 'service'],
  ['/cms/content/list', '', 'cms'],
  ['/coming-soon', '?app=hr&entry=Perks', 'hr'],
  ['/coming-soon', '', 'admin'],
])('%s%s belongs to the app %s', (pathname, search, app) => {
  expect(appAt(pathname, search).id).toBe(app)
})

test.each([
  ['service', '/service/tickets/0192', '', 'Tickets'],
  ['service', '/service/onboarding', '', undefined],
  ['service', '/service/macros', '', 'Settings'],
  ['admin', '/admin/profile', '', undefined],
  ['admin', '/', '', 'Dashboard'],
  ['sales', '/coming-soon', '?app=sales&entry=Leads', 'Leads'],
  ['cms', '/cms/content/list', '', 'Content List'],
  ['cms', '/cms/content/edit/0192', '', 'Content List'],
] as const)('in %s, %s%s marks the entry %s', (app, pathname, search, name) => {
  expect(currentEntry(sidebarOf(app, admin), pathname, search)?.name).toBe(name)
})
