import sharp from 'sharp'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  publishArticle,
  unpublishArticle,
} from '#contract/knowledge-base/articles.ts'
import { changeCategory, createCategory } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { newContentKey, newKey } from '#test/new-key.ts'
import { uploaded } from '#test/upload.ts'
import { acme, globex, type Person } from '#test/world.ts'

/** The kinds of article that are not for everybody. */
const kinds = [
  'draft',
  'scheduled',
  'withdrawn',
  'customers',
  'team',
  'of-our-category',
  'unlisted',
  'archived',
  'trashed',
] as const

type Canary = { id: string; slugs: string[] }
export type Reader = { person: Person | null; lists: string[]; own: string[] }

/**
 * Creates an article of each kind with its files in the workspaces of this test file. Also returns which reader may
 * read which article.
 */
export async function plantCanaries() {
  const asAdmin = as(acme.admin)
  const anHour = () => new Date(Date.now() + 3_600_000).toISOString()

  const mixed = await asAdmin(createCategory, { body: { name: 'Mixed' } })
  const renamed = await asAdmin(createCategory, { body: { name: 'Canary of-our-category', visibility: 'team' } })
  /** The category with its changed slug. `former` is the old slug. */
  const ours = { ...renamed, slug: `${renamed.slug}-now`, former: renamed.slug }
  await asAdmin(changeCategory, { params: { id: ours.id }, body: { slug: ours.slug } })

  /** A picture and a file for each kind, each with different bytes. */
  const filesOf: Record<string, { picture: string; file: string }> = {}
  async function uploadFor(kind: string) {
    const red = Object.keys(filesOf).length
    const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: { r: red, g: 9, b: 9 } } })
      .png()
      .toBuffer()
    const picture = await uploaded(acme.admin, { name: `${kind}.png`, type: 'image/png', bytes })
    const file = await uploaded(acme.admin, { name: `${kind}.txt`, type: 'text/plain', bytes: Buffer.from(kind) })
    filesOf[kind] = { picture: picture.id, file: file.id }
    return [
      { type: 'picture', attrs: { file: picture.id, alt: `canary ${kind}` } },
      { type: 'file', attrs: { file: file.id, name: `canary-${kind}.txt` } },
    ]
  }
  const body = async (kind: string) => {
    const { type, content } = paragraphs(`The canary ${kind} sings`)
    return {
      title: `Canary ${kind}`,
      category: mixed.id,
      labels: ['shared'],
      isPinned: true,
      document: { type, content: [...content, ...(await uploadFor(kind))] },
    }
  }
  const live = async (kind: string, more: object = {}) => {
    const { id, slug } = await newLiveArticle({ ...(await body(kind)), ...more })
    await asAdmin(changeArticle, { params: { id }, body: { slug: `${slug}-now` } })
    await asAdmin(publishArticle, { params: { id }, body: {} })
    return { id, slugs: [`${slug}-now`, slug] }
  }
  const drafted = async (kind: string) => {
    const { id, slug } = await newArticle(await body(kind))
    return { id, slugs: [slug] }
  }

  /** The article of each kind, with its current and former slugs. */
  const canaries: Record<string, Canary> = {
    draft: await drafted('draft'),
    scheduled: await drafted('scheduled'),
    withdrawn: await live('withdrawn'),
    customers: await live('customers', { visibility: 'customers' }),
    team: await live('team', { visibility: 'team' }),
    'of-our-category': await live('of-our-category', { category: ours.id }),
    unlisted: await live('unlisted', { visibility: 'unlisted' }),
    archived: await live('archived'),
    trashed: await live('trashed'),
  }
  const idOf = (kind: string) => ({ params: { id: canaries[kind]!.id } })
  await asAdmin(publishArticle, { ...idOf('scheduled'), body: { at: anHour() } })
  await asAdmin(unpublishArticle, { ...idOf('withdrawn'), query: {} })
  await asAdmin(archiveArticle, { ...idOf('archived'), body: {} })
  await asAdmin(deleteArticle, idOf('trashed'))
  const witness = await newLiveArticle({ ...(await body('nobody')), title: 'Seen by everybody' })

  const slugs = Object.values(canaries).flatMap((canary) => [canary.id, ...canary.slugs])

  const forCustomers = ['customers']
  const forTeam = ['customers', 'team', 'of-our-category']
  /** For each reader: the kinds of articles in lists, and the kinds that the reader may open by URL. */
  const readers: Record<string, Reader> = {
    anonymous: { person: null, lists: [], own: ['unlisted'] },
    customer: { person: acme.customer, lists: forCustomers, own: [...forCustomers, 'unlisted'] },
    member: { person: acme.agent, lists: forTeam, own: [...forTeam, 'unlisted'] },
    'another workspace': { person: globex.admin, lists: [], own: ['unlisted'] },
  }

  /**
   * A reader for each kind of API key. A management key has the rights of its creator, here a member who is not an
   * admin.
   */
  const keys: Record<string, Reader> = {
    'a delivery key': { person: holding((await newContentKey(acme, 'delivery')).secret), lists: [], own: ['unlisted'] },
    'a preview key': { person: holding((await newContentKey(acme, 'preview')).secret), lists: [], own: ['unlisted'] },
    'a management key': {
      person: holding(await newKey(acme, ['knowledge-base:read', 'tickets:read'], { createdBy: acme.agent.id })),
      lists: forTeam,
      own: [...forTeam, 'unlisted'],
    },
  }

  /** Returns whether a URL contains the id or a slug of a canary. An answer to this URL may then mention the canary. */
  const isOwn = (url: string) =>
    slugs.some((slug) => url.split(/[/?=&]/).includes(encodeURIComponent(slug)) || url.includes(`/${slug}`))

  return { canaries, filesOf, isOwn, keys, mixed, ours, readers, slugs, witness }
}

function holding(token: string): Person {
  return { ...acme.agent, token }
}

type Answer = { body: string; headers: { location?: unknown } }

/** Removes the return address from login links. It contains the requested URL, even if nothing is there. */
export const withoutWayBack = (body: string) => body.replaceAll(/(?<=\/login)\?next=[^"]*/g, '')

/** Returns the kinds of canaries that an answer reveals in its body or its `location` header. */
export const heard = ({ body, headers }: Answer) => {
  const told = `${withoutWayBack(body)} ${decodeURI(String(headers.location ?? ''))}`.toLowerCase()
  return kinds.filter((kind) => new RegExp(`canary[ -]${kind}(?![a-z])`).test(told))
}
