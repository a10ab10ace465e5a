import { NewCustomField, NewProfileField } from '#contract/fields/custom-fields.ts'
import { createTicketForm } from '#contract/tickets/forms.ts'
import { createMacro as macroContract } from '#contract/tickets/macros.ts'
import { createTicketView } from '#contract/tickets/views.ts'
import { createField } from '#server/fields/custom-fields/change-fields.ts'
import { createCompany } from '#server/fields/profiles/companies.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { createForm } from '#server/tickets/forms/change-forms.ts'
import { createMacro } from '#server/tickets/macros/change-macros.ts'
import { createStatus } from '#server/tickets/statuses/change-statuses.ts'
import { createTeam } from '#server/tickets/teams/change-teams.ts'
import { createView } from '#server/tickets/views/change-views.ts'
import { putCompanyPerson } from '#server/workspace/companies/write-company.ts'

type Call = { tx: WorkspaceTx; caller: Member; platform: Platform }

/** What the tickets of a demo workspace are sorted into. */
export type DemoQueue = {
  /** The field of tickets with a product area, by its id. */
  areaId: string
  /** The teams by product area. */
  teams: Partial<Record<string, string>>
}

const areas = [
  { key: 'rota', label: 'Rota', color: '#2563eb' },
  { key: 'clock', label: 'Time clock', color: '#0f766e' },
  { key: 'payroll', label: 'Payroll', color: '#b45309' },
  { key: 'account', label: 'Account', color: '#6b7280' },
] as const

const areaOfTag: Partial<Record<string, (typeof areas)[number]['key']>> = {
  'time clock': 'clock',
  payroll: 'payroll',
  billing: 'account',
  permissions: 'account',
  accounts: 'account',
  settings: 'account',
  calendar: 'rota',
  print: 'rota',
  'shift swap': 'rota',
}

/** Returns the team and the custom fields of a ticket with these tags. */
export function sortIntoQueue({ areaId, teams }: DemoQueue, tags: string[]) {
  const area = tags.map((tag) => areaOfTag[tag]).find((found) => found !== undefined)
  return { teamId: (area && teams[area]) ?? null, customFields: area ? { [areaId]: area } : {} }
}

/** Writes teams, a status, fields, macros, views and a form. */
export async function writeQueue(call: Call, [mina, ada, jonas, priya, tariq]: string[]): Promise<DemoQueue> {
  const { tx, caller } = call
  const support = await createTeam(call, {
    name: 'Support',
    color: 'teal',
    members: [mina!, ada!, jonas!],
    address: 'help',
  })
  const payroll = await createTeam(call, {
    name: 'Payroll',
    color: 'plum',
    members: [priya!, tariq!],
    address: 'payroll',
  })
  await createStatus(call, {
    name: 'Waiting for engineering',
    customerLabel: 'In progress',
    category: 'on_hold',
    color: 'plum',
  })
  const area = await createField(
    { tx, caller, owner: 'ticket' },
    NewCustomField.parse({
      key: 'area',
      label: 'Product area',
      help: 'The part of the product that the request is about.',
      kind: 'select',
      options: areas,
      portal: 'write',
    }),
  )
  for (const field of companyFields) await createField({ tx, caller, owner: 'company' }, NewProfileField.parse(field))
  for (const macro of macros) await createMacro(call, macroContract.body.parse({ visibility: 'everyone', ...macro }))
  for (const view of views) await createView(call, createTicketView.body.parse({ visibility: 'everyone', ...view }))
  await createForm(
    call,
    createTicketForm.body.parse({
      key: 'payroll',
      name: 'A problem with payroll',
      description: 'Write the pay period and the people concerned.',
      fields: [area.id],
      isPublic: true,
      defaults: { priority: 'high', tags: ['payroll'], team: payroll.id },
    }),
  )
  return { areaId: area.id, teams: { payroll: payroll.id, clock: support.id, rota: support.id, account: support.id } }
}

/** Writes companies and puts each customer into one of them, except for the last customers. */
export async function writeCompanies({ tx, caller }: Call) {
  const customers = await tx.selectFrom('customers').select('id').orderBy('createdAt').orderBy('id').execute()
  for (const [at, company] of companies.entries()) {
    const { id } = await createCompany(tx, caller, company)
    for (const customer of customers.slice(at * 5, at * 5 + 5))
      await putCompanyPerson(tx, caller, { id, customerId: customer.id }, { sharesTickets: false })
  }
}

const companyFields = [
  { key: 'seats', label: 'Seats', kind: 'integer' },
  {
    key: 'plan',
    label: 'Plan',
    kind: 'select',
    options: [
      { key: 'starter', label: 'Starter' },
      { key: 'business', label: 'Business' },
      { key: 'enterprise', label: 'Enterprise' },
    ],
  },
]

const companies = [
  { name: 'Kestrel Hotels', domains: ['kestrel-hotels.example'], customFields: { seats: 640, plan: 'enterprise' } },
  { name: 'Marlow Clinics', domains: ['marlow-clinics.example'], customFields: { seats: 212, plan: 'business' } },
  { name: 'Tern Ferries', domains: ['tern-ferries.example'], customFields: { seats: 88, plan: 'business' } },
  { name: 'Juniper Bakery', domains: ['juniper-bakery.example'], customFields: { seats: 14, plan: 'starter' } },
]

const macros = [
  {
    name: 'Ask for a screenshot',
    actions: [{ kind: 'set', field: 'status', value: 'pending' }],
    text: '<p>Hi {{customer.first_name | "there"}},</p><p>Could you send us a screenshot of the page, with the time at which you saw it? Then we can find it in our log.</p>',
    texts: {
      de: '<p>Hallo {{customer.first_name | "zusammen"}},</p><p>können Sie uns einen Screenshot der Seite schicken, mit der Uhrzeit? Dann finden wir den Vorgang in unserem Protokoll.</p>',
    },
  },
  {
    name: 'Time clock / Permission lost',
    actions: [
      { kind: 'set', field: 'field.area', value: 'clock' },
      { kind: 'add_tags', tags: ['time clock'] },
    ],
    text: '<p>Hi {{customer.first_name | "there"}},</p><p>The tablet lost its location permission after an update. Open Settings, Apps, Halyard, Permissions, allow the location and restart the app.</p>',
    texts: {
      de: '<p>Hallo {{customer.first_name | "zusammen"}},</p><p>das Tablet hat nach einem Update die Standortfreigabe verloren. Öffnen Sie Einstellungen, Apps, Halyard, Berechtigungen, erlauben Sie den Standort und starten Sie die App neu.</p>',
    },
  },
  {
    name: 'Payroll / Corrected export',
    inputs: [{ key: 'period', label: 'Pay period', kind: 'text' }],
    actions: [
      { kind: 'set', field: 'field.area', value: 'payroll' },
      { kind: 'set', field: 'assignee', value: 'me' },
    ],
    text: '<p>Hi {{customer.first_name | "there"}},</p><p>The export for {{input.period}} is corrected. Run it again: rows that are in already are skipped.</p>',
    afterwards: 'next',
  },
  {
    name: 'Handed to engineering',
    textKind: 'note',
    actions: [{ kind: 'snooze', until: { amount: 2, unit: 'days' } }],
    text: '<p>Engineering has the steps for {{ticket.number}} and answers within two days.</p>',
  },
]

const views = [
  { name: 'Urgent', query: 'status<solved priority:urgent', order: 'waiting' },
  {
    name: 'Payroll',
    query: 'status<solved team:Payroll',
    columns: ['priority', 'number', 'subject', 'requester', 'company', 'status', 'waiting', 'assignee'],
    group: 'company',
  },
  { name: 'By product area', query: 'status<solved', group: 'field.area' },
]
