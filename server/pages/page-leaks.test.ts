import type { ServerBuild } from 'react-router'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { heard, plantCanaries, type Reader } from '#test/canaries.ts'
import { acme, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const { canaries, readers } = await plantCanaries()
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

/** The paths of all pages, from the route list of the build, so that new pages are tested automatically. */
const paths = [...new Set(Object.keys(build.routes).flatMap((id) => (build.routes[id]!.path ? [pathOf(id)] : [])))]

function pathOf(id: string): string {
  const { path, parentId } = build.routes[id]!
  const above = parentId ? pathOf(parentId) : ''
  return path ? `${above}/${path}` : above
}

/** Returns URLs of a page. Puts the id of an article into every path and query parameter that may contain one. */
function addressOf(path: string, id: string) {
  const named = path.replace(/:\w+\??|\*/g, id)
  const names = ['article', 'id', 'about', 'category', 'ticket', 'from', 'entry']
  const query = new URLSearchParams([...names.map((name) => [name, id]), ['q', 'canary'], ['language', 'en']])
  return [`${named}.data?${query}`, ...(id === canaries.scheduled!.id ? [named, `${named}?${query}`] : [])]
}
const pages = paths.flatMap((path) => Object.entries(canaries).flatMap(([, { id }]) => addressOf(path, id)))

const visit = (url: string, person: Reader['person']) =>
  app.inject({
    url,
    headers: {
      host: `${acme.domain}.${settings.rootDomain}`,
      ...(person && { cookie: `access_token=${person.token}; workspace_domain=${person.domain}` }),
    },
  })

describe.each(Object.entries(readers))('%s', (_, { person, own }) => {
  test('hears by no page of the product of an article that is not theirs', async () => {
    const leaks: { url: string; status: number; told: string[] }[] = []
    for (const url of pages) {
      const answer = await visit(url, person)
      const told = heard(answer).filter((kind) => !own.includes(kind))
      if (answer.statusCode >= 500 || told.length > 0) leaks.push({ url, status: answer.statusCode, told })
    }
    expect(paths.length).toBeGreaterThan(40)
    expect(leaks).toEqual([])
  }, 240_000)
})

test('a customer is told of the article that is theirs, so that the others prove something', async () => {
  const page = await visit(`/customer/tickets/create?article=${canaries.customers!.id}`, acme.customer)
  expect(heard(page)).toEqual(['customers'])
})
