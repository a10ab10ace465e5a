import { expect, test } from 'vitest'
import {
  archiveTicketField,
  changeTicketField,
  createCustomerField,
  createTicketField,
} from '#contract/fields/custom-fields.ts'
import type { InputOf } from '#contract/pages.ts'
import { mostOwnMacros } from '#contract/tickets/macro-values.ts'
import {
  changeMacro,
  copyMacroFiles,
  countMacroUse,
  createMacro,
  deleteMacro,
  listMacros,
  type Macro,
  restoreMacro,
  showMacro,
} from '#contract/tickets/macros.ts'
import { listMessages, redactMessage, writeMessage } from '#contract/tickets/messages.ts'
import { createStatus, deleteStatus } from '#contract/tickets/statuses.ts'
import { createTeam, deleteTeam } from '#contract/tickets/teams.ts'
import { changeTicket } from '#contract/tickets/tickets.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, globex, makeWorkspace, newMember, owner, type Person, platform } from '#test/world.ts'
import { pruneMacros } from './change-macros.ts'

type Answer = Macro & { code?: string; detail?: string; fields?: Record<string, string> }
type NewMacro = InputOf<typeof createMacro>['body']
const create = (person: Person, body: NewMacro) => as(person)(createMacro, { body }) as Promise<Answer>
const change = (person: Person, id: string, body: object) =>
  as(person)(changeMacro, { params: { id }, body }) as Promise<Answer>
const show = (person: Person, id: string) => as(person)(showMacro, { params: { id } }) as Promise<Answer>
const listed = async (person: Person, q?: string) => (await as(person)(listMacros, { query: q ? { q } : {} })).items
const namesOf = async (person: Person, q?: string) => (await listed(person, q)).map(({ name }) => name)

test('a macro answers what was set, with its text sanitized', async () => {
  const written: NewMacro = {
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
  const snippet = 'Hi {{customer.first_name | "there"}}, {{input.amount}} is on its way.'
  expect(row).toMatchObject({ name: written.name, languages: ['de'], snippet })
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
  const refusalOf = async (...actions: NonNullable<NewMacro['actions']>) => {
    const { code, fields } = await create(acme.agent, { name: 'Refused', actions })
    return [code, fields?.actions]
  }
  const set = (field: string, value: unknown) => ({ kind: 'set' as const, field, value })
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
  const snooze = { kind: 'snooze', until: { next: 'monday' } } as const
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
  const large = Array.from({ length: 25 }, () => ({ kind: 'add_tags' as const, tags }))
  expect(await create(admin, { name: 'Large', visibility: 'everyone', actions: large })).toMatchObject({
    code: 'macro-too-large',
  })
  expect(await create(acme.agent, { name: 'Long', text: 'x'.repeat(20_001) })).toMatchObject({ code: 'invalid' })
})

const apply = (person: Person, id: string) => as(person)(countMacroUse, { params: { id } })
const copyFiles = (person: Person, id: string) => as(person)(copyMacroFiles, { params: { id } })

test('a macro for teams is seen and applied by their members, its author and admins only', async () => {
  const member = await newMember(acme, 'Inside')
  const body = { name: 'Dispatch', members: [member.id] }
  const team = await as(acme.admin)(createTeam, { body })
  const macro = await create(acme.admin, { name: 'For dispatch', visibility: 'teams', teams: [team.id] })
  expect(macro).toMatchObject({ visibility: 'teams', teams: [team.id] })
  for (const person of [member, acme.admin]) expect(await namesOf(person)).toContain('For dispatch')
  for (const person of [acme.agent, globex.admin]) {
    expect(await namesOf(person, 'dispatch')).toEqual([])
    expect(await show(person, macro.id)).toMatchObject({ code: 'macro-not-found' })
    expect(await apply(person, macro.id)).toMatchObject({ code: 'macro-not-found' })
    expect(await copyFiles(person, macro.id)).toMatchObject({ code: 'macro-not-found' })
    expect(await change(person, macro.id, { name: 'Mine' })).toMatchObject({ code: 'macro-not-found' })
  }
  expect(await apply(member, macro.id)).toEqual({})
  expect(await change(member, macro.id, { name: 'Mine' })).toMatchObject({ code: 'macro-reserved' })
  await as(acme.admin)(deleteTeam, { params: { id: team.id } })
  expect(await namesOf(member)).not.toContain('For dispatch')
  expect(await show(acme.admin, macro.id)).toMatchObject({ visibility: 'teams', teams: [] })
})

test('a macro for teams has at least one team, and no other macro has any', async () => {
  const team = await as(acme.admin)(createTeam, { body: { name: 'Returns' } })
  const refusalOf = async (body: object) => (await create(acme.admin, { name: 'Returns', ...body })).fields?.teams
  expect(await refusalOf({ visibility: 'teams' })).toBe('Choose at least one team')
  expect(await refusalOf({ visibility: 'everyone', teams: [team.id] })).toMatch(/^Only a macro with/)
  expect(await create(acme.admin, { name: 'R', visibility: 'teams', teams: [acme.id] })).toMatchObject({
    code: 'team-not-found',
  })
  expect(await create(acme.agent, { name: 'R', visibility: 'teams', teams: [team.id] })).toMatchObject({
    code: 'macro-reserved',
  })
  const macro = await create(acme.admin, { name: 'Returns', visibility: 'teams', teams: [team.id] })
  expect(await create(acme.admin, { name: 'RETURNS', visibility: 'everyone' })).toMatchObject({
    code: 'macro-name-taken',
  })
  expect(await change(acme.admin, macro.id, { visibility: 'everyone' })).toMatchObject({ teams: [] })
})

test('a deleted macro is restored with its uses and files, unless its name was taken meanwhile', async () => {
  const file = await uploaded(acme.agent, textFile('terms.txt'))
  const macro = await create(acme.agent, { name: 'To restore', attachments: [file.id] })
  await apply(acme.agent, macro.id)
  const remove = () => as(acme.agent)(deleteMacro, { params: { id: macro.id } })
  const restore = (person: Person) => as(person)(restoreMacro, { params: { id: macro.id } })
  await remove()
  expect(await namesOf(acme.agent)).not.toContain('To restore')
  expect(await show(acme.agent, macro.id)).toMatchObject({ code: 'macro-not-found' })
  for (const person of [acme.admin, globex.admin])
    expect(await restore(person)).toMatchObject({ code: 'macro-not-found' })
  expect(await restore(acme.agent)).toMatchObject({
    ...{ name: 'To restore', usedCount: { days7: 1, days30: 1 } },
    attachments: [{ id: file.id, name: 'terms.txt' }],
  })
  await remove()
  await create(acme.agent, { name: 'To restore' })
  expect(await restore(acme.agent)).toMatchObject({ code: 'macro-name-taken' })
})

test('a macro that names something deleted cannot be applied', async () => {
  const status = await as(acme.admin)(createStatus, { body: { name: 'Parked', category: 'on_hold', color: 'grey' } })
  const actions = [{ kind: 'set' as const, field: 'statusId', value: status.id }]
  const { id } = await create(acme.agent, { name: 'Park it', actions })
  await as(acme.admin)(deleteStatus, { params: { id: status.id } })
  const refused = { code: 'macro-broken', detail: 'Parked does not exist any more. Change the macro first.' }
  expect(await apply(acme.agent, id)).toMatchObject(refused)
  expect(await copyFiles(acme.agent, id)).toMatchObject(refused)
})

test('the files of a macro are copied to messages, which keep them after the macro is deleted', async () => {
  const files = [
    await uploaded(acme.admin, textFile('terms.txt', 'the terms')),
    await uploaded(acme.admin, textFile('b.txt')),
  ]
  const ids = files.map((file) => file.id)
  const macro = await create(acme.admin, { name: 'With terms', visibility: 'everyone', attachments: ids })
  expect(macro).toMatchObject({ attachments: [{ name: 'terms.txt', bytes: 9 }, { name: 'b.txt' }] })
  const { items } = await copyFiles(acme.agent, macro.id)
  expect(items.map(({ name }) => name)).toEqual(['terms.txt', 'b.txt'])
  expect(ids).not.toContain(items[0]!.id)
  const ticket = await newTicket(acme)
  const attachments = items.map((file) => file.id)
  await as(acme.agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'See', attachments } })
  expect(await change(acme.admin, macro.id, { attachments: [ids[1]] })).toMatchObject({ attachments: [{ id: ids[1] }] })
  await as(acme.admin)(deleteMacro, { params: { id: macro.id } })
  await owner.query(`update macros set deleted_at = now() - interval '2 days' where workspace_id = $1 and id = $2`, [
    acme.id,
    macro.id,
  ])
  await prune()
  const read = async () => (await as(acme.agent)(listMessages, { params: { id: ticket.id }, query: {} })).items.at(-1)!
  const message = await read()
  const { pathname, search, host } = new URL(message.attachments[0]!.url)
  expect((await app.inject({ url: pathname + search, headers: { host } })).body).toBe('the terms')
  expect(await rowsOf(macro.id)).toBe(1)
  await as(acme.admin)(redactMessage, { params: { id: ticket.id, messageId: message.id } })
  await prune()
  expect(await rowsOf(macro.id)).toBe(0)
  const { rows } = await owner.query('select id from files where workspace_id = $1 and id = any($2)', [acme.id, ids])
  expect(rows).toEqual([])
})

const prune = () => inWorkspace(platform.app, acme.id, pruneMacros)
const rowsOf = async (id: string) =>
  (await owner.query('select id from macros where workspace_id = $1 and id = $2', [acme.id, id])).rows.length

test('a macro takes only uploads of its author, and at most ten files', async () => {
  const foreign = await uploaded(globex.agent, textFile())
  const colleague = await uploaded(acme.admin, textFile())
  for (const { id } of [foreign, colleague])
    expect(await create(acme.agent, { name: 'Not mine', attachments: [id] })).toMatchObject({ code: 'file-not-found' })
  const many = Array.from({ length: 11 }, () => crypto.randomUUID())
  expect((await create(acme.agent, { name: 'Many', attachments: many })).fields?.attachments).toBe(
    'A macro has at most 10 files',
  )
})

test('a macro links to a problem, and says when it is not a problem any more', async () => {
  const { id, number } = await newTicket(acme)
  const link = { kind: 'link_to_problem', problem: id } as const
  const body = { name: 'Sign-in is down', actions: [link] }
  expect(await as(acme.agent)(createMacro, { body })).toMatchObject({ code: 'not-a-problem' })
  await as(acme.agent)(changeTicket, { params: { id }, body: { type: 'problem' } })
  const macro = await as(acme.agent)(createMacro, { body })
  expect(macro).toMatchObject({ actions: [{ ...link, number }], missing: null })
  await as(acme.agent)(changeTicket, { params: { id }, body: { type: 'task' } })
  const { missing } = await as(acme.agent)(showMacro, { params: { id: macro.id } })
  expect(missing).toBe(`Problem ${number} does not exist any more`)
})
