import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { beginExport } from '#contract/bulk/exports.ts'
import { beginImport } from '#contract/bulk/imports.ts'
import { createContentCategory } from '#contract/content/categories.ts'
import { changeEntries } from '#contract/content/changes.ts'
import { writeEntryComment } from '#contract/content/comments.ts'
import { createEntryLink } from '#contract/content/entry-links.ts'
import { createMediaFolder } from '#contract/content/media-folders.ts'
import { createMediaPreset } from '#contract/content/media-presets.ts'
import { createContentView } from '#contract/content/views.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createCompanyField, createCustomerField, createTicketField } from '#contract/fields/custom-fields.ts'
import { createResumableUpload } from '#contract/files/resumable-uploads.ts'
import { beginDeflection } from '#contract/help/deflections.ts'
import { listGaps } from '#contract/help/knowledge-gaps.ts'
import { createCategory } from '#contract/knowledge-base/categories.ts'
import { createRedirect } from '#contract/knowledge-base/redirects.ts'
import { changeTickets } from '#contract/tickets/changes.ts'
import { createTicketForm } from '#contract/tickets/forms.ts'
import { linkTicket } from '#contract/tickets/links.ts'
import { createMacro } from '#contract/tickets/macros.ts'
import { listMessages } from '#contract/tickets/messages.ts'
import { startSideConversation } from '#contract/tickets/side-conversations.ts'
import { createStatus } from '#contract/tickets/statuses.ts'
import { createTeam } from '#contract/tickets/teams.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { createTicketView } from '#contract/tickets/views.ts'
import { createVisitorRequest } from '#contract/tickets/visitor-requests.ts'
import { createCompany } from '#contract/workspace/companies.ts'
import { invite } from '#contract/workspace/team.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { as } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { openStream } from '#test/open-stream.ts'
import { closedEndpoints, strangers } from '#test/strangers.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, databaseUrl, globex, owner, platform, settings } from '#test/world.ts'

const tenantTables = async () => {
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and c.relkind in ('r', 'p') and c.relname <> 'migrations' order by 1`)
  return rows.map(({ name }) => name)
}
const tables = await tenantTables()
/** The table `workspaces` stores the workspace id in `id`. */
const keyOf = (table: string) => (table === 'workspaces' ? 'id' : 'workspace_id')

describe('every table', () => {
  const each = (rule: (table: string) => unknown) =>
    expectOfEach(
      tables.map((table) => [table, table] as const),
      rule,
    )

  test('is walled in by a policy that holds for its owner too', () =>
    each(async (table) => {
      const { rows } = await owner.query(
        `select c.relrowsecurity, c.relforcerowsecurity,
           (select count(*)::int from pg_policies p where p.tablename = c.relname and p.policyname = 'workspace_wall'
              and p.qual like $2 and p.with_check like $2) as walls
         from pg_class c where c.oid = ('app.' || $1)::regclass`,
        [table, `%${keyOf(table)} =%current_setting('app.workspace_id'%`],
      )
      expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true, walls: 1 }])
    }))

  test('has the workspace first in its key, and in every unique and foreign key', () =>
    each(async (table) => {
      const { rows } = await owner.query<{ kind: string; name: string; columns: string[] }>(
        `select i.conname as name, i.contype as kind,
           array(select a.attname::text from unnest(i.conkey) with ordinality k(n, o)
                 join pg_attribute a on a.attrelid = i.conrelid and a.attnum = k.n order by k.o) as columns
         from pg_constraint i where i.conrelid = ('app.' || $1)::regclass and i.contype in ('p', 'u', 'f')
         union all
         select c.relname, 'u', array(select a.attname::text from unnest(x.indkey) with ordinality k(n, o)
                 join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.n order by k.o)
         from pg_index x join pg_class c on c.oid = x.indexrelid where x.indrelid = ('app.' || $1)::regclass and x.indisunique`,
        [table],
      )
      expect(rows.find(({ kind }) => kind === 'p')?.columns[0]).toBe(keyOf(table))
      const global = table === 'workspaces' ? ['workspaces_domain_key'] : []
      expect(rows.filter(({ name, columns }) => !columns.includes(keyOf(table)) && !global.includes(name))).toEqual([])
    }))

  test('shows nothing to a transaction without a workspace', () =>
    each(async (table) => {
      const client = await platform.app.pool.connect()
      const { rowCount } = await client.query(`select from ${table}`).finally(() => client.release())
      expect(rowCount).toBe(0)
    }))
})

test('who serves owns nothing, is no superuser and cannot look past the wall', async () => {
  const roles = Object.values(databaseUrl.roles)
  const { rows } = await owner.query(
    `select r.rolname from pg_roles r where r.rolname = any($1) and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb
       or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  where c.relowner = r.oid and n.nspname in ('app', 'identity')))`,
    [roles],
  )
  expect(rows).toEqual([])
})

test('the role that serves workspaces cannot read accounts, sessions or codes', async () => {
  await expect(platform.app.pool.query('select from identity.sessions')).rejects.toThrow(/permission denied/)
})

test('a row cannot be written into another workspace', async () => {
  const client = await platform.app.pool.connect()
  await client.query(`begin; select wall_into('${acme.id}')`)
  const writing = client.query(`insert into customers (workspace_id, name) values ('${globex.id}', 'Planted')`)
  await expect(writing).rejects.toThrow(/row-level security/)
  await client.query('rollback').finally(() => client.release())
})

test('the endpoints of the contract are all served', async () => {
  const declared = await readContract()
  expect(app.endpoints.length).toBe(declared)
})

async function readContract() {
  const files = globSync('contract/**/*.ts', { exclude: ['**/*.test.ts'] })
  const modules = await Promise.all(files.map((file) => import(resolve(file))))
  const exported = new Set<unknown>(modules.flatMap((module) => Object.values(module)))
  return [...exported].filter((one) => one instanceof Object && 'method' in one && 'path' in one).length
}

test('every endpoint refuses the audiences that it is not for', () =>
  expectOfEach(strangers, async ({ endpoint, token }) => {
    expect((await call(endpoint, token)).statusCode).toBe(token ? 403 : 401)
  }))

/**
 * Creates one item of Acme for each kind that a URL can name. The tests of a new kind fail until its item is added
 * here.
 */
const ticket = await as(acme.admin)(createTicket, {
  body: { subject: 'Secret of Acme', text: 'Canary', tags: ['Secret tag'], requester: { email: acme.customer.email } },
})
const conversation = await as(acme.admin)(listMessages, { params: { id: ticket.id }, query: {} })
const invitation = await as(acme.admin)(invite, { body: { email: 'invited@acme.test', role: 'TeamUser' } })
const { rows: suspended } = await owner.query(
  `insert into inbound_mails (workspace_id, address, dedup_key, bytes, state, decision) values ($1, 'a@b.cd', 'x', 1, 'suspended', '{"code": "no-sender"}') returning id`,
  [acme.id],
)
const change = await as(acme.agent)(changeTickets, { body: { ids: [ticket.id], changes: { priority: 'high' } } })
const other = await as(acme.admin)(createTicket, {
  body: { subject: 'Another secret of Acme', text: 'Canary', requester: { email: acme.customer.email } },
})
const link = await as(acme.agent)(linkTicket, {
  params: { id: ticket.id },
  body: { kind: 'related', ticketId: other.id },
})
const side = await as(acme.agent)(startSideConversation, {
  params: { id: ticket.id },
  body: { to: ['a@b.cd'], subject: 'Side secret of Acme', text: 'Canary' },
})
const { rows: acmeSessions } = await owner.query('select id from sessions where account_id = $1', [acme.agent.id])
const { rows: suggestions } = await owner.query(
  `insert into copy_suggestions (workspace_id, ticket_id, address) values ($1, $2, 'a@b.cd') returning id`,
  [acme.id, ticket.id],
)
const category = await as(acme.admin)(createCategory, { body: { name: 'Of Acme', visibility: 'team' } })
const article = await newArticle({ title: 'Draft of Acme' })
const { rows: said } = await owner.query(
  `insert into article_feedback (workspace_id, article_id, language, is_helpful, comment)
   values ($1, $2, 'en', false, 'Secret words') returning id`,
  [acme.id, article.id],
)
const read = await newLiveArticle({ title: 'Secret of customers', visibility: 'customers' })
const deflection = await as(acme.customer)(beginDeflection, { body: { shown: [read.id] } })
const redirect = await as(acme.admin)(createRedirect, { body: { path: '/secret', article: article.id } })
const apiKey = await newContentKey(acme, 'delivery')
const model = await newModel({ name: 'Secret model' })
const entry = await newEntry(model, { title: 'Secret entry' })
const ticketField = await as(acme.admin)(createTicketField, { body: { key: 'tenant', label: 'Tenant', kind: 'text' } })
const fieldOfProfiles = { key: 'tenant', label: 'Tenant', kind: 'text' } as const
const customerField = await as(acme.admin)(createCustomerField, { body: fieldOfProfiles })
const companyField = await as(acme.admin)(createCompanyField, { body: fieldOfProfiles })
const contentView = await as(acme.admin)(createContentView, {
  body: { name: 'Secret view', search: '', isShared: true },
})
const ticketView = await as(acme.admin)(createTicketView, { body: { name: 'Secret view', visibility: 'everyone' } })
const ticketForm = await as(acme.admin)(createTicketForm, {
  body: { key: 'secret', name: 'Secret form', isPublic: true, forVisitors: true },
})
const visitorRequest = await as(null)(createVisitorRequest, {
  body: {
    ...{ workspaceName: acme.domain, form: 'secret', email: 'secret@visitor.test' },
    ...{ subject: 'Secret request', text: 'Secret' },
  },
})
const macro = await as(acme.admin)(createMacro, { body: { name: 'Secret macro', visibility: 'everyone' } })
const status = await as(acme.admin)(createStatus, { body: { name: 'Secret status', category: 'open', color: 'teal' } })
const team = await as(acme.admin)(createTeam, { body: { name: 'Secret team', color: 'teal', members: [] } })
const batch = await as(acme.admin)(changeEntries, { body: { change: { act: 'label', add: ['s'] }, ids: [entry.id] } })
const imported = await uploaded(acme.admin, textFile('secret.md', '# Secret'))
const attached = await uploaded(acme.admin, textFile('secret.txt'))
const importing = await as(acme.admin)(beginImport, { body: { kind: 'articles', file: imported.id } })
const exporting = await as(acme.admin)(beginExport, { body: { kind: 'articles' } })
const contentCategory = await as(acme.admin)(createContentCategory, { body: { name: 'Secret category' } })
const asset = await newMedia(textFile('secret.txt'))
const folder = await as(acme.agent)(createMediaFolder, { body: { name: 'Secret folder', parent: null } })
const preset = await as(acme.admin)(createMediaPreset, { body: { name: 'Secret', width: 8 } })
const begun = await as(acme.admin)(createResumableUpload, {}, { 'tus-resumable': '1.0.0', 'upload-length': '9' })
const entryLink = await as(acme.admin)(createEntryLink, { params: { id: entry.id }, body: {} })
const comment = await as(acme.admin)(writeEntryComment, { params: { id: entry.id }, body: { text: 'Secret words' } })
const [gap] = (await as(acme.admin)(listGaps, { query: {} })).items
const company = await as(acme.admin)(createCompany, { body: { name: 'Secret company' } })
const idsOfAcme: Record<string, string> = {
  tickets: ticket.id,
  'ticket-fields': ticketField.id,
  'customer-fields': customerField.id,
  'company-fields': companyField.id,
  messages: conversation.items[0]!.id,
  members: acme.agent.id,
  avatars: acme.agent.id,
  customers: acme.customer.id,
  companies: company.id,
  people: acme.customer.id,
  invitations: invitation.id,
  sessions: acmeSessions[0].id,
  'suspended-mails': suspended[0].id,
  'ticket-changes': change.id,
  categories: category.id,
  articles: article.id,
  feedback: said[0].id,
  gaps: gap!.id,
  media: asset.id,
  files: attached.id,
  folders: folder.id,
  'media-presets': preset.id,
  'resumable-uploads': begun.id,
  'preview-links': entryLink.id,
  comments: comment.id,
  'content-models': model.id,
  fields: model.fields[0]!.id,
  'content-categories': contentCategory.id,
  'content-views': contentView.id,
  views: ticketView.id,
  macros: macro.id,
  statuses: status.id,
  'ticket-forms': ticketForm.id,
  tags: 'Secret tag',
  teams: team.id,
  'visitor-requests': visitorRequest.id,
  batches: batch.id,
  imports: importing.id,
  exports: exporting.id,
  'content-entries': entry.id,
  content: `${model.pluralKey}/${entry.id}`,
  redirects: redirect.id,
  deflections: deflection.id,
  'api-keys': apiKey.id,
  presences: ticket.id,
  versions: '1',
  translations: 'en',
  'copy-suggestions': suggestions[0].id,
  copies: acme.customer.id,
  'ticket-numbers': String(ticket.number),
  links: link.id,
  followers: acme.agent.id,
  'side-conversations': side.id,
}
const withIds = closedEndpoints.filter(([, { path }]) => path.includes('/:'))
const pathInto = ({ path }: Endpoint) =>
  path.replace(/([\w-]+)((?:\/:\w+)+)/g, (_, kind: string, places: string) => {
    const ids = (idsOfAcme[kind] ?? `unknown-kind-${kind}`).split('/')
    return [kind, ...ids.slice(0, places.split('/:').length - 1)].join('/')
  })
const strangersOf = (endpoint: Endpoint) => [
  ...(endpoint.for.includes('customer') ? [globex.customer, acme.otherCustomer] : []),
  ...(endpoint.for.some((audience) => audience !== 'customer') ? [globex.admin] : []),
]

test('every endpoint with an id is 404 for a stranger', () =>
  expectOfEach(
    withIds.flatMap(([name, endpoint]) =>
      strangersOf(endpoint).map((stranger) => [`${name} as ${stranger.name}`, { endpoint, stranger }] as const),
    ),
    async ({ endpoint, stranger }) => {
      const answer = await call(endpoint, stranger.token, pathInto(endpoint))
      expect([answer.statusCode, answer.body]).toEqual([404, expect.not.stringContaining('Secret')])
    },
  ))

test('no list tells another workspace anything of Acme', () =>
  expectOfEach(
    closedEndpoints.filter(
      ([, { method, path }]) => method === 'GET' && !path.includes('/:') && !path.endsWith('/events'),
    ),
    async (endpoint) => {
      const isCustomers = endpoint.for.every((audience) => audience === 'customer')
      const { body } = await call(endpoint, (isCustomers ? globex.customer : globex.admin).token)
      expect(body).not.toMatch(new RegExp(`${acme.id}|${ticket.id}|${acme.domain}|Secret|${acme.customer.email}`))
    },
  ))

test('a stream tells another workspace nothing of Acme', async () => {
  const stream = await openStream(globex.admin.token)
  const own = await openStream(acme.admin.token)
  await as(acme.admin)(createTicket, {
    body: { subject: 'Another secret', text: 'Canary', requester: { email: acme.customer.email } },
  })
  await own.until(/ticket\.created/)
  expect(stream.text()).not.toMatch(/ticket/)
  await Promise.all([stream.close(), own.close()])
})

test('the address of a file holds for that file alone', async () => {
  const url = new URL(signFileUrl(platform, { workspaceId: acme.id, fileId: ticket.id, use: 'download' }))
  const [body, signature] = url.pathname.split('/').at(-1)!.split('.')
  const other = Buffer.from(Buffer.from(body!, 'base64url').toString().replace(acme.id, globex.id)).toString(
    'base64url',
  )
  for (const path of [
    `/download/${other}.${signature}`,
    `/image/${body}.${signature}`,
    `/download/${body}.${signature!.slice(1)}A`,
    `/download/${body}`,
  ]) {
    expect((await app.inject({ url: path, headers: { host: settings.filesHost } })).statusCode).toBe(404)
  }
})

function call(endpoint: Endpoint, token: string | null, path?: string) {
  const id = '01890000-0000-7000-8000-000000000000'
  return app.inject({
    method: endpoint.method,
    url:
      (path ?? endpoint.path.replace(':number', '1').replace(':language', 'en').replace(/:\w+/g, id)) +
      exampleQuery(endpoint),
    headers: { host: settings.apiHost, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(endpoint.body ? { payload: exampleBodies[`${endpoint.method} ${endpoint.path}`] ?? {} } : {}),
  })
}

const exampleQuery = ({ path }: Endpoint) => exampleQueries[path.split('/').at(-1)!] ?? ''

const exampleQueries: Record<string, string> = {
  'domain-availability': '?domain=abc',
  suppression: '?address=carl@customer.test',
}

/** Bodies for endpoints that refuse an empty body before they look up the item in the URL. */
const exampleBodies: Record<string, object> = {
  'PUT /api/v1/companies/:id/people/:customerId': { sharesTickets: true },
  'POST /api/StartupToolsWorkspace/create': { domain: 'abc', timeZone: 'UTC' },
  'POST /api/v1/address-change': { email: 'a@b.cd' },
  'PUT /api/v1/address': { oldCode: '123456', newCode: '654321' },
  'POST /api/v1/api-keys': { name: 'N', kind: 'delivery' },
  'PUT /api/v1/customers/:id/merge': { into: '01890000-0000-7000-8000-000000000001' },
  'POST /api/v1/customers': { emails: ['new@customer.test'] },
  'PUT /api/v1/customers/by-external-id': { externalId: 'x' },
  'POST /api/v1/invitations': { email: 'a@b.cd', role: 'TeamUser' },
  'POST /api/v1/documents': { html: '' },
  'POST /api/v1/exports': { kind: 'articles' },
  'POST /api/v1/imports': { kind: 'articles', file: '01890000-0000-7000-8000-000000000000' },
  'POST /api/v1/fetched-pictures': { address: 'https://pictures.elsewhere.org/1.png' },
  'PUT /api/v1/tickets/by-external-id': { externalId: 'x' },
  'POST /api/v1/tickets': { subject: 'S', text: 'B' },
  'POST /api/v1/tickets/:id/merged-tickets': { tickets: [{ id: '01890000-0000-7000-8000-000000000000' }] },
  'POST /api/v1/tickets/:id/incident-replies': {
    ...{ kind: 'solve', text: 'Secret' },
    tickets: [{ id: '01890000-0000-7000-8000-000000000000', version: 'x' }],
  },
  'POST /api/v1/tickets/:id/incident-reply-previews': {
    ...{ text: 'Secret', tickets: ['01890000-0000-7000-8000-000000000000'] },
  },
  'POST /api/v1/tickets/:id/side-conversations': { to: ['a@b.cd'], subject: 'S', text: 'B' },
  'POST /api/v1/side-conversations/:id/messages': { text: 'B' },
  'PUT /api/v1/side-conversations/:id/seen': { seq: 0 },
  'PUT /api/v1/side-conversations/:id/draft': { to: [], html: 'B' },
  'POST /api/v1/tickets/:id/links': { kind: 'related', ticketId: '01890000-0000-7000-8000-000000000000' },
  'PUT /api/v1/tickets/:id/merge': { into: '01890000-0000-7000-8000-000000000000' },
  'POST /api/v1/ticket-forms': { key: 'k', name: 'K' },
  'POST /api/v1/ticket-fields': { key: 'k', label: 'K', kind: 'text' },
  'POST /api/v1/customer-fields': { key: 'k', label: 'K', kind: 'text' },
  'POST /api/v1/company-fields': { key: 'k', label: 'K', kind: 'text' },
  'PUT /api/v1/tickets/:id/snooze': { until: '2030-01-01T00:00:00.000Z' },
  'PUT /api/v1/tickets/:id/requester': { email: 'a@b.cd' },
  'PUT /api/v1/tickets/:id/seen': { seq: 0 },
  'POST /api/v1/tickets/:id/copies': { address: 'a@b.cd' },
  'POST /api/v1/content/:model/changes': { changes: [{ act: 'create', fields: {} }] },
  'PATCH /api/v1/tags/:tag': { name: 'N' },
  'POST /api/v1/teams': { name: 'N', color: 'teal' },
  'POST /api/v1/statuses': { name: 'N', category: 'open', color: 'teal' },
  'POST /api/v1/ticket-changes': { ids: ['01890000-0000-7000-8000-000000000000'], changes: { status: 'open' } },
  'POST /api/v1/ticket-batches': { ids: ['01890000-0000-7000-8000-000000000000'], change: { status: 'open' } },
  'POST /api/v1/tickets/:id/messages': { text: 'B' },
  'PUT /api/v1/tickets/:id/draft': { kind: 'reply', html: 'B' },
  'POST /api/v1/knowledge-base/categories': { name: 'N' },
  'PUT /api/v1/knowledge-base/categories/:id/position': { parent: null },
  'PUT /api/v1/knowledge-base/articles/:id/position': { category: null },
  'PUT /api/v1/knowledge-base/articles/:id/restoration': { number: 1 },
  'POST /api/v1/knowledge-base/redirects': { path: '/old', article: null },
  'POST /api/v1/media/addresses': { address: 'https://pictures.elsewhere.org/1.png' },
  'POST /api/v1/media/uploads': { upload: '019a0000-0000-7000-8000-000000000000' },
  'POST /api/v1/media/folders': { name: 'N' },
  'POST /api/v1/media-changes': { ids: ['01890000-0000-7000-8000-000000000000'], changes: { folder: null } },
  'POST /api/v1/media-presets': { name: 'n', width: 8 },
  'POST /api/v1/content-models': { key: 'k', name: 'N' },
  'POST /api/v1/content-categories': { name: 'N' },
  'POST /api/v1/content-entries/:id/comments': { text: 'T' },
  'POST /api/v1/content-entries/:id/comments/:comment/answers': { text: 'T' },
  'PATCH /api/v1/content-entries/:id/comments/:comment': { text: 'T' },
  'POST /api/v1/knowledge-base/articles/:id/comments': { text: 'T' },
  'POST /api/v1/knowledge-base/articles/:id/comments/:comment/answers': { text: 'T' },
  'PATCH /api/v1/knowledge-base/articles/:id/comments/:comment': { text: 'T' },
  'POST /api/v1/knowledge-base/articles/:id/remarks': { text: 'T' },
  'POST /api/v1/content-views': { name: 'N', search: '' },
  'POST /api/v1/views': { name: 'N' },
  'POST /api/v1/macros': { name: 'N' },
  'PUT /api/v1/views/:id/display': { columns: ['subject'], group: null },
  'POST /api/v1/knowledge-base/article-changes': {
    ...{ change: { act: 'trash' }, ids: ['01890000-0000-7000-8000-000000000000'] },
  },
  'POST /api/v1/content-entry-changes': { change: { act: 'trash' }, ids: ['01890000-0000-7000-8000-000000000000'] },
  'PUT /api/v1/content-categories/:id/position': { parent: null },
  'PUT /api/v1/content/:model/:id/restoration': { number: 1 },
  'PUT /api/v1/languages': { items: ['en'] },
  'POST /api/v1/knowledge-base/suggestions': { text: 'T' },
  'POST /api/v1/knowledge-base/articles/:id/feedback': { helpful: true },
  'PUT /api/v1/knowledge-base/synonyms': { items: [] },
  'PUT /api/v1/knowledge-base/search-log/opened': { article: '01890000-0000-7000-8000-000000000000' },
  'POST /api/v1/knowledge-base/deflections': { shown: ['01890000-0000-7000-8000-000000000000'] },
  'PUT /api/v1/knowledge-base/deflections/:id': { shown: ['01890000-0000-7000-8000-000000000000'] },
  'PUT /api/v1/knowledge-base/gaps/:id/decision': { is: 'dismissed' },
  'PATCH /api/v1/customer-profile': { name: 'N' },
}
