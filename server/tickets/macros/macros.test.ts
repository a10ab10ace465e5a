import { expect, test } from 'vitest'
import {
  archiveTicketField,
  changeTicketField,
  createCustomerField,
  createTicketField,
} from '#contract/fields/custom-fields.ts'
import { mostOwnMacros } from '#contract/tickets/macro-values.ts'
import {
  changeMacro,
  countMacroUse,
  createMacro,
  deleteMacro,
  listMacros,
  type Macro,
  showMacro,
} from '#contract/tickets/macros.ts'
import { createStatus, deleteStatus } from '#contract/tickets/statuses.ts'
import { createTeam, deleteTeam } from '#contract/tickets/teams.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { acme, globex, makeWorkspace, newMember, owner, type Person } from '#test/world.ts'

type Answer = Macro & { code?: string; detail?: string; fields?: Record<string, string> }
const create = (person: Person, body: object) => as(person)(createMacro, { body: body as never }) as Promise<Answer>
const change = (person: Person, id: string, body: object) =>
  as(person)(changeMacro, { params: { id }, body }) as Promise<Answer>
const show = (person: Person, id: string) => as(person)(showMacro, { params: { id } }) as Promise<Answer>
const listed = async (person: Person, q?: string) => (await as(person)(listMacros, { query: q ? { q } : {} })).items
const namesOf = async (person: Person, q?: string) => (await listed(person, q)).map(({ name }) => name)

test('a macro answers what was set, with its text sanitized', async () => {
  const written = {
    name: 'Billing / Refund',
    visibility: 'everyone',
    actions: [
      { kind: 'set', field: 'status', value: 'pending' },
      { kind: 'set', field: 'assignee', value: 'me' },
      { kind: 'add_tags', tags: ['refund'] },
      { kind: 'snooze', until: { amount: 3, unit: 'days' } },
      { kind: 'add_follower', member: acme.agent.id },
    ],
    inputs: [{ key: 'amount', label: 'Amount', kind: 'number' }],
    text: '<p onclick="x()">Hi {{customer.first_name | "there"}}, {{input.amount}} is on its way.</p><script>x()</script>',
    texts: { de: '<p>Hallo {{customer.first_name}}</p>' },
    afterwards: 'next',
  }
  const macro = await create(acme.admin, written)
  expect(macro).toMatchObject({
    ...written,
    text: '<p>Hi {{customer.first_name | "there"}}, {{input.amount}} is on its way.</p>',
    inputs: [{ key: 'amount', label: 'Amount', kind: 'number', options: [] }],
    textKind: 'reply',
    ...{ missing: null, usedCount: { days7: 0, days30: 0 }, lastUsedAt: null, isMine: true, canChange: true },
  })
  expect(await show(acme.agent, macro.id)).toMatchObject({ name: written.name, isMine: false, canChange: false })
  const [row] = await listed(acme.agent, 'hallo')
  expect(row).toMatchObject({ name: written.name, languages: ['de'], snippet: expect.stringMatching(/^Hi /) })
})

test('members manage macros of their own, and only admins manage shared ones', async () => {
  const own = await create(acme.agent, { name: 'Of the agent' })
  expect(own.visibility).toBe('me')
  expect(await namesOf(acme.admin)).not.toContain('Of the agent')
  expect(await show(acme.admin, own.id)).toMatchObject({ code: 'macro-not-found' })
  expect(await create(acme.agent, { name: 'N', visibility: 'everyone' })).toMatchObject({ code: 'macro-reserved' })
  expect(await change(acme.agent, own.id, { visibility: 'everyone' })).toMatchObject({ code: 'macro-reserved' })
  const shared = await create(acme.admin, { name: 'Of the team', visibility: 'everyone' })
  expect(await change(acme.agent, shared.id, { name: 'Mine' })).toMatchObject({ code: 'macro-reserved' })
  expect(await as(acme.agent)(deleteMacro, { params: { id: shared.id } })).toMatchObject({ code: 'macro-reserved' })
  expect(await as(acme.agent)(deleteMacro, { params: { id: own.id } })).toEqual({})
  expect(await show(acme.agent, own.id)).toMatchObject({ code: 'macro-not-found' })
})

test('another workspace finds no macro, and a customer none at all', async () => {
  const { id } = await create(acme.admin, { name: 'Only of Acme', visibility: 'everyone' })
  expect(await namesOf(globex.admin)).not.toContain('Only of Acme')
  expect(await show(globex.admin, id)).toMatchObject({ code: 'macro-not-found' })
  expect(await change(globex.admin, id, { name: 'Taken' })).toMatchObject({ code: 'macro-not-found' })
  expect(await as(globex.admin)(countMacroUse, { params: { id } })).toMatchObject({ code: 'macro-not-found' })
  expect(await as(acme.customer)(listMacros, { query: {} })).toMatchObject({ status: 403 })
  const key = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
  expect(await namesOf(key)).toContain('Only of Acme')
  expect(await create(key, { name: 'By a key' })).toMatchObject({ status: 403 })
})

test('an unknown variable is refused with its name and what is valid, the most similar first', async () => {
  const refused = await create(acme.agent, { name: 'Typing error', text: '<p>Hi {{customer.frist_name}}</p>' })
  expect(refused).toMatchObject({ code: 'invalid' })
  expect(refused.fields!.text).toMatch(
    /^There is no variable \{\{customer\.frist_name\}\}\. .*are: customer\.first_name,/,
  )
  const german = await create(acme.agent, { name: 'Typing error', texts: { de: '<p>{{input.sum}}</p>' } })
  expect(Object.keys(german.fields!)).toEqual(['texts.de'])
  const parted = await create(acme.agent, { name: 'In two formats', text: '<p>{{customer.<b>name</b>}}</p>' })
  expect(parted.fields!.text).toContain('{{customer.” is no variable')
  const code = await create(acme.agent, { name: 'Code', text: '<p><code>{{ anything }}</code></p>' })
  expect(code.code).toBeUndefined()
  const removed = await create(acme.agent, {
    name: 'With an input',
    inputs: [{ key: 'sum', label: 'Sum', kind: 'text' }],
    text: '<p>{{input.sum}}</p>',
  })
  expect(await change(acme.agent, removed.id, { inputs: [] })).toMatchObject({ code: 'invalid' })
})

test('actions with values that no ticket can have are refused', async () => {
  const refusalOf = async (...actions: object[]) => {
    const { code, fields } = await create(acme.agent, { name: 'Refused', actions })
    return [code, fields?.actions]
  }
  const set = (field: string, value: unknown) => ({ kind: 'set', field, value })
  expect(await refusalOf(set('colour', 'red'))).toEqual([
    'invalid',
    expect.stringContaining('A macro cannot set “colour”'),
  ])
  expect(await refusalOf(set('priority', 'huge'))).toEqual(['invalid', expect.stringContaining('"huge"')])
  expect(await refusalOf(set('status', 'closed'))).toEqual(['invalid', expect.stringContaining('New or Closed')])
  expect(await refusalOf(set('statusId', acme.id))).toEqual(['status-not-found', undefined])
  expect(await refusalOf(set('team', acme.id))).toEqual(['team-not-found', undefined])
  expect(await refusalOf(set('assignee', acme.id))).toEqual(['member-not-found', undefined])
  expect(await refusalOf(set('assignee', globex.agent.id))).toEqual(['member-not-found', undefined])
  expect(await refusalOf({ kind: 'add_follower', member: globex.agent.id })).toEqual(['member-not-found', undefined])
  expect((await refusalOf(set('field.nothing', 1)))[0]).toBe('invalid')
  const snooze = { kind: 'snooze', until: { next: 'monday' } }
  expect(await refusalOf(set('status', 'solved'), snooze)).toEqual([
    'invalid',
    'A solved ticket cannot be snoozed. Remove one of the two actions.',
  ])
})

test('a macro keeps its field under a new key, and says what does not exist any more', async () => {
  const admin = acme.admin
  const field = await as(admin)(createTicketField, { body: { key: 'plan', label: 'Plan', kind: 'text' } })
  const status = await as(admin)(createStatus, { body: { name: 'With legal', category: 'on_hold', color: 'grey' } })
  const leaver = await newMember(acme, 'Leaver')
  const team = await as(admin)(createTeam, { body: { name: 'Payroll' } })
  const macro = await create(admin, {
    name: 'Names much',
    text: '<p>{{ticket.field.plan}}</p>',
    actions: [
      { kind: 'set', field: 'field.plan', value: 'Scale' },
      { kind: 'set', field: 'statusId', value: status.id },
      { kind: 'set', field: 'team', value: team.id },
      { kind: 'add_follower', member: leaver.id },
    ],
  })
  await as(admin)(changeTicketField, { params: { id: field.id }, body: { key: 'tier' } })
  expect((await show(admin, macro.id)).actions[0]).toEqual({ kind: 'set', field: 'field.tier', value: 'Scale' })
  await as(admin)(archiveTicketField, { params: { id: field.id } })
  await as(admin)(deleteStatus, { params: { id: status.id } })
  await as(admin)(changeMember, { params: { id: leaver.id }, body: { isActive: false } })
  await as(admin)(deleteTeam, { params: { id: team.id } })
  const { missing } = (await listed(admin)).find(({ id }) => id === macro.id)!
  expect(missing).toMatch(/^Plan, With legal, Payroll, .+ does not exist any more$/)
})

test('a text has variables for fields of customers, and one that does not exist is refused', async () => {
  await as(acme.admin)(createCustomerField, { body: { key: 'tariff', label: 'Tariff', kind: 'text' } })
  const text = '<p>Your tariff is {{customer.field.tariff | "unknown"}}.</p>'
  expect(await create(acme.admin, { name: 'Tariff', text })).toMatchObject({ text })
  const unknown: object = await create(acme.admin, { name: 'Tarif', text: '<p>{{customer.field.tarif}}</p>' })
  expect(unknown).toMatchObject({ status: 400, detail: expect.stringContaining('customer.field.tariff') })
})

test('macros are found by all words of their name or text, without case and accents', async () => {
  const person = await newMember(acme, 'Finder')
  await create(person, {
    name: 'Rückgabe',
    text: '<p>Your parcel <b>arrives</b></p>',
    texts: { fr: '<p>Le colis</p>' },
  })
  await create(person, { name: 'Parcel lost' })
  const own = async (q: string) => (await namesOf(person, q)).filter((name) => /Rück|Parcel/.test(name))
  expect(await own('RUCKGABE')).toEqual(['Rückgabe'])
  expect(await own('colis')).toEqual(['Rückgabe'])
  expect(await own('parcel')).toEqual(['Parcel lost', 'Rückgabe'])
  expect(await own('parcel arr')).toEqual(['Rückgabe'])
})

test('uses are counted over 7 and 30 days, and each member sees when they used a macro last', async () => {
  const { id } = await create(acme.admin, { name: 'Counted', visibility: 'everyone' })
  const use = (person: Person) => as(person)(countMacroUse, { params: { id } })
  expect(await use(acme.agent)).toEqual({})
  await use(acme.agent)
  await owner.query(`update macro_uses set day = current_date - 10 where workspace_id = $1 and macro_id = $2`, [
    acme.id,
    id,
  ])
  await use(acme.admin)
  expect(await show(acme.admin, id)).toMatchObject({ usedCount: { days7: 1, days30: 3 } })
  expect(await show(await newMember(acme, 'Newcomer'), id)).toMatchObject({ lastUsedAt: null })
})

test('two macros of a list cannot have the same name, not even at the same time', async () => {
  const { admin } = await makeWorkspace('initech', 'Initech', ['Ida', 'Ivo', 'Ines', 'Igor'])
  const both = await Promise.all([create(admin, { name: 'Twice' }), create(admin, { name: 'TWICE' })])
  expect(both.map(({ code }) => code).sort()).toEqual(['macro-name-taken', undefined])
  expect((await create(admin, { name: 'Twice', visibility: 'everyone' })).code).toBeUndefined()
})

test('a change based on an older reading does not overwrite that of a colleague', async () => {
  const macro = await create(acme.admin, { name: 'For two', text: '<p>One</p>' })
  await change(acme.admin, macro.id, { text: '<p>Two</p>' })
  const late = await change(acme.admin, macro.id, { text: '<p>Three</p>', base: { text: '<p>One</p>' } })
  expect(late).toMatchObject({ code: 'conflict' })
  expect(await show(acme.admin, macro.id)).toMatchObject({ text: '<p>Two</p>' })
})

test('the number and the size of macros are limited', async () => {
  const { admin, id } = await makeWorkspace('hooli', 'Hooli', ['Hal', 'Hans', 'Hero', 'Hugh'])
  await owner.query(
    `insert into macros (workspace_id, author_id, name, visibility, actions, named, inputs, body, texts, words, text_kind, afterwards)
     select $1, $2, 'M' || n, 'me', '[]', '{}', '[]', '', '{}', '', 'reply', 'stay' from generate_series(1, $3) n`,
    [id, admin.id, mostOwnMacros],
  )
  expect(await create(admin, { name: 'One more' })).toMatchObject({
    code: 'too-many-own-macros',
    detail: `You have ${mostOwnMacros} macros of your own. Delete one first.`,
  })
  const tags = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(50, 'x'))
  const large = Array.from({ length: 25 }, () => ({ kind: 'add_tags', tags }))
  expect(await create(admin, { name: 'Large', visibility: 'everyone', actions: large })).toMatchObject({
    code: 'macro-too-large',
  })
  expect(await create(acme.agent, { name: 'Long', text: 'x'.repeat(20_001) })).toMatchObject({ code: 'invalid' })
})
