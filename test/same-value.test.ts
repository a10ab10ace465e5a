import { expect, test } from 'vitest'
import { changeContentCategory, createContentCategory, moveContentCategory } from '#contract/content/categories.ts'
import { changeEntryComment, resolveEntryComment, writeEntryComment } from '#contract/content/comments.ts'
import * as entries from '#contract/content/entries.ts'
import { changeManyMedia, changeMedia } from '#contract/content/media.ts'
import { changeMediaFolder, createMediaFolder } from '#contract/content/media-folders.ts'
import { changeMediaPreset, createMediaPreset } from '#contract/content/media-presets.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { changeContentView, createContentView } from '#contract/content/views.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as articles from '#contract/knowledge-base/articles.ts'
import {
  changeCategory,
  changeKnowledgeBaseSettings,
  changeLanguages,
  createCategory,
  moveCategory,
} from '#contract/knowledge-base/categories.ts'
import { changeArticleComment, resolveArticleComment, writeArticleComment } from '#contract/knowledge-base/comments.ts'
import { changeSynonyms } from '#contract/knowledge-base/search.ts'
import { linkTicket } from '#contract/tickets/links.ts'
import { changeMacro, createMacro } from '#contract/tickets/macros.ts'
import { mergeTicket, undoMerge } from '#contract/tickets/merging.ts'
import { addRequestCopy, changeRequester, removeRequestCopy } from '#contract/tickets/people.ts'
import * as tickets from '#contract/tickets/tickets.ts'
import { changeTicketView, changeViewSettings, createTicketView, setViewDisplay } from '#contract/tickets/views.ts'
import { changeApiKey } from '#contract/workspace/api-keys.ts'
import { changeCustomer, changeOwnName } from '#contract/workspace/customers.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { changeMember, changeProfile } from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, owner, type Person } from '#test/world.ts'

const { admin, agent, customer } = acme
const far = '2130-01-01T00:00:00.000Z'

const ticket = { id: (await answeredTicket(acme, 'open')).id }
const merged = { id: (await newTicket(acme)).id }
const solved = { id: (await newTicket(acme)).id }
const article = await newArticle({ title: 'Same', document: paragraphs('One') })
const live = await newLiveArticle({ title: 'Live', document: paragraphs('One') })
const category = await as(admin)(createCategory, { body: { name: 'Same', visibility: 'team' } })
const model = await newModel()
const entry = { model: model.pluralKey, id: (await newEntry(model, { title: 'Same' })).id }
const liveEntry = { model: model.pluralKey, id: (await newLiveEntry(model, { title: 'Live' })).id }
const contentCategory = await as(admin)(createContentCategory, { body: { name: 'Same' } })
const asset = await newMedia()
const folder = await as(agent)(createMediaFolder, { body: { name: 'Same', parent: null } })
const preset = await as(admin)(createMediaPreset, { body: { name: 'same', width: 8 } })
const key = await newContentKey(acme, 'delivery')
const view = await as(admin)(createContentView, { body: { name: 'Same', search: '', isShared: true } })
const macro = await as(admin)(createMacro, { body: { name: 'Same', visibility: 'everyone' } })
const ticketView = await as(admin)(createTicketView, { body: { name: 'Same', visibility: 'everyone' } })
const remark = await as(admin)(writeEntryComment, { params: { id: entry.id }, body: { text: 'One' } })
const said = await as(admin)(writeArticleComment, { params: { id: article.id }, body: { text: 'One' } })

type Write = { person?: Person; params?: object; body?: object; query?: object }
const write = (person: Person, params: object, body?: object): Write => ({ person, params, ...(body && { body }) })

/**
 * Writes that the test sends twice, for each kind of item. Leaves out the immediate publication of an article, because
 * each publication confirms again that the article is correct.
 */
const writes: [string, Endpoint, Write][] = [
  [
    'the fields of a ticket',
    tickets.changeTicket,
    write(agent, ticket, {
      subject: 'Same',
      status: 'open',
      priority: 'high',
      type: 'question',
      assignee: agent.id,
      tags: ['a', 'b'],
      dueDate: '2130-01-01T01:00:00+01:00',
    }),
  ],
  ['a snooze', tickets.snoozeTicket, write(agent, ticket, { until: far })],
  ['spam', tickets.markSpam, write(agent, ticket)],
  ['no spam', tickets.unmarkSpam, write(agent, ticket)],
  ['trash', tickets.trashTicket, write(agent, solved)],
  ['no trash', tickets.untrashTicket, write(agent, solved)],
  ['the end of a snooze', tickets.endSnooze, write(agent, ticket)],
  ['a solution', tickets.solveTicket, write(agent, solved)],
  ['a requester', changeRequester, write(agent, ticket, { email: 'same@customer.test' })],
  ['a merge', mergeTicket, write(agent, merged, { into: ticket.id })],
  ['no merge', undoMerge, write(agent, merged)],
  ['a link', linkTicket, write(agent, ticket, { kind: 'related', ticketId: merged.id })],
  ['somebody in copy', addRequestCopy, write(customer, solved, { address: 'copy@customer.test' })],
  ['nobody in copy', removeRequestCopy, write(customer, { ...solved, customerId: acme.otherCustomer.id })],
  ['a customer', changeCustomer, write(agent, { id: customer.id }, { name: 'Same', tags: ['vip'], language: 'de' })],
  ['an own name', changeOwnName, write(acme.otherCustomer, {}, { name: 'Same' })],
  ['a member', changeMember, write(admin, { id: agent.id }, { role: 'TeamUser' })],
  [
    'a profile',
    changeProfile,
    write(agent, {}, { name: 'Same', surname: 'S', timeZone: 'Europe/Berlin', theme: 'dark', singleKeys: true }),
  ],
  ['a workspace', changeWorkspace, write(admin, {}, { name: 'Same' })],
  [
    'the settings of the knowledge base',
    changeKnowledgeBaseSettings,
    write(admin, {}, { suggestsByMail: false, headerLinks: [] }),
  ],
  ['languages', changeLanguages, write(admin, {}, { items: ['en', 'de'] })],
  ['synonyms', changeSynonyms, write(admin, {}, { items: [{ language: 'en', words: ['a', 'b'] }] })],
  ['a category', changeCategory, write(admin, { id: category.id }, { name: 'Other', visibility: 'team' })],
  ['the place of a category', moveCategory, write(admin, { id: category.id }, { parent: null })],
  [
    'an article',
    articles.changeArticle,
    write(admin, { id: article.id }, { title: 'Other', document: paragraphs('Two'), labels: ['a'] }),
  ],
  [
    'a translation',
    articles.writeTranslation,
    write(admin, { id: article.id, language: 'de' }, { title: 'Anders', document: paragraphs('Zwei') }),
  ],
  ['the place of an article', articles.moveArticle, write(admin, { id: article.id }, { category: category.id })],
  ['a review', articles.sendForReview, write(admin, { id: article.id }, {})],
  ['no review', articles.endReview, write(admin, { id: article.id })],
  ['a planned publication', articles.publishArticle, write(admin, { id: article.id }, { at: far })],
  ['no plan', articles.unplanArticle, write(admin, { id: article.id })],
  ['a withdrawn article', articles.unpublishArticle, write(admin, { id: live.id })],
  ['an archived article', articles.archiveArticle, write(admin, { id: live.id }, {})],
  ['trash of an article', articles.deleteArticle, write(admin, { id: live.id })],
  ['no trash of an article', articles.untrashArticle, write(admin, { id: live.id })],
  [
    'a comment on an article',
    changeArticleComment,
    write(admin, { id: article.id, comment: said.id }, { text: 'Two' }),
  ],
  ['a resolved comment on an article', resolveArticleComment, write(admin, { id: article.id, comment: said.id })],
  ['a model', changeContentModel, write(admin, { id: model.id }, { name: 'Other' })],
  ['an entry', entries.changeEntry, write(agent, entry, { fields: { title: 'Other' } })],
  ['a review of an entry', entries.sendEntryForReview, write(agent, entry, {})],
  ['no review of an entry', entries.endEntryReview, write(agent, entry)],
  ['a publication of an entry', entries.publishEntry, write(agent, liveEntry, {})],
  ['a planned publication of an entry', entries.publishEntry, write(agent, entry, { at: far })],
  ['no plan of an entry', entries.unplanEntry, write(agent, entry)],
  ['a withdrawn entry', entries.unpublishEntry, write(agent, liveEntry)],
  ['an archived entry', entries.archiveEntry, write(agent, liveEntry, {})],
  ['an unarchived entry', entries.unarchiveEntry, write(agent, liveEntry)],
  ['trash of an entry', entries.deleteEntry, write(agent, liveEntry)],
  ['no trash of an entry', entries.untrashEntry, write(agent, liveEntry)],
  ['a comment', changeEntryComment, write(admin, { id: entry.id, comment: remark.id }, { text: 'Two' })],
  ['a resolved comment', resolveEntryComment, write(admin, { id: entry.id, comment: remark.id })],
  ['a category of content', changeContentCategory, write(agent, { id: contentCategory.id }, { name: 'Other' })],
  [
    'the place of a category of content',
    moveContentCategory,
    write(agent, { id: contentCategory.id }, { parent: null }),
  ],
  [
    'a file of the library',
    changeMedia,
    write(agent, { id: asset.id }, { name: 'o.png', alt: { en: 'Alt' }, focus: { x: 0.2, y: 0.3 }, tags: ['a'] }),
  ],
  ['files of the library', changeManyMedia, write(agent, {}, { ids: [asset.id], changes: { folder: folder.id } })],
  ['a folder', changeMediaFolder, write(agent, { id: folder.id }, { name: 'Other' })],
  ['a preset', changeMediaPreset, write(admin, { id: preset.id }, { name: 'other', quality: 70 })],
  [
    'a key',
    changeApiKey,
    write(admin, { id: key.id }, { name: 'Other', dailyCalls: 9, networks: ['203.0.113.0/24'], expiresAt: far }),
  ],
  ['a view', changeContentView, write(admin, { id: view.id }, { name: 'Other' })],
  [
    'a view of tickets',
    changeTicketView,
    write(admin, { id: ticketView.id }, { name: 'Other', query: 'Status:open', group: 'status', position: 4 }),
  ],
  [
    'a macro',
    changeMacro,
    write(
      admin,
      { id: macro.id },
      {
        ...{ name: 'Other', text: '<p onclick="a">Hi {{customer.name}}</p>', texts: { de: '<p>Hallo</p>', fr: '' } },
        ...{ actions: [{ kind: 'add_tags', tags: ['a'] }], inputs: [{ key: 'sum', label: 'Sum', kind: 'number' }] },
      },
    ),
  ],
  ['how a view is shown', setViewDisplay, write(agent, { id: 'mine' }, { columns: ['subject'], group: 'status' })],
  ['the built-in views', changeViewSettings, write(admin, {}, { hidden: ['spam'] })],
]

/** Leaves out `content_spaces`, because its change numbers can have gaps. */
const { rows: tables } = await owner.query<{ name: string }>(`
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'app' and c.relkind in ('r', 'p') and c.relname not in ('migrations', 'workspaces', 'content_spaces') order by 1`)

/** Returns all rows of Acme and its waiting jobs. */
async function rows(): Promise<Record<string, string[]>> {
  const { rows } = await owner.query<{ name: string; kept: string[] }>(
    [
      ...tables.map(
        ({ name }) =>
          `select '${name}' as name, coalesce(array_agg(t::text order by t::text), '{}') as kept
           from app.${name} t where workspace_id = $1`,
      ),
      `select 'workspaces', array_agg(w::text) from app.workspaces w where id = $1`,
      `select 'jobs', coalesce(array_agg(j.payload::text order by j.id), '{}') from graphile_worker._private_jobs j
       where j.payload::text like '%' || $1 || '%'`,
    ].join(' union all '),
    [acme.id],
  )
  return Object.fromEntries(rows.map(({ name, kept }) => [name, kept]))
}

test.each(writes)('%s, written a second time, changes nothing', async (_, endpoint, { person, ...input }) => {
  const send = () => ask(person!, endpoint, { query: {}, ...input })
  const first = await send()
  expect([first.statusCode, first.statusCode < 300 || first.json()]).toEqual([first.statusCode, true])
  const before = await rows()
  const second = await send()
  expect(await rows()).toEqual(before)
  expect(second.statusCode < 500).toBe(true)
})
