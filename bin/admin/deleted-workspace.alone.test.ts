import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { beginExport } from '#contract/bulk/exports.ts'
import { beginImport } from '#contract/bulk/imports.ts'
import { createContentCategory } from '#contract/content/categories.ts'
import { changeEntries } from '#contract/content/changes.ts'
import { writeEntryComment } from '#contract/content/comments.ts'
import { createMediaFolder } from '#contract/content/media-folders.ts'
import { createMediaPreset } from '#contract/content/media-presets.ts'
import { createContentView } from '#contract/content/views.ts'
import { createTicketField } from '#contract/fields/custom-fields.ts'
import { createResumableUpload } from '#contract/files/resumable-uploads.ts'
import { beginDeflection } from '#contract/help/deflections.ts'
import { decideGap, listGaps } from '#contract/help/knowledge-gaps.ts'
import { archiveArticle, changeArticle } from '#contract/knowledge-base/articles.ts'
import { changeCategory, createCategory } from '#contract/knowledge-base/categories.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import { checkLinksAgain } from '#contract/knowledge-base/links.ts'
import { createPreviewLink } from '#contract/knowledge-base/preview-links.ts'
import { createRedirect } from '#contract/knowledge-base/redirects.ts'
import { changeSynonyms, listSearches, noteOpened, searchArticles } from '#contract/knowledge-base/search.ts'
import { mergeCustomer } from '#contract/overview/people.ts'
import { changeTickets } from '#contract/tickets/changes.ts'
import { followTicket } from '#contract/tickets/followers.ts'
import { createTicketForm } from '#contract/tickets/forms.ts'
import { linkTicket } from '#contract/tickets/links.ts'
import { copyMacroFiles, countMacroUse, createMacro } from '#contract/tickets/macros.ts'
import { mergeTicket } from '#contract/tickets/merging.ts'
import { redactMessage, saveDraft, splitMessage, writeMessage } from '#contract/tickets/messages.ts'
import { listIncidentRecipients, replyToIncidents } from '#contract/tickets/problems.ts'
import { markSideConversationSeen, saveSideDraft, startSideConversation } from '#contract/tickets/side-conversations.ts'
import { createTeam } from '#contract/tickets/teams.ts'
import { changeTicket, listTickets, markTicketSeen } from '#contract/tickets/tickets.ts'
import { changeViewSettings, createTicketView, setViewDisplay } from '#contract/tickets/views.ts'
import { createVisitorRequest } from '#contract/tickets/visitor-requests.ts'
import { createCompany } from '#contract/workspace/companies.ts'
import { createCustomer } from '#contract/workspace/customers.ts'
import { login, loginCustomer } from '#contract/workspace/identity.ts'
import { endCurrentSession } from '#contract/workspace/session.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { invite } from '#contract/workspace/team.ts'
import { replaceUses } from '#server/content/media/uses/uses.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { suggestCopies } from '#server/tickets/ticket/change-copies.ts'
import { addCalls } from '#server/workspace/api-keys/count-calls.ts'
import { as, ask } from '#test/ask.ts'
import { fillWorkspace } from '#test/copy-world.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import {
  app,
  databaseUrl,
  makeWorkspace,
  newAccount,
  owner,
  type Person,
  platform,
  settings,
  type World,
} from '#test/world.ts'
import { runCommand } from './commands.ts'

const admin = (...args: string[]) =>
  runCommand(args, { DATABASE_URL: databaseUrl.owner, DATA_DIR: settings.dataDir, LOG_LEVEL: 'fatal' })

const newWorkspace = (domain: string) => makeWorkspace(domain, 'Other', ['Iris', 'Ivan', 'Jane', 'Joel'])

// The test reads every row of every table, so this file has its own database without the rows of other tests.
test('a deleted workspace leaves no row in any table, whichever it had rows in', async () => {
  const gone = await newWorkspace('pear')
  await leaveRowsEverywhere(gone)
  const keys = await keysOf(gone)
  expect(await tablesWithout(gone)).toEqual([])

  await admin('workspace', 'delete', gone.domain, '--yes')

  expect(await rowsNaming(keys)).toEqual([])
})

const pixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

/** Creates at least one row in each table that has rows of a workspace, mostly through the API. */
async function leaveRowsEverywhere(world: World) {
  const { ticketId, messageId } = await fillWorkspace(world, 'everywhere')
  const { id: keyId } = await newContentKey(world, 'delivery')
  await owner.query(
    `insert into content_former_asks (workspace_id, subject_id, former_key, key_id, last_at) values ($1, gen_random_uuid(), 'old', $2, now())`,
    [world.id, keyId],
  )
  await inWorkspace(platform.app, world.id, (tx) => addCalls(tx, [{ keyId, day: '2026-01-01', calls: 1 }]))
  const { agent, admin: founder, customer } = world
  await as(agent)(markTicketSeen, { params: { id: ticketId }, body: { seq: 1 } })
  await as(agent)(listTickets, { query: { order: 'updated-ascending' } })
  await as(agent)(changeTickets, { body: { ids: [ticketId], changes: { priority: 'high', addTags: ['everywhere'] } } })
  await as(agent)(writeMessage, { params: { id: ticketId }, body: { text: 'Copied', cc: ['cc@customer.test'] } })
  const note = { kind: 'note' as const, text: 'Look', mentions: [world.admin.id] }
  await as(agent)(writeMessage, { params: { id: ticketId }, body: note })
  await as(agent)(saveDraft, { params: { id: ticketId }, body: { kind: 'reply', html: '<p>Later</p>' } })
  await as(agent)(redactMessage, { params: { id: ticketId, messageId } })
  await inWorkspace(platform.app, world.id, (tx) =>
    suggestCopies(tx, ticketId, [{ name: '', address: 'new@pear.test' }]),
  )
  const aside = await uploaded(agent, textFile('aside.txt'))
  const { id: sideId } = await as(agent)(startSideConversation, {
    params: { id: ticketId },
    body: { to: ['supplier@deputy.example'], subject: 'Everywhere', attachments: [aside.id] },
  })
  await as(agent)(markSideConversationSeen, { params: { id: sideId }, body: { seq: 1 } })
  await as(agent)(saveSideDraft, { params: { id: sideId }, body: { to: [], html: '<p>Later</p>' } })
  const team = await as(founder)(createTeam, { body: { name: 'Everywhere', members: [founder.id] } })
  await as(founder)(createTicketView, { body: { name: 'Of a team', visibility: 'team', teams: [team.id] } })
  const terms = await uploaded(founder, textFile('terms.txt'))
  const macro = await as(founder)(createMacro, {
    body: { name: 'Of a team', visibility: 'teams', teams: [team.id], attachments: [terms.id] },
  })
  await as(founder)(copyMacroFiles, { params: { id: macro.id } })
  await as(founder)(createTicketForm, {
    body: { key: 'everywhere', name: 'Everywhere', isPublic: true, forVisitors: true },
  })
  await as(null)(createVisitorRequest, {
    body: {
      ...{ workspaceName: world.domain, form: 'everywhere', email: customer.email },
      ...{ subject: 'Everywhere', text: 'Everywhere' },
    },
  })
  await as(founder)(createTicketField, { body: { key: 'everywhere', label: 'Everywhere', kind: 'text' } })
  await as(agent)(changeTicket, { params: { id: ticketId }, body: { customFields: { everywhere: 'Yes' } } })
  const logo = await uploaded(founder, { name: 'logo.png', type: 'image/png', bytes: await pixel() })
  await as(founder)(changeWorkspace, { body: { logoFileId: logo.id } })
  const category = await as(founder)(createCategory, { body: { name: 'Everywhere' } })
  await as(founder)(changeCategory, { params: { id: category.id }, body: { slug: 'here' } })
  const picture = await uploaded(founder, { name: 'a.png', type: 'image/png', bytes: await pixel() })
  const document = {
    type: 'doc',
    content: [{ type: 'picture', attrs: { file: picture.id, link: { href: 'https://a.test/' } } }],
  }
  const article = await newLiveArticle({ title: 'Everywhere', category: category.id, document }, founder)
  await as(founder)(checkLinksAgain, { params: { id: article.id } })
  await as(founder)(changeSynonyms, { body: { items: [{ words: ['everywhere', 'anywhere'] }] } })
  const beside = await newLiveArticle({ title: 'Beside it' }, founder)
  await as(founder)(changeArticle, { params: { id: article.id }, body: { related: [beside.id] } })
  await as(customer)(giveFeedback, { params: { id: article.id }, body: { helpful: true } })
  await as(founder)(createPreviewLink, { params: { id: article.id }, body: {} })
  await as(founder)(createRedirect, { body: { path: '/hc/everywhere', article: article.id } })
  // An hourly job fills `popular_articles`, so the test inserts the row itself.
  await owner.query('insert into popular_articles (workspace_id, position, article_id) values ($1, 1, $2)', [
    world.id,
    article.id,
  ])
  await owner.query(
    `insert into article_days (workspace_id, day, article_id, views) values ($1, '2026-01-01', $2, 1)`,
    [world.id, article.id],
  )
  await owner.query(
    `insert into article_uses (workspace_id, message_id, article_id, language, text_hash, used_at)
     values ($1, $2, $3, 'en', '', now())`,
    [world.id, messageId, article.id],
  )
  await as(customer)(beginDeflection, { body: { shown: [article.id] } })
  await as(founder)(beginExport, { body: { kind: 'articles' } })
  const pages = await uploaded(founder, textFile('page.md', '# Page'))
  await as(founder)(beginImport, { body: { kind: 'articles', file: pages.id } })
  await owner.query(
    `insert into import_items (workspace_id, import_id, position, source, thing, title, action, hash, plan, remarks, has_problem)
     select $1, id, 0, 'page.md', 'page', 'Page', 'create', '', '{}', '[]', false from imports where workspace_id = $1`,
    [world.id],
  )
  await owner.query(
    `insert into import_sources (workspace_id, kind, source, thing, subject_id) values ($1, 'articles', 'page.md', 'page', $2)`,
    [world.id, article.id],
  )
  await leaveTickets(world)
  await leaveContent(founder)
  await leaveMedia(founder)
  await as(founder)(createResumableUpload, {}, { 'tus-resumable': '1.0.0', 'upload-length': '9' })
  const former = await newLiveArticle({ title: 'Not here any more' }, founder)
  await as(founder)(archiveArticle, { params: { id: former.id }, body: {} })
  await as(customer)(searchArticles, { query: { q: 'nowhere to be found' } })
  await as(customer)(searchArticles, { query: { q: 'everywhere' } })
  await as(customer)(noteOpened, { body: { article: article.id } })
  // `listSearches` writes the searches that are still in memory to the database.
  await as(founder)(listSearches, { query: {} })
  const [gap] = (await as(founder)(listGaps, { query: {} })).items
  await as(founder)(decideGap, { params: { id: gap!.id }, body: { is: 'dismissed' } })
  await as(founder)(invite, { body: { email: 'new@pear.test', role: 'TeamUser' } }, { 'idempotency-key': randomUUID() })
  await ask(null, login, { body: { email: agent.email } })
  await ask(null, loginCustomer, { body: { email: customer.email, workspaceName: world.domain } })
  // While the founder has no workspace, a sign-out is recorded without a workspace.
  const founding = await newAccount()
  await ask(founding as Person, endCurrentSession, {})
  await owner.query('update accounts set workspace_id = $1 where id = $2', [world.id, founding.id])
}

/** Replies to an incident of a problem. */
async function answerIncident(world: World, problem: string) {
  const { agent } = world
  await as(agent)(changeTicket, { params: { id: problem }, body: { type: 'problem' } })
  const incident = await newTicket(world)
  await as(agent)(linkTicket, { params: { id: incident.id }, body: { kind: 'incident_of', ticketId: problem } })
  const params = { id: problem }
  const { items } = await as(agent)(listIncidentRecipients, { params, query: { kind: 'solve' } })
  const tickets = items.map(({ ticket, version }) => ({ id: ticket.id, version }))
  await as(agent)(replyToIncidents, { params, body: { kind: 'solve', text: 'Everywhere', tickets } })
}

async function leaveTickets(world: World) {
  const { agent, customer } = world
  const [merged, into] = [
    await newTicket(world, { text: 'Everywhere' }),
    await newTicket(world, { text: 'Everywhere' }),
  ]
  const { id } = await as(customer)(writeMessage, { params: { id: into.id }, body: { text: 'Something else' } })
  // A split links both tickets.
  await as(agent)(splitMessage, { params: { id: into.id, messageId: id }, body: {} })
  await as(agent)(mergeTicket, { params: { id: merged.id }, body: { into: into.id } })
  await answerIncident(world, into.id)
  await as(agent)(followTicket, { params: { id: into.id, memberId: agent.id } })
  const domains = [customer.email.split('@')[1]!]
  await as(agent)(createCompany, { body: { name: 'Everywhere', domains } })
  const person = await as(agent)(createCustomer, { body: { emails: ['everywhere@customer.test'] } })
  await as(world.admin)(mergeCustomer, { params: { id: person.id }, body: { into: customer.id } })
}

async function leaveContent(person: Person) {
  const category = await as(person)(createContentCategory, { body: { name: 'Everywhere' } })
  const kinds = ['text', 'slug', 'category'] as const
  const model = await newModel({ fields: kinds.map((kind) => ({ key: kind, kind, indexed: kind === 'text' })) }, person)
  const { id } = await newLiveEntry(model, { text: 'Everywhere', category: category.id }, { person })
  await as(person)(changeEntries, { body: { change: { act: 'label', add: ['Everywhere'] }, ids: [id] } })
  await as(person)(writeEntryComment, { params: { id }, body: { text: '@Everywhere', mentions: [person.id] } })
  await as(person)(createContentView, { body: { name: 'Everywhere', search: 'status=draft' } })
  const macro = await as(person)(createMacro, { body: { name: 'Everywhere' } })
  await as(person)(countMacroUse, { params: { id: macro.id } })
  await as(person)(createTicketView, { body: { name: 'Everywhere' } })
  await as(person)(setViewDisplay, { params: { id: 'mine' }, body: { columns: ['subject'], group: null } })
  await as(person)(changeViewSettings, { body: { hidden: ['spam'] } })
}

async function leaveMedia(person: Person) {
  await as(person)(createMediaPreset, { body: { name: 'everywhere', width: 8 } })
  await as(person)(createMediaFolder, { body: { name: 'Everywhere', parent: null } })
  const { id, url } = await newMedia({ name: 'a.png', type: 'image/png', bytes: await pixel() }, person)
  await inWorkspace(platform.app, person.workspaceId, (tx) =>
    replaceUses(tx, { user: { kind: 'entry', id: randomUUID() }, media: [{ id, field: 'cover' }] }),
  )
  await app.inject({ url: new URL(url).pathname, headers: { host: new URL(url).host } })
}

type TableRows = { name: string; rows: string[] }

async function rowsLike(patterns: string[]): Promise<TableRows[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('app', 'identity', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  return Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await owner.query(`select t::text as row from ${name} t where t::text like any($1)`, [
        patterns.map((pattern) => `%${pattern}%`),
      ])
      return { name, rows: rows.map(({ row }) => row) }
    }),
  )
}

// Returns the ids of the workspace, its people and their sessions, and its mail domain. Each row of the workspace
// contains one of these keys.
async function keysOf({ id, domain }: World): Promise<string[]> {
  const { rows } = await owner.query(
    `with people as (
       select id from accounts where workspace_id = $1 union select id from customers where workspace_id = $1
     )
     select id from people union
     select s.id from sessions s join people p on p.id in (s.account_id, s.customer_id)`,
    [id],
  )
  return [id, ...rows.map((row) => row.id), `@${domain}.test`]
}

const rowsNaming = async (keys: string[]) => (await rowsLike(keys)).filter(({ rows }) => rows.length)

// Tables whose rows do not identify a workspace. They contain, for example, schema versions, reserved domains, counts
// by network, hashes, or mails in development.
const ownedByNone = [
  'app.migrations',
  'identity.resting_domains',
  'identity.failed_tries',
  'identity.known_devices',
  'identity.invitation_mails',
  'identity.workspace_invitations',
  'identity.acknowledged_addresses',
  'identity.development_mails',
  'identity.relay_outages',
]

async function tablesWithout(world: World) {
  const found = await rowsLike(await keysOf(world))
  return found
    .filter(({ name, rows }) => !rows.length && !name.startsWith('graphile_worker.') && !ownedByNone.includes(name))
    .map(({ name }) => name)
}
