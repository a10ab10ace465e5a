import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { expectOfEach } from '#test/each-of.ts'

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

test('every link of the docs leads to a page, and to a heading that is on it', async () => {
  const links = pages.flatMap((page) => linksOf(page).map((link) => [`${page}: ${link}`, { page, link }] as const))
  expect(links.length).toBeGreaterThan(100)
  await expectOfEach(links, ({ page, link }) => {
    const [path, anchor] = link.split('#')
    const target = path ? join(dirname(page), path) : page
    expect(existsSync(target)).toBe(true)
    if (anchor) expect(anchorsOf(target)).toContain(anchor)
  })
})

const withoutCode = (page: string) => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')

const linksOf = (page: string) =>
  [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^\w+:/.test(link))

/** Returns the anchors that GitHub creates for the headings of a page. */
const anchorsOf = (page: string) =>
  [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every proof in docs/security.md is a test that exists', async () => {
  const text = readFileSync('docs/security.md', 'utf8').replace(/\s+/g, ' ')
  const proofs = [...text.matchAll(/`([\w./-]+\.(?:test|story)\.tsx?)`((?:(?:: |, )\*[^*]+\*)*)/g)]
  expect(proofs.length).toBeGreaterThan(80)
  await expectOfEach(
    proofs.map(([proof, file, names]) => [proof.slice(0, 100), { file: file!, names: names! }] as const),
    ({ file, names }) => {
      const source = readFileSync(file, 'utf8').replaceAll("\\'", "'")
      for (const [, name] of names.matchAll(/\*([^*]+)\*/g)) expect(source).toContain(name!)
    },
  )
})
